import { describe, expect, it } from 'vitest';
import { copper, dark, gray, red, schemes, strongSchemes } from '../../../renderer/theme/colors.ts';
import { cssVariablesResolver, strongVariablesResolver, theme } from '../../../renderer/theme/theme.ts';

/** Relative luminance of "#rrggbb", 0 to 1 (WCAG 2). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast of two colours "#rrggbb", 1 to 21 (WCAG 2). */
function contrast(first: string, second: string): number {
  const [low = 0, high = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

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

  it.each(['text', 'dimmed', 'failed', 'uncertain', 'done'] as const)('%s is readable on a selected row', (text) => {
    expect(contrast(scheme[text], scheme.selected)).toBeGreaterThanOrEqual(4.5);
  });
});

describe.each(['light', 'dark'] as const)('%s, with more contrast', (name) => {
  const scheme = strongSchemes[name];
  it.each([...surfaces, 'selected'].flatMap((surface) => texts.map((text) => [text, surface] as const)))(
    '%s can be read by more people on %s',
    (text, surface) => {
      expect(contrast(scheme[text], scheme[surface as keyof typeof scheme])).toBeGreaterThanOrEqual(7);
    },
  );

  it.each(surfaces.flatMap((surface) => (['line', 'ring'] as const).map((edge) => [edge, surface] as const)))(
    '%s is seen on %s',
    (edge, surface) => {
      expect(contrast(scheme[edge], scheme[surface])).toBeGreaterThanOrEqual(3);
    },
  );
});

it.each([
  ['copper', copper],
  ['red', red],
])('white text is readable on a filled %s button', (_, shades) => {
  expect(contrast(String(shades[Number(theme.primaryShade)]), '#ffffff')).toBeGreaterThanOrEqual(4.5);
});

it('has grays without a tint', () => {
  const grays = [
    ...gray,
    ...dark,
    ...(['canvas', 'panel', 'raised', 'stage', 'line'] as const).flatMap((surface) => [
      schemes.light[surface],
      schemes.dark[surface],
    ]),
  ];
  for (const gray of grays) expect(gray).toMatch(/^#(..)\1\1$/);
});

it('measures contrast as in WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

it.each([
  ['as usual', cssVariablesResolver],
  ['with more contrast', strongVariablesResolver],
])('gives only variables with values to the style sheet, %s', (_, resolver) => {
  const { variables, light, dark: night } = resolver(theme as Parameters<typeof resolver>[0]);
  for (const [name, value] of [variables, light, night].flatMap(Object.entries)) {
    expect([name, typeof value]).toEqual([expect.stringMatching(/^--/), 'string']);
  }
});
