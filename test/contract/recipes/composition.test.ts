import { expect, it } from 'vitest';
import { compositionLabels, compositionSchema } from '../../../contract/recipes/composition.ts';

it('has a default for everything: the photograph’s size on white, without a shadow', () => {
  expect(compositionSchema.parse({})).toEqual({
    background: { kind: 'colour', colour: '#ffffff' },
    canvas: { kind: 'as-is' },
    crop: false,
    fill: null,
    margin: 0,
    horizontal: 'centre',
    vertical: 'centre',
    baseline: null,
    mostEnlarged: 1,
    shadow: null,
  });
  expect(compositionSchema.parse({ shadow: {} }).shadow).toEqual({ strength: 0.35, softness: 0.4 });
});

it.each([
  { background: { kind: 'colour', colour: 'white' } },
  { background: { kind: 'picture', path: '' } },
  { canvas: { kind: 'exact', width: 8, height: 2000 } },
  { canvas: { kind: 'longest', px: 30_000 } },
  { fill: 1.2 },
  { margin: 0.5 },
  { baseline: -0.1 },
  { mostEnlarged: 9 },
  { shadow: { strength: 2 } },
  { unknown: 1 },
])('refuses %o', (composition) => {
  expect(compositionSchema.safeParse(composition).success).toBe(false);
});

it('has a label for each field', () => {
  expect(Object.keys(compositionLabels).sort()).toEqual(Object.keys(compositionSchema.parse({})).sort());
});
