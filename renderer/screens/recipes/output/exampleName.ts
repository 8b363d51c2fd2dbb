/** What a result would be called: the live example beside the naming template. Pure. */
import { fileName } from '../../../../contract/recipes/naming.ts';
import type { Output } from '../../../../contract/recipes/output.ts';
import type { Recipe } from '../../../../contract/recipes/recipe.ts';

const extensions = {
  auto: 'png',
  png: 'png',
  jpeg: 'jpg',
  webp: 'webp',
  tiff: 'tif',
  avif: 'avif',
  psd: 'psd',
} as const;

/** The example for a photograph "IMG_0412" in a folder "Wedding", placed at `now`. */
export function exampleName(recipe: Recipe, now: Date, output: Output = recipe.output): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const name = fileName(output.template, {
    name: 'IMG_0412',
    operation: recipe.steps.at(-1)?.operation ?? '',
    recipe: recipe.name,
    date: `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`,
    time: `${two(now.getHours())}-${two(now.getMinutes())}-${two(now.getSeconds())}`,
    counter: '0001',
    element: '',
    folder: 'Wedding',
    sku: 'A-1042',
    product: 'Linen shirt',
  });
  return `${name}.${extensions[output.format]}`;
}
