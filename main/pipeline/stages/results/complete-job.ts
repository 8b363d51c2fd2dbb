/** Completes a job whose files are placed. */
import { link, mkdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Box } from '../../../../contract/jobs/result.ts';
import { joinMessages, type Message, msg } from '../../../../contract/messages/message.ts';
import type { FileCheck } from '../../../../contract/recipes/marketplace-check.ts';
import { syncContent } from '../../../files/atomic-write.ts';
import { checkOutputs } from '../../../imaging/check/check-outputs.ts';
import { quotedSize } from '../../../imaging/size.ts';
import type { AdditionalFile, EventText, Job, NewResult } from '../../../store/index.ts';
import type { Outcome } from '../../stage-outcome.ts';
import type { StageContext } from '../stage-types.ts';
import type { PlacedFile } from './place-file.ts';
import { trashReplacedResults } from './replace-result.ts';
import { cacheSteps } from './step-cache.ts';

/** Skipped or placed; sizes in px. */
export interface PlacedOutput {
  readonly output: number;
  readonly file: PlacedFile;
  readonly width: number;
  readonly height: number;
}

/** Can be remade from the files of other outputs. */
export interface FailedOutput {
  readonly output: number;
  readonly why: Message;
  /** Whether a remake fails again. */
  readonly isPermanent?: boolean;
}

export interface PlacedImage {
  readonly element: string;
  readonly files: readonly PlacedOutput[];
  readonly notMade: readonly FailedOutput[];
  /** Bounds in the photograph, px. */
  readonly box: Box | null;
}

export async function completeWithImages(
  job: Job,
  images: readonly PlacedImage[],
  context: StageContext,
): Promise<Outcome> {
  const { store } = context;
  const results: NewResult[] = [];
  const events: EventText[] = [];
  const checks: { readonly element: string; readonly found: readonly FileCheck[] }[] = [];
  for (const { element, files, notMade, box } of images) {
    const written: AdditionalFile[] = [];
    for (const { output, file, width, height } of files) {
      if ('skipped' in file) {
        events.push({ kind: 'notice', text: msg('pipeline.name.left', { name: basename(file.skipped) }) });
        continue;
      }
      const { path, bytes } = file;
      written.push({ output, path, width, height, bytes });
      const text = msg('pipeline.name.written', { name: basename(path), size: quotedSize({ width, height }) });
      events.push(...file.events, { kind: 'result', text });
    }
    for (const { output, why, isPermanent } of notMade) {
      const head = msg(isPermanent ? 'pipeline.output.cannotBeMade' : 'pipeline.output.notMade', {
        number: output + 1,
      });
      const text = joinMessages(head, why);
      events.push({ kind: 'notice', text });
    }
    const [shown, ...further] = written;
    if (shown === undefined) continue;
    const { path, width, height, bytes } = shown;
    const resultFields = { ...ofJob(job), kind: 'image', element: element === '' ? null : element } as const;
    checks.push({ element, found: await checkOutputs(job.recipe, written, { ...context, presets: store.presets }) });
    results.push({ ...resultFields, path, width, height, bytes, box, further });
  }
  return {
    kind: 'next',
    to: 'done',
    commit: () => {
      results.forEach(store.results.add);
      for (const { element, found } of checks) store.checks.set({ jobId: job.id, step: job.step, element }, found);
      for (const event of events) store.events.add(job.id, event);
      store.stepRuns.allSpent(job.id, job.step);
    },
    // A kill before this leaves both files.
    after: async () => {
      await savePreviewSource(job, context);
      await cacheSteps(job, context);
      await trashReplacedResults(job.id, context);
    },
  };
}

/** @param found `body` is in px of the photograph; null if `raw` is */
export function completeWithAnalysis(
  job: Job,
  found: { readonly raw: unknown; readonly body: unknown; readonly width: number; readonly height: number },
  context: StageContext,
): Outcome {
  const { store } = context;
  return {
    kind: 'next',
    to: 'done',
    event: { kind: 'result', text: msg('pipeline.result.findings') },
    commit: () => {
      store.results.add({ ...ofJob(job), kind: 'analysis', ...found });
      store.stepRuns.allSpent(job.id, job.step);
    },
    after: async () => {
      await savePreviewSource(job, context);
      await cacheSteps(job, context);
    },
  };
}

function ofJob({ id, batchId, step, operation }: Job) {
  return { jobId: id, batchId, step, operation };
}

/** Each takes space until its preview exists. */
const maxWaitingPreviews = 40;

/**
 * Links the processed content for main/review/preview-cache, so that the card may be removed. After a failure, the
 * preview is made from the original file.
 */
async function savePreviewSource(
  { photographId }: Pick<Job, 'photographId'>,
  { store, folder }: Pick<StageContext, 'store' | 'folder'>,
): Promise<void> {
  const { keptPreviews, settings } = store;
  if (photographId === null || settings.recent().keptPreviewsMegabytes === 0) return;
  if (!keptPreviews.isPending(photographId) || keptPreviews.hasManyPending(maxWaitingPreviews)) return;
  const waiting = keptPreviews.waitingFile(photographId);
  try {
    await mkdir(dirname(waiting), { recursive: true, mode: 0o700 });
    // It may be the only copy without the card.
    await syncContent(folder.source);
    await link(folder.source, waiting);
  } catch {
    // No hard links, or another job left the same content.
  }
}
