/** Where the finished photographs of a scene belong, and what they must look like. */
import { basename, dirname, extname, join } from 'node:path';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { fileName } from '../../../contract/recipes/naming.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { elementsOf } from '../service/results.ts';
import type { Photograph } from './photographs.ts';

export interface Target {
  readonly photograph: Photograph;
  /** Place among the results of one answer. */
  readonly element: number;
  /** Absolute. */
  readonly folder: string;
  /** File name without extension; a number is added where it is taken. */
  readonly base: string;
  /** With its dot. */
  readonly extension: string;
}

interface Order {
  readonly out: string;
  readonly recipe: Recipe;
  readonly photographs: readonly Photograph[];
}

/** One for every result there will be. */
export function targetsOf({ out, recipe, photographs }: Order): Target[] {
  const operation = lastOperation(recipe);
  return photographs.flatMap((photograph) =>
    elementsOf(operation).map((name, element) => ({
      photograph,
      element,
      folder: recipe.output.mirror ? join(out, photograph.folder) : out,
      base: fileName(recipe.output.template, {
        name: basename(photograph.name, extname(photograph.name)),
        operation,
        recipe: recipe.name,
        date: '',
        time: '',
        counter: '',
        element: name,
        folder: basename(dirname(photograph.path)),
      }),
      extension: extensionOf(recipe, photograph),
    })),
  );
}

export function lastOperation(recipe: Recipe): OperationId {
  const last = recipe.steps.at(-1)?.operation;
  if (last === undefined) throw new Error('a recipe without steps');
  return last;
}

/** What a recipe that leaves the format open makes of a photograph: PNG of what can be transparent, else its own format. */
function extensionOf(recipe: Recipe, { name }: Photograph): string {
  switch (recipe.output.format) {
    case 'png':
      return '.png';
    case 'jpeg':
      return '.jpg';
    default:
      return operations[lastOperation(recipe)].family === 'cutout' || name.endsWith('.png') ? '.png' : '.jpg';
  }
}
