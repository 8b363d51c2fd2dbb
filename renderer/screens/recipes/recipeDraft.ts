/** A recipe while it is edited: what each change makes of it, and what is wrong with it. Pure. */

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

/** As `recipeSchema` has it. */
const maxNameLength = 80;

/** With a number after its name where another recipe is called so already. */
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

/** Another operation has other fields: its parameters begin anew. */
export function withOperation(recipe: Recipe, index: number, operation: OperationId): Recipe {
  return recipe.steps[index]?.operation === operation ? recipe : withStep(recipe, index, newStep(operation));
}

export function withAddedStep(recipe: Recipe, operation: OperationId): Recipe {
  return recipe.steps.length >= maxSteps ? recipe : { ...recipe, steps: [...recipe.steps, newStep(operation)] };
}

/** The last step stays: a recipe has at least one. */
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

/** True where a file of the output may be written as JPEG, WEBP or AVIF: a transparent one, or a mask, is PNG by itself. */
export function usesQuality(
  { output: first, steps }: Recipe,
  { format }: Pick<Recipe['output'], 'format'> = first,
): boolean {
  if (format !== 'auto') return format === 'jpeg' || format === 'webp' || format === 'avif';
  const last = steps.at(-1);
  const field = last && operations[last.operation].outputForm;
  return !(last && field) || cutoutForm(last.params[field]) === 'whiteBK';
}

/** True where the last step makes a transparent cutout, which can be laid on a background and has an outline. */
export function makesCutout({ steps }: Recipe): boolean {
  const last = steps.at(-1);
  if (last === undefined) return false;
  const { outputForm, restore } = operations[last.operation];
  const form = outputForm === undefined ? null : cutoutForm(last.params[outputForm]);
  return (restore === 'alpha' || restore === 'boxes') && form !== 'whiteBK' && form !== 'mask';
}

/** Messages by the path of what they are about: "name", "steps.0.params.cloth_class", "output.template". */
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

/** The first message about `path` or a part of it. */
export function issueAt(issues: Issues, path: string): string | undefined {
  const [, message] = [...issues].find(([at]) => at === path || at.startsWith(`${path}.`)) ?? [];
  return message;
}
