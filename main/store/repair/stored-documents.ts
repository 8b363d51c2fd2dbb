/** Checks of JSON documents in jobs and runs of steps, for the fields in use. */
import type { JobError } from '../../../contract/jobs/job.ts';
import { isMessage } from '../../../contract/messages/message.ts';
import { cutoutForms } from '../../../contract/operations/cutout.ts';
import { operations } from '../../../contract/operations/table.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';

/** Returns null for an unusable recipe. */
export function parseJobRecipe(text: string): Recipe | null {
  const value = parse(text) as Partial<Recipe> | null | undefined;
  const isKnownStep = (step: Recipe['steps'][number] | null) =>
    step !== null &&
    Object.hasOwn(operations, step?.operation) &&
    typeof step.params === 'object' &&
    step.params !== null;
  if (!Array.isArray(value?.steps) || value.steps.length === 0 || !value.steps.every(isKnownStep)) return null;
  const { output } = value;
  return typeof value.id === 'string' && typeof output?.template === 'string' && typeof output.conflict === 'string'
    ? (value as Recipe)
    : null;
}

/** Whether `text` is null or the error of a job. */
export function isErrorText(text: unknown): boolean {
  if (text === null || text === undefined) return true;
  const value = parse(text) as Partial<JobError> | null | undefined;
  return typeof value?.code === 'string' && isMessage(value.message) && typeof value.kind === 'string';
}

/**
 * Whether `text` is null or a fit with only known fields. Without its steps or its form, a result would be restored
 * from the wrong pixels.
 */
export function isFitText(text: unknown): boolean {
  return isDocument(text, ({ uploads, localForm = null, ...others }) => {
    const isForm = localForm === null || cutoutForms.some((form) => form === localForm);
    return isForm && isObject(uploads) && Object.values(uploads).every(isUpload) && Object.keys(others).length === 0;
  });
}

/** Whether `text` is null or a service response. */
export function isAnswerText(text: unknown): boolean {
  return isDocument(text, ({ files }) => Array.isArray(files) && files.every(isResponseFile));
}

/** Whether `text` is null or JSON. */
export function isJsonText(text: unknown): boolean {
  return text === null || text === undefined || parse(text) !== undefined;
}

export function isObjectText(text: unknown): boolean {
  return isObject(parse(text));
}

function isUpload(upload: unknown): boolean {
  if (!isObject(upload)) return false;
  const { steps, original, width, height } = upload;
  return Array.isArray(steps) && steps.every(isStep) && isSize(original) && isSize({ width, height });
}

function isStep(step: unknown): boolean {
  return isObject(step) && typeof step.kind === 'string';
}

function isSize(size: unknown): boolean {
  return isObject(size) && Number(size.width) > 0 && Number(size.height) > 0;
}

function isResponseFile(file: unknown): boolean {
  if (!isObject(file) || !isObject(file.from)) return false;
  return typeof file.element === 'string' && (typeof file.from.url === 'string' || typeof file.from.path === 'string');
}

function isDocument(text: unknown, hasFields: (document: Record<string, unknown>) => boolean): boolean {
  if (text === null || text === undefined) return true;
  const value = parse(text);
  return isObject(value) && hasFields(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
