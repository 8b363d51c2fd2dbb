/** Where the finished photographs of a scene belong, and what they must look like. */
import { basename, dirname, extname, join } from 'node:path';
import { fileName } from '../../preload/contract/naming.ts';
import type { OperationId } from '../../preload/contract/operations/spec.ts';
import type { Recipe } from '../../preload/contract/recipe.ts';
import type { Photograph } from './photographs.ts';
import { elementsOf } from './results.ts';

export interface Target {
  readonly photograph: Photograph;
  /** Place among the results of one answer. */
  readonly element: number;
  /** Absolute. */
  readonly folder: string;
  /** File name without extension; a number is added where it is taken. */
  readonly base: string;
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
    })),
  );
}

export function lastOperation(recipe: Recipe): OperationId {
  const last = recipe.steps.at(-1)?.operation;
  if (last === undefined) throw new Error('a recipe without steps');
  return last;
}
