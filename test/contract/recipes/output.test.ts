import { describe, expect, it } from 'vitest';
import { exportOptionsSchema } from '../../../contract/delivery/export.ts';
import { formatMessage } from '../../../contract/messages/format-message.ts';
import { messageOfIssue } from '../../../contract/messages/zod-issue-message.ts';
import {
  additionalOutput,
  canCollide,
  nonDefaultChoices,
  outputSchema,
  renderingOf,
  withDefaults,
} from '../../../contract/recipes/output.ts';
import { outputsOf, recipeSchema, savedRecipeSchema, storedRecipe } from '../../../contract/recipes/recipe.ts';

const plain = outputSchema.parse({});
const steps = [{ operation: 'smart-beauty', params: {}, reference: null }];
/** A recipe in the format of Burnish's first version. */
const old = {
  ...{ id: 'r', name: 'R', steps, fit: true, profileId: null },
  output: { folder: null, template: '{name}', mirror: true, conflict: 'number', format: 'jpeg', quality: 80 },
};
const withAlso = (...alsoAs: object[]) => recipeSchema.safeParse({ ...old, alsoAs });

describe('an output', () => {
  it('of an earlier version is read with the same meaning', () => {
    expect(storedRecipe(JSON.stringify(old))).toEqual(recipeSchema.parse(old));
    expect(recipeSchema.parse(old).output).toMatchObject({ ...old.output, depth: 8, size: { kind: 'photograph' } });
    expect(nonDefaultChoices(old.output as never)).toEqual({});
    expect(withDefaults(old.output as never).metadata).toEqual({
      keep: 'all',
      without: [],
      creator: null,
      copyright: null,
    });
  });

  it.each([
    ['a depth that no file has', { depth: 12 }],
    ['a size without a kind', { size: { px: 100 } }],
    ['a side of nothing', { size: { kind: 'longest', px: 0 } }],
    ['a side beyond all formats', { size: { kind: 'longest', px: 70_000 } }],
    ['a background that is no colour', { size: { kind: 'exact', width: 100, height: 100, background: 'white' } }],
    ['another colour space', { colour: 'cmyk' }],
    ['a group that there is not', { metadata: { without: ['weather'] } }],
    ['a limit below what any JPEG has', { mostKilobytes: 1 }],
    ['a field that there is not', { dpi: 300 }],
  ])('refuses %s', (_, change) => {
    expect(outputSchema.safeParse(change).success).toBe(false);
  });

  it('of too many pixels is rejected when created, and read if stored', () => {
    const sized = (width: number, height: number) =>
      outputSchema.parse({ template: '{name}-2', size: { kind: 'exact', width, height, enlarge: true } });
    const recipes = [
      { ...old, output: sized(60_000, 60_000) },
      { ...old, alsoAs: [sized(25_000, 20_001)] },
    ];
    for (const recipe of recipes) {
      expect(recipeSchema.safeParse(recipe).success).toBe(true);
      expect(storedRecipe(JSON.stringify(recipe)).output).toEqual(recipeSchema.parse(recipe).output);
      const [issue] = savedRecipeSchema.safeParse(recipe).error?.issues ?? [];
      expect(issue?.path.at(-1)).toBe('size');
      expect(formatMessage(messageOfIssue(issue!))).toContain('The maximum is 500 megapixels');
    }
    expect(savedRecipeSchema.safeParse({ ...old, output: sized(25_000, 20_000) }).success).toBe(true);
    const rendering = renderingOf(sized(60_000, 60_000));
    expect(exportOptionsSchema.safeParse({ rendering }).error?.issues[0]?.path).toEqual(['rendering', 'size']);
    expect(exportOptionsSchema.safeParse({ rendering: renderingOf(sized(2000, 2000)) }).success).toBe(true);
  });

  it.each([
    ['depth', { depth: 16 }],
    ['mostKilobytes', { mostKilobytes: 500 }],
    ['size', { size: { kind: 'longest', px: 2048, enlarge: false } }],
    ['sharpen', { sharpen: 'screen' }],
    ['colour', { colour: 'srgb' }],
    ['metadata', { metadata: { keep: 'none', without: [], creator: null, copyright: null } }],
  ] as const)('lists the choices that differ from the default: %s', (_, change) => {
    expect(nonDefaultChoices({ ...plain, ...change } as never)).toEqual(change);
  });

  it('for export has no folder and another name', () => {
    expect(additionalOutput().metadata.without).toEqual(['location']);
    expect(canCollide(plain, additionalOutput())).toBe(false);
    expect(withAlso(additionalOutput()).success).toBe(true);
  });
});

describe('the outputs of a recipe', () => {
  it('are at most five, the first one first', () => {
    const four = ['a', 'b', 'c', 'd'].map((template) => additionalOutput({ template }));
    const read = withAlso(...four);
    expect(read.data && outputsOf(read.data).map(({ template }) => template)).toEqual(['{name}', 'a', 'b', 'c', 'd']);
    expect(withAlso(...four, additionalOutput({ template: 'e' })).success).toBe(false);
  });

  it.each([
    ['the same name, folder and format', { template: '{NAME}', format: 'jpeg' }, false],
    ['the same name, and a format that may be the same', { template: '{name}', format: 'auto' }, false],
    ['the same name, and another format', { template: '{name}', format: 'tiff' }, true],
    ['the same name in another folder', { template: '{name}', format: 'jpeg', folder: '/elsewhere' }, true],
  ] as const)('cannot have %s', (_, change, isGood) => {
    const read = withAlso(additionalOutput(change));
    expect(read.success).toBe(isGood);
    if (!read.success) expect(read.error.issues[0]?.path).toEqual(['alsoAs', 0, 'template']);
  });

  it('must not collide in the folder of the first one', () => {
    const alsoAs = [additionalOutput({ template: '{name}', format: 'jpeg', folder: '/out' })];
    expect(recipeSchema.safeParse({ ...old, output: { ...old.output, folder: '/out' }, alsoAs }).success).toBe(false);
  });
});

it('allows a Photoshop file only as an additional output', () => {
  expect(withAlso(additionalOutput({ format: 'psd' })).success).toBe(true);
  const first = recipeSchema.safeParse({ ...old, output: { ...old.output, format: 'psd' } });
  expect(first.error?.issues[0]?.path).toEqual(['output', 'format']);
});
