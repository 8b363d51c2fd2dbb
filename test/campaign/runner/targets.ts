/** Expected results of a scene. */
import { basename, dirname, extname, join } from 'node:path';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { fileName } from '../../../contract/recipes/naming.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { elementsOf } from '../service/results.ts';
import type { Photograph } from './photographs.ts';

export interface Target {
  readonly photograph: Photograph;
  /** Index among the results of a response. */
  readonly element: number;
  readonly folder: string;
  /** File name without extension; a number is added if it is taken. */
  readonly base: string;
  readonly extension: string;
}

interface Order {
  readonly out: string;
  readonly recipe: Recipe;
  readonly photographs: readonly Photograph[];
}

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

/** Returns the extension. The format "auto" is PNG for cutouts, else the photograph's. */
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
