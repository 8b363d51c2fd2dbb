/** The end of a job whose files have their names: what is written with it, and what is left to do. */
import { basename } from 'node:path';
import type { Box } from '../../../../contract/jobs/result.ts';
import { joinMessages, type Message, msg } from '../../../../contract/messages/message.ts';
import type { FileCheck } from '../../../../contract/recipes/marketplace-check.ts';
import { checkOutputs } from '../../../imaging/check/check-outputs.ts';
import { quotedSize } from '../../../imaging/size.ts';
import type { AdditionalFile, EventText, Job, NewResult } from '../../../store/index.ts';
import type { Outcome } from '../../stage-outcome.ts';
import { savePreviewSource } from '../save-preview-source.ts';
import type { StageContext } from '../stage-types.ts';
import type { PlacedFile } from './place-file.ts';
import { trashReplacedResults } from './replace-result.ts';
import { cacheSteps } from './step-cache.ts';

/** The file of one output, under its name or left out by the rule "skip"; sizes in px. */
export interface PlacedOutput {
  /** Number of the recipe's output, 0 for the first. */
  readonly output: number;
  readonly file: PlacedFile;
  readonly width: number;
  readonly height: number;
}

/** An output of which no file could be made, and why: it may be made again from those that there are. */
export interface FailedOutput {
  readonly output: number;
  readonly why: Message;
  /** Making it again fails again. */
  readonly isPermanent?: boolean;
}

/** One image of a result, with its files in the order of the outputs. */
export interface PlacedImage {
  readonly element: string;
  readonly files: readonly PlacedOutput[];
  readonly notMade: readonly FailedOutput[];
  /** Its place in the photograph, px. */
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
    // Only now is the new result known: a kill before this leaves both.
    after: async () => {
      await savePreviewSource(job, context);
      await cacheSteps(job, context);
      await trashReplacedResults(job.id, context);
    },
  };
}

/** `body`: in px of the photograph; null where `raw`, the answer as it came, is in these already. */
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
