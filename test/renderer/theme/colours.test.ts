import { describe, expect, it } from 'vitest';
import { contrast, copper, dark, gray, red, schemes } from '../../../renderer/theme/colours.ts';
import { theme } from '../../../renderer/theme/theme.ts';

const surfaces = ['canvas', 'panel', 'raised'] as const;
const texts = ['text', 'dimmed', 'accentText', 'done', 'running', 'failed', 'uncertain'] as const;

describe.each(['light', 'dark'] as const)('%s', (name) => {
  const scheme = schemes[name];
  it.each(surfaces.flatMap((surface) => texts.map((text) => [text, surface] as const)))(
    '%s can be read on %s',
    (text, surface) => {
      expect(contrast(scheme[text], scheme[surface])).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(['text', 'dimmed', 'failed', 'uncertain', 'done'] as const)('%s can be read on a selected row', (text) => {
    expect(contrast(scheme[text], scheme.selected)).toBeGreaterThanOrEqual(4.5);
  });
});

it.each([
  ['copper', copper],
  ['red', red],
])('white text can be read on a filled %s button', (_, shades) => {
  expect(contrast(String(shades[Number(theme.primaryShade)]), '#ffffff')).toBeGreaterThanOrEqual(4.5);
});

it('has greys without a tint', () => {
  const greys = [
    ...gray,
    ...dark,
    ...(['canvas', 'panel', 'raised', 'stage', 'line'] as const).flatMap((surface) => [
      schemes.light[surface],
      schemes.dark[surface],
    ]),
  ];
  for (const grey of greys) expect(grey).toMatch(/^#(..)\1\1$/);
});

it('measures contrast as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
