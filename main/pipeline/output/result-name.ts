import { basename, dirname, extname } from 'node:path';
import { fileName, nameTimes } from '../../../contract/recipes/naming.ts';
import { outputsOf } from '../../../contract/recipes/recipe.ts';
import type { Job } from '../../store/index.ts';
import { targetFolder } from './target-folder.ts';

export function outputTarget(job: Job, element: string, output: number, placedAt: number) {
  return { folder: targetFolder(job, output), name: resultName(job, element, placedAt, output) };
}

/**
 * @param element number or class of an element; '' for a single image
 * @param placedAt ms since 1970, formatted in local time
 */
export function resultName(
  job: Pick<Job, 'sourcePath' | 'recipe' | 'operation' | 'counter'>,
  element: string,
  placedAt: number,
  output = 0,
): string {
  return fileName((outputsOf(job.recipe)[output] ?? job.recipe.output).template, {
    name: basename(job.sourcePath, extname(job.sourcePath)),
    operation: job.operation,
    recipe: job.recipe.name,
    ...nameTimes(placedAt),
    counter: String(job.counter).padStart(4, '0'),
    element,
    folder: basename(dirname(job.sourcePath)),
    sku: job.recipe.product?.sku ?? '',
    product: job.recipe.product?.name ?? '',
  });
}
