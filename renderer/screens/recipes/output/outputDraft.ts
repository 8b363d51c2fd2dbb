/** Changes to the outputs of an edited recipe. */
import type { Marketplace } from '../../../../contract/recipes/marketplaces.ts';
import {
  additionalOutput,
  additionalTemplate,
  type Output,
  type OutputSize,
} from '../../../../contract/recipes/output.ts';
import { maxAdditionalOutputs, outputsOf, type Recipe } from '../../../../contract/recipes/recipe.ts';
import { makesCutout, newRecipe, withOperation } from '../recipeDraft.ts';

/** @param number 0 for the first output */
export function withOutput(recipe: Recipe, number: number, change: Partial<Output>): Recipe {
  if (number === 0) return { ...recipe, output: { ...recipe.output, ...change } };
  const alsoAs = recipe.alsoAs.map((output, index) => (index === number - 1 ? { ...output, ...change } : output));
  return { ...recipe, alsoAs };
}

export const canAddOutput = ({ alsoAs }: Recipe) => alsoAs.length < maxAdditionalOutputs;

/** Adds a JPEG for the web, with a name that no other output has. */
export function withAddedOutput(recipe: Recipe): Recipe {
  if (!canAddOutput(recipe)) return recipe;
  const taken = new Set(outputsOf(recipe).map(({ template }) => template));
  const names = [additionalTemplate, ...[2, 3, 4, 5].map((number) => `${additionalTemplate}-${number}`)];
  const template = names.find((name) => !taken.has(name)) ?? additionalTemplate;
  const size: OutputSize = { kind: 'longest', px: 2048, enlarge: false };
  const output = additionalOutput({ template, format: 'jpeg', size, colour: 'srgb', sharpen: 'screen' });
  return { ...recipe, alsoAs: [...recipe.alsoAs, output] };
}

/** @param number from 1, because the first output cannot be removed */
export function withoutOutput(recipe: Recipe, number: number): Recipe {
  return { ...recipe, alsoAs: recipe.alsoAs.filter((_, index) => index !== number - 1) };
}

/** Returns a size as "2048 px" or "2000 × 2000", or null for the size of the photograph. */
export function formatOutputSize(size: OutputSize): string | null {
  switch (size.kind) {
    case 'photograph':
      return null;
    case 'longest':
      return `${size.px} px`;
    case 'exact':
      return `${size.width} × ${size.height}`;
  }
}

/** Returns the changes by a marketplace preset. Its composition applies only to recipes that make a cutout. */
export function applyMarketplace(recipe: Recipe, { id, composition, output, rules }: Marketplace): Partial<Output> {
  const byteLimits = rules.flatMap(({ asks }) => (asks.kind === 'bytes' ? [asks.most] : []));
  const maxKilobytes =
    output.format === 'jpeg' && byteLimits.length > 0 ? Math.floor(Math.min(...byteLimits) / 1024) : null;
  return {
    marketplace: id,
    ...output,
    mostKilobytes: maxKilobytes,
    colour: 'srgb',
    size: { kind: 'photograph' },
    ...(makesCutout(recipe) ? { composition } : {}),
  };
}

/** Returns a new recipe for products, with the preset's settings and name. */
export function recipeFor(preset: Marketplace, id: string): Recipe {
  const recipe = withOperation(newRecipe(id, preset.name), 0, 'commodity-background-removal');
  return withOutput(recipe, 0, applyMarketplace(recipe, preset));
}
