import { expect, it } from 'vitest';
import { exampleName } from '../../../../../renderer/screens/recipes/output/exampleName.ts';
import { newRecipe } from '../../../../../renderer/screens/recipes/recipeDraft.ts';

const now = new Date(2026, 0, 31, 14, 5, 9);
const withOutput = (output: object) => {
  const recipe = newRecipe('r', 'Portrait cutout');
  return { ...recipe, output: { ...recipe.output, ...output } };
};

it.each([
  [{}, 'IMG_0412-Portrait cutout.png'],
  [{ template: '{date}_{time}-{counter}', format: 'jpeg' }, '2026-01-31_14-05-09-0001.jpg'],
  [{ template: '{folder} {name} {operation}', format: 'tiff' }, 'Wedding IMG_0412 portrait-background-removal.tif'],
  [{ template: '{name}-{element}', format: 'webp' }, 'IMG_0412.webp'],
  [{ template: '{name}/{unknown}' }, 'IMG_0412_{unknown}.png'],
])('%o creates the name %s', (output, name) => {
  expect(exampleName(withOutput(output), now)).toBe(name);
});
