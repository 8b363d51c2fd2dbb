/** Changes to an edited recipe, and its issues. */

import { formatMessage } from '../../../contract/messages/format-message.ts';
import { messageOfIssue } from '../../../contract/messages/zod-issue-message.ts';
import { cutoutForm } from '../../../contract/operations/cutout.ts';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import { outputSchema } from '../../../contract/recipes/output.ts';
import { maxSteps, type Recipe, type Step, savedRecipeSchema } from '../../../contract/recipes/recipe.ts';

export function newRecipe(id: string, name: string): Recipe {
  return {
    id,
    name,
    steps: [newStep('portrait-background-removal')],
    output: outputSchema.parse({}),
    alsoAs: [],
    fit: true,
    trial: 'off',
    only: null,
    profileId: null,
  };
}

/** Same as in `recipeSchema`. */
const maxNameLength = 80;

/** Adds a number to the name if another recipe has it. */
export function withUniqueName(recipe: Recipe, existingRecipes: readonly Recipe[]): Recipe {
  const taken = new Set(existingRecipes.map(({ name }) => name.trim().toLowerCase()));
  let name = recipe.name;
  for (let number = 2; taken.has(name.trim().toLowerCase()); number++) {
    const ending = ` ${number}`;
    name = recipe.name.slice(0, maxNameLength - ending.length) + ending;
  }
  return { ...recipe, name };
}

export function newStep(operation: OperationId): Step {
  return { operation, params: {}, reference: null };
}

export function withStep(recipe: Recipe, index: number, change: Partial<Step>): Recipe {
  return {
    ...recipe,
    steps: recipe.steps.map((step, position) => (position === index ? { ...step, ...change } : step)),
  };
}

/** Resets the parameters if the operation changes. */
export function withOperation(recipe: Recipe, index: number, operation: OperationId): Recipe {
  return recipe.steps[index]?.operation === operation ? recipe : withStep(recipe, index, newStep(operation));
}

export function withAddedStep(recipe: Recipe, operation: OperationId): Recipe {
  return recipe.steps.length >= maxSteps ? recipe : { ...recipe, steps: [...recipe.steps, newStep(operation)] };
}

/** Keeps the last step, because a recipe has at least one. */
export function withoutStep(recipe: Recipe, index: number): Recipe {
  return recipe.steps.length === 1
    ? recipe
    : { ...recipe, steps: recipe.steps.filter((_, position) => position !== index) };
}

export function withMovedStep(recipe: Recipe, from: number, delta: 1 | -1): Recipe {
  const to = from + delta;
  const steps = [...recipe.steps];
  const [moved] = steps.splice(from, 1);
  if (!moved || to < 0 || to > steps.length) return recipe;
  steps.splice(to, 0, moved);
  return { ...recipe, steps };
}

/** Whether files may be written as JPEG, WEBP or AVIF. With `auto`, transparent cutouts and masks are PNG. */
export function usesQuality(
  { output: first, steps }: Recipe,
  { format }: Pick<Recipe['output'], 'format'> = first,
): boolean {
  if (format !== 'auto') return format === 'jpeg' || format === 'webp' || format === 'avif';
  const last = steps.at(-1);
  const field = last && operations[last.operation].outputForm;
  return !(last && field) || cutoutForm(last.params[field]) === 'whiteBK';
}

/** Whether the last step makes a transparent cutout, which can have a background and a clipping path. */
export function makesCutout({ steps }: Recipe): boolean {
  const last = steps.at(-1);
  if (last === undefined) return false;
  const { outputForm, restore } = operations[last.operation];
  const form = outputForm === undefined ? null : cutoutForm(last.params[outputForm]);
  return (restore === 'alpha' || restore === 'boxes') && form !== 'whiteBK' && form !== 'mask';
}

/** Messages by path: "name", "steps.0.params.cloth_class", "output.template". */
export type Issues = ReadonlyMap<string, string>;

export function issuesOf(recipe: Recipe): Issues {
  const read = savedRecipeSchema.safeParse(recipe);
  const issues = new Map<string, string>();
  for (const issue of read.error?.issues ?? []) {
    const path = issue.path.join('.');
    if (!issues.has(path)) issues.set(path, formatMessage(messageOfIssue(issue)));
  }
  return issues;
}

/** Returns the first message about `path` or a path below it. */
export function issueAt(issues: Issues, path: string): string | undefined {
  const [, message] = [...issues].find(([key]) => key === path || key.startsWith(`${path}.`)) ?? [];
  return message;
}
