import type { BigIntStats } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { JobError } from '../../../contract/jobs/job.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { operations } from '../../../contract/operations/table.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { contentHash } from '../../files/content-hash.ts';
import { previewRefusal, workingSize } from '../../imaging/develop/raw-preview-policy.ts';
import { type InputProblem, inputProblems } from '../../imaging/fit/input-problems.ts';
import type { ImageFacts } from '../../imaging/read/inspect-image.ts';
import type { NewJob } from '../../store/index.ts';
import type { FoundFile } from '../paths/found-file.ts';
import { displayName, isLink, readErrorMessage } from '../paths/path-kind.ts';
import { type ExamineOptions, inspectionDepth } from './add-options.ts';
import { createJob } from './create-job.ts';
import { type InspectedImage, inspect } from './inspect-file.ts';
import { pairedFileToUse } from './raw-pairs.ts';

export type ExamineOutcome =
  | { readonly kind: 'take'; readonly job: NewJob; readonly isDecoded: boolean }
  /** Becomes a job that fails with the problem and can be retried. */
  | {
      readonly kind: 'take-refused';
      readonly job: NewJob;
      readonly message: MessageDescriptor;
      readonly problem: JobError;
    }
  | { readonly kind: 'refuse'; readonly message: MessageDescriptor }
  /** Another file of the same shot is added. */
  | { readonly kind: 'pair' }
  | { readonly kind: 'pass' };

/**
 * Decides whether a file becomes a job, is rejected, or is skipped. Files may vanish in the process.
 * @throws the signal's reason, and errors that are not those of the file system
 */
export async function examine(file: FoundFile, options: ExamineOptions): Promise<ExamineOutcome> {
  try {
    const outcome = await examineContent(file, options);
    // Check this last, because a link may have replaced the file before it was read.
    const isReplaced = options.from === 'hand' && !file.named && !file.isLink && (await isLink(file.path));
    if (!isReplaced) return outcome;
    return { kind: 'refuse', message: msg('intake.file.replacedByLink', { name: displayName(file.path) }) };
  } catch (error) {
    if (options.signal?.aborted || (error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return options.from === 'hand'
      ? { kind: 'refuse', message: await readErrorMessage(file.path, error) }
      : { kind: 'pass' };
  }
}

async function examineContent(file: FoundFile, options: ExamineOptions): Promise<ExamineOutcome> {
  const { signal, settings } = options;
  if (!file.alone && (await pairedFileToUse(file.path, settings.rawAndJpeg)) !== null) return { kind: 'pair' };
  const { found: facts, status } = await inspect(file.path, inspectionDepth(options), signal);
  switch (facts.kind) {
    case 'image':
      return examineImage(file, facts, status ?? (await statusOf(file)), options);
    case 'broken':
    case 'unsupported':
    case 'too-many-pixels': {
      const hash = await contentHash(file.path, signal);
      const current = await statusOf(file);
      const content = { hash, status: current };
      const job = await createJob(file, { bytes: Number(current.size), width: 0, height: 0 }, content, options);
      return job === null ? { kind: 'pass' } : failJob(job, 'UNUSABLE_FILE', facts.message, 'replace-file');
    }
    case 'missing':
    case 'unreadable':
    case 'empty':
    case 'not-an-image':
    case 'too-large':
      return options.from === 'hand' ? { kind: 'refuse', message: facts.message } : { kind: 'pass' };
    default:
      return facts satisfies never;
  }
}

async function examineImage(
  file: FoundFile,
  facts: InspectedImage,
  status: BigIntStats,
  options: ExamineOptions,
): Promise<ExamineOutcome> {
  if (file.contentHash !== undefined && file.contentHash !== facts.hash)
    return { kind: 'refuse', message: msg('intake.file.changedSince', { name: facts.name }) };
  const { rawPreview } = options.settings;
  const sized = { ...facts, ...workingSize(facts, rawPreview) };
  const bytes = facts.developed?.fileBytes ?? facts.bytes;
  const job = await createJob(file, { ...sized, bytes }, { hash: facts.hash, status }, options);
  if (job === null) return { kind: 'pass' };
  const preview = previewRefusal(facts.developed, rawPreview, facts.name);
  if (preview) return failJob(job, 'UNUSABLE_FILE', preview, 'replace-file');
  const { recipe } = options;
  const [problem] = findProblems(sized, recipe);
  if (!problem) return { kind: 'take', job, isDecoded: facts.isDecoded };
  return failJob(job, 'DOES_NOT_FIT', problem.message, recipe.fit ? 'replace-file' : 'edit-recipe');
}

const statusOf = ({ path }: FoundFile) => stat(path, { bigint: true });

function findProblems(facts: ImageFacts, { steps, fit }: Recipe): InputProblem[] {
  const [first] = steps;
  if (!first) return [];
  const operation = operations[first.operation];
  return inputProblems(facts, operation, operation.images[0]!, fit);
}

function failJob(job: NewJob, code: string, message: MessageDescriptor, advice: JobError['advice']): ExamineOutcome {
  return { kind: 'take-refused', job, message, problem: inputProblem(code, message, advice) };
}

/** Returns the error that the queue would report for the same problem. */
export const inputProblem = (code: string, message: MessageDescriptor, advice: JobError['advice']): JobError => ({
  kind: 'input',
  code,
  message,
  advice,
  requestId: null,
  logId: null,
});
