import { describe, expect, it } from 'vitest';
import { marketplaces } from '../../../../../contract/recipes/marketplaces.ts';
import { outputsOf, recipeSchema } from '../../../../../contract/recipes/recipe.ts';
import { sizeOfKind } from '../../../../../renderer/forms/renderingProps.ts';
import { exampleName } from '../../../../../renderer/screens/recipes/output/exampleName.ts';
import {
  applyMarketplace,
  canAddOutput,
  formatOutputSize,
  recipeFor,
  withAddedOutput,
  withOutput,
  withoutOutput,
} from '../../../../../renderer/screens/recipes/output/outputDraft.ts';
import { issuesOf, newRecipe, usesQuality } from '../../../../../renderer/screens/recipes/recipeDraft.ts';

const recipe = newRecipe('r', 'Mine');
const five = [1, 2, 3, 4].reduce((each) => withAddedOutput(each), recipe);

describe('a marketplace’s preset', () => {
  it.each(marketplaces.map((preset) => [preset.id, preset] as const))(
    '%s fills an output that can be saved',
    (id, preset) => {
      const change = applyMarketplace(recipe, preset);
      expect(change).toMatchObject({ marketplace: id, ...preset.output, composition: preset.composition });
      const maxBytes = preset.rules.flatMap(({ asks }) => (asks.kind === 'bytes' ? [asks.most] : []));
      expect((change.mostKilobytes ?? 0) * 1024).toBeLessThanOrEqual(Math.min(...maxBytes));
      expect(recipeSchema.safeParse(withOutput(recipe, 0, change)).success).toBe(true);
    },
  );

  it.each(marketplaces.map((preset) => [preset.id, preset] as const))(
    '%s makes a recipe that can be saved as it is',
    (marketplace, preset) => {
      const made = recipeFor(preset, 'r');
      expect(issuesOf(made).size).toBe(0);
      expect(made).toMatchObject({
        id: 'r',
        name: preset.name,
        output: { marketplace, composition: preset.composition },
      });
      expect(made.steps.map(({ operation }) => operation)).toEqual(['commodity-background-removal']);
    },
  );

  it('sets no layout if the recipe creates no cutout', () => {
    const skin = { ...recipe, steps: [{ ...recipe.steps[0]!, operation: 'skin-analysis' as const }] };
    expect(applyMarketplace(skin, marketplaces[0]!)).not.toHaveProperty('composition');
  });
});

describe('outputs', () => {
  it('are added up to five, each with a unique name, and can be saved at once', () => {
    expect(outputsOf(five)).toHaveLength(5);
    expect(new Set(outputsOf(five).map(({ template }) => template)).size).toBe(5);
    expect([canAddOutput(recipe), canAddOutput(five), withAddedOutput(five)]).toEqual([true, false, five]);
    expect(recipeSchema.safeParse(five).success).toBe(true);
  });

  it('are changed and removed individually; the first one stays', () => {
    const changed = withOutput(withOutput(five, 0, { quality: 80 }), 2, { quality: 70 });
    expect(outputsOf(changed).map(({ quality }) => quality)).toEqual([80, 92, 70, 92, 92]);
    expect(outputsOf(withoutOutput(changed, 2)).map(({ quality }) => quality)).toEqual([80, 92, 92, 92]);
  });

  it('with the same name report that at the field', () => {
    const same = withOutput(withAddedOutput(recipe), 1, { template: recipe.output.template, format: 'auto' });
    expect(issuesOf(same).get('alsoAs.0.template')).toMatch(/the same name/);
  });

  it('have separate names and qualities', () => {
    const [, web] = outputsOf(withAddedOutput(recipe));
    expect(exampleName(recipe, new Date(0), web)).toBe('IMG_0412-Mine-web.jpg');
    expect([usesQuality(recipe), usesQuality(recipe, web)]).toEqual([false, true]);
  });

  it.each([
    ['photograph', null],
    ['longest', '2048 px'],
    ['exact', '2000 × 2000'],
  ] as const)('begin with a size that is valid: %s', (kind, quoted) => {
    const sized = withOutput(recipe, 0, { size: sizeOfKind(kind) });
    expect(recipeSchema.safeParse(sized).success).toBe(true);
    expect(formatOutputSize(sized.output.size)).toBe(quoted);
  });
});
