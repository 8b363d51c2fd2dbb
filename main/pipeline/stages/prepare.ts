/** Stage 1: checks that a job can be done and its results written, and prepares the upload. */
import { basename } from 'node:path';
import { joinMessages, msg } from '../../../contract/messages/message.ts';
import { operations } from '../../../contract/operations/table.ts';
import { outputsOf } from '../../../contract/recipes/recipe.ts';
import { withTimeout } from '../../files/with-timeout.ts';
import { inspectBackground } from '../../imaging/compose/background.ts';
import { ImagingError } from '../../imaging/errors.ts';
import type { EventText, Job } from '../../store/index.ts';
import { dataFolderSpaceProblem } from '../output/free-space.ts';
import { jobError, type Outcome } from '../stage-outcome.ts';
import { findExistingResult } from './results/existing-results.ts';
import { openResultFolders, type ResultFolder, resultFolders } from './results/result-folders.ts';
import { resumeFromCachedSteps } from './results/step-cache.ts';
import { checkConditions } from './source/check-conditions.ts';
import { copySource, type SourceContent } from './source/copy-source.ts';
import { fitUploads } from './source/fit-uploads.ts';
import type { StageContext } from './stage-types.ts';
import { findLostStepInput } from './work/step-input.ts';
import { clearResults, makeWorkFolder } from './work/work-folder.ts';

export async function prepare(job: Job, context: StageContext): Promise<Outcome> {
  const folders = resultFolders(job);
  const earlyOutcome =
    (await skipExistingResult(job, folders, context)) ??
    (await checkOperation(job, context)) ??
    (await openResultFolders(job, folders, context)) ??
    (await checkBackgrounds(job)) ??
    (await checkDataFolder(job, context)) ??
    (await openStepInput(job, context));
  return earlyOutcome ?? prepareUpload(job, context);
}

async function skipExistingResult(
  job: Job,
  folders: readonly ResultFolder[],
  context: StageContext,
): Promise<Outcome | null> {
  const existingResult = await findExistingResult(job, folders, context);
  if (existingResult === null) return null;
  const text = msg('pipeline.skipped', { name: basename(existingResult) });
  // The photograph counts as unprocessed, even after an earlier try.
  const commit = () => context.store.stepRuns.notTaken(job.id, job.step);
  return { kind: 'next', to: 'done', event: { kind: 'notice', text }, commit };
}

async function checkOperation({ operation }: Job, context: StageContext): Promise<Outcome | null> {
  const available = await context.available();
  if (available === null || available.has(operation)) return null;
  const message = msg('pipeline.notAvailable', { operation: { named: operations[operation].title } });
  return { kind: 'fail', error: jobError('service', 'NOT_AVAILABLE', message, 'edit-recipe') };
}

/** A paid result must not fail for an unusable background. */
async function checkBackgrounds({ recipe }: Job): Promise<Outcome | null> {
  for (const { composition } of outputsOf(recipe)) {
    if (composition?.background.kind !== 'picture') continue;
    const { path } = composition.background;
    try {
      await withTimeout(inspectBackground(path));
    } catch (error) {
      const isLate = (error as NodeJS.ErrnoException).code === 'ETIMEDOUT';
      if (!isLate && !(error instanceof ImagingError)) throw error;
      const message = isLate ? msg('pipeline.background.late', { path }) : (error as ImagingError).sentence;
      return { kind: 'fail', error: jobError('input', 'NO_BACKGROUND', message, 'edit-recipe') };
    }
  }
  return null;
}

async function checkDataFolder(job: Job, { store }: StageContext): Promise<Outcome | null> {
  const closed = await dataFolderSpaceProblem(job, store);
  return closed === null ? null : { kind: 'closed', closed };
}

/** @returns null if the image of the step is in the work folder */
async function openStepInput(job: Job, context: StageContext): Promise<Outcome | null> {
  const { folder } = context;
  const isNew = await makeWorkFolder(folder);
  if (!isNew) clearResults(folder, job.step);
  if (job.step > 0) return findLostStepInput(job, context);
  const newContent = await copySource(job, context);
  if (newContent !== null) return requeueWithContent(job, newContent, context);
  const excluded = await checkConditions(job, context);
  if (excluded !== null || job.recipe.steps.length < 2) return excluded;
  return context.atRisk(() => resumeFromCachedSteps(job, context));
}

/** Cancels the job if another one has the new content. */
function requeueWithContent(job: Job, content: SourceContent, { store }: StageContext): Outcome {
  const cancelOutcome: Outcome = {
    kind: 'next',
    to: 'cancelled',
    event: { kind: 'notice', text: msg('pipeline.source.elsewhere') },
  };
  return {
    kind: 'next',
    to: 'queued',
    event: { kind: 'notice', text: msg('pipeline.source.newContent') },
    commit: () => (store.jobs.changeContent(job.id, content) ? undefined : cancelOutcome),
  };
}

async function prepareUpload(job: Job, context: StageContext): Promise<Outcome> {
  const { store } = context;
  const { upload, main, notes } = await fitUploads(job, context);
  const event: EventText | undefined =
    notes.length > 0 ? { kind: 'fitted', text: joinMessages(msg('pipeline.fitted'), ...notes) } : undefined;
  return {
    kind: 'next',
    to: 'submitting',
    ...(event ? { event } : {}),
    commit: () => {
      store.stepRuns.prepared(job.id, job.step, {
        operation: job.operation,
        fitted: notes,
        fit: upload,
        uploadWidth: main?.width ?? null,
        uploadHeight: main?.height ?? null,
      });
      store.stepRuns.sending(job.id, job.step);
    },
  };
}
