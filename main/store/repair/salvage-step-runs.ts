/** Runs of steps in a damaged database: one whose documents are damaged still names what was paid, and is kept without them. */
import { cutoutForms } from '../../../contract/operations/cutout.ts';
import type { Merged } from './merge-rows.ts';
import type { Value } from './sqlite-records.ts';
import type { Row } from './table-shapes.ts';

/** @param copy runs of the copy by key: what a damaged document of the same upload was like */
export function salvageStepRuns(runs: Merged, copy: ReadonlyMap<string, Row>): Merged {
  const sound: Merged = new Map();
  for (const [key, { row, origin }] of runs) sound.set(key, { row: soundRun(row, copy.get(key) ?? null), origin });
  return sound;
}

function soundRun(row: Row, before: Row | null): Row {
  const isOfSame = before !== null && before.submitted_at === row.submitted_at && before.operation === row.operation;
  const sound = (column: string, isSound: (text: unknown) => boolean): Value => {
    if (isSound(row[column])) return row[column] ?? null;
    return isOfSame && isSound(before[column]) ? (before[column] ?? null) : null;
  };
  const answer = sound('answer', isAnswerText);
  // An answer that is lost is asked for again, where there is a task to ask about.
  const isLost = row.answer != null && answer === null && row.task_id != null;
  return {
    ...row,
    fitted: sound('fitted', isJsonText) ?? '[]',
    fit: sound('fit', isFitText),
    answer,
    finished_at: isLost ? null : (row.finished_at ?? null),
  };
}

/**
 * Whether `text` is null, or every field of it is one of a fit that the pipeline reads. Without its steps or its form, a result
 * would be restored from the wrong pixels.
 */
export function isFitText(text: unknown): boolean {
  return isDocument(text, ({ uploads, localForm = null, ...others }) => {
    const isForm = localForm === null || cutoutForms.some((form) => form === localForm);
    return isForm && isObject(uploads) && Object.values(uploads).every(isUpload) && Object.keys(others).length === 0;
  });
}

/** True if `text` is null or has every field of a service response that the pipeline reads. */
export function isAnswerText(text: unknown): boolean {
  return isDocument(text, ({ files }) => Array.isArray(files) && files.every(isResponseFile));
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

function isDocument(text: unknown, holds: (document: Record<string, unknown>) => boolean): boolean {
  if (text === null || text === undefined) return true;
  const value = parsed(text);
  return isObject(value) && holds(value);
}

function isJsonText(text: unknown): boolean {
  return text === null || text === undefined || parsed(text) !== undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
