/** The name a result gets, from the recipe's naming template. */
import { basename, dirname, extname } from 'node:path';
import { fileName, nameTimes } from '../../../contract/recipes/naming.ts';
import { outputsOf } from '../../../contract/recipes/recipe.ts';
import type { Job } from '../../store/index.ts';
import { targetFolder } from './target-folder.ts';

/** Where the file of an output goes, and what it is called; parameters as of `resultName`. */
export function outputTarget(job: Job, element: string, output: number, placedAt: number) {
  return { folder: targetFolder(job, output), name: resultName(job, element, placedAt, output) };
}

/**
 * File name without extension.
 * @param element number or class of an element; '' where the result is the one image
 * @param placedAt when the result is placed, ms since 1970; written in local time
 * @param output number of the output, 0 for the first
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
