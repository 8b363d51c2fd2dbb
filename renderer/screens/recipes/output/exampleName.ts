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

/** Returns the name of a result of "IMG_0412" in a folder "Wedding", written at `now`. */
export function exampleName(recipe: Recipe, now: Date, output: Output = recipe.output): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const name = fileName(output.template, {
    name: 'IMG_0412',
    operation: recipe.steps.at(-1)?.operation ?? '',
    recipe: recipe.name,
    date: `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`,
    time: `${twoDigits(now.getHours())}-${twoDigits(now.getMinutes())}-${twoDigits(now.getSeconds())}`,
    counter: '0001',
    element: '',
    folder: 'Wedding',
    sku: 'A-1042',
    product: 'Linen shirt',
  });
  return `${name}.${extensions[output.format]}`;
}
