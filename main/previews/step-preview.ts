/** A recipe's steps tried out on one photograph, small, for the screen only: nothing is placed and no job is made. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { imageUrl } from '../../contract/app/image-urls.ts';
import type { ComposedReport, PreviewReport } from '../../contract/jobs/preview.ts';
import { joinMessages, type MessageDescriptor, msg, UserFacingError } from '../../contract/messages/message.ts';
import type { ImageInput } from '../../contract/operations/operation-spec.ts';
import { operations } from '../../contract/operations/table.ts';
import type { Step } from '../../contract/recipes/recipe.ts';
import { ImagingError } from '../imaging/errors.ts';
import { fitToInput } from '../imaging/fit/fit.ts';
import { displayableFile, screenSide } from '../imaging/read/decodable-file.ts';
import { thumbnail } from '../imaging/read/display.ts';
import { assertResultSize } from '../imaging/restore/index.ts';
import type { ServiceClient } from '../service/client.ts';
import { isTaskFailure, type ResponseIds, ServiceFailure } from '../service/errors/service-failure.ts';
import type { ServiceResult } from '../service/results/read-result.ts';
import { type ComposeRequestOptions, composedSide, composePreview } from './compose-preview.ts';
import { createPreviewCache, type Trial } from './preview-cache.ts';

/** Keeps account of a request that a service may charge for. */
export interface Charging {
  /** It is about to be sent. @throws UserFacingError where it must not be */
  reserve(): void;
  /** What became of it; `uncertain`: nobody knows. */
  end(outcome: 'charged' | 'not-charged' | 'uncertain', ids: Partial<ResponseIds> & { readonly taskId?: string }): void;
}

/** Who carries steps out, and keeps account of it. */
export interface PreviewService {
  readonly id: string;
  readonly client: ServiceClient;
  /** Absent for a free service. */
  readonly charge?: (step: Step) => Charging | null;
  /** False: nothing is sent, and what is at hand is shown alone. */
  readonly maySend?: boolean;
}

/** Longest side of a preview, px: enough to judge by, quick to make. */
const previewSide = 1024;

export interface Previews {
  /**
   * Runs `steps` on `source`, each on what the one before came to. What came of the same steps before is not asked for again. An
   * earlier preview that still runs is given up, unless its service charges. Never rejects for what is wrong with a step.
   */
  run(steps: readonly Step[], source: string, service: PreviewService): Promise<PreviewReport>;
  /**
   * Address of a small copy of a photograph, for what is seen while a preview is made.
   * @throws Error when it cannot be decoded
   */
  show(source: string): Promise<string>;
  /**
   * Lays out the cutout of an earlier `run`, which stays as it is; an earlier layout that is still drawn is given up. Never rejects for
   * what is wrong with the output.
   */
  compose(request: ComposeRequestOptions): Promise<ComposedReport>;
  /** The file behind a token of `imageUrl.preview`, or null. */
  pathOf(token: string): string | null;
  /** Stops the running preview and deletes all pictures. Later previews wait for it. */
  discard(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param folder for the pictures of this run; those of an earlier one are removed with the first preview, and nothing else:
 *   a command, which makes none, leaves alone what a window beside it shows
 */
export function openPreviews(folder: string): Previews {
  let opened: Promise<void> | null = null;
  let running: Promise<unknown> = Promise.resolve();
  const open = async () => {
    opened ??= clear(folder);
    await opened;
  };
  const files = new Map<string, string>();
  let current = new AbortController();
  /** Paid previews are finished and kept, even if another one is requested. */
  const paid = new AbortController();

  let composing = new AbortController();
  const trials = createPreviewCache(folder);

  const show = async (path: string, side = previewSide): Promise<string> => {
    const token = randomUUID();
    const file = join(folder, `${token}.webp`);
    await open();
    await mkdir(folder, { recursive: true });
    await writeFile(file, await thumbnail(path, side));
    files.set(token, file);
    return imageUrl.preview(token);
  };

  return {
    show,
    compose: async (request) => {
      composing.abort();
      composing = new AbortController();
      const { signal } = composing;
      const work = join(folder, randomUUID());
      await open();
      await mkdir(work, { recursive: true });
      try {
        const trial = trials.get(request.trial);
        if (trial === null) return undrawn(msg('previews.trialGone'));
        const composed = await composePreview(trial, request, work, signal);
        const url = await show(composed.path, composedSide);
        // What came while it was written is newer.
        signal.throwIfAborted();
        const { width, height, notes, findings } = composed;
        return { url, width, height, notes, findings, error: null };
      } catch (error) {
        return undrawn(sentence(error, signal));
      } finally {
        await rm(work, { recursive: true, force: true });
      }
    },
    run: (steps, source, service) => {
      const report = runSteps(steps, source, service);
      running = Promise.all([running, report]);
      return report;
    },
    pathOf: (token) => files.get(token) ?? null,
    discard: () => {
      current.abort();
      // A stopped run still writes the picture it has begun.
      opened = running.then(async () => {
        await clear(folder);
        files.clear();
        trials.clear();
      });
      return opened;
    },
    close: async () => {
      current.abort();
      paid.abort();
      composing.abort();
      if (opened !== null) await clear(folder);
    },
  };

  async function runSteps(steps: readonly Step[], source: string, service: PreviewService): Promise<PreviewReport> {
    current.abort();
    current = new AbortController();
    const { signal } = service.charge === undefined ? current : paid;
    const work = join(folder, randomUUID());
    const report = { beforeUrl: '', afterUrl: null, trial: null, made: 0, analysis: null, error: null };
    let made = 0;
    await open();
    await mkdir(work, { recursive: true });
    try {
      report.beforeUrl = await show(source);
      const { size, mtimeMs } = await stat(source);
      let from = { path: (await displayableFile(source, screenSide)).path, enlargedBy: 1 };
      let last: Trial | null = null;
      for (const step of steps) {
        const key = JSON.stringify([service.id, source, size, mtimeMs, steps.slice(0, made + 1)]);
        last = trials.of(key);
        if (last === null) {
          if (service.maySend === false) return { ...report, made };
          const { result, enlargedBy } = await carryOut(step, from.path, service, work, signal);
          const path = await fileOf(result, service.client, work, signal);
          if (path === null) return { ...report, made: steps.length, analysis: result.analysis ?? null };
          last = await trials.keep(key, path, { source, enlargedBy: from.enlargedBy * enlargedBy });
        }
        from = last;
        made += 1;
      }
      if (last === null) throw new Error('a preview of no step');
      const afterUrl = await show(last.path);
      return { ...report, made, afterUrl, trial: last.isCutout ? last.token : null };
    } catch (error) {
      return { ...report, made, error: sentence(error, signal) };
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }
}

/** What `randomUUID` names: pictures, the cutouts of trials, and the folders they are made in. */
const ownName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.webp|\.trial)?$/;

async function clear(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => ownName.test(each))) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** The first file of a result, in `work`; null where it has none. */
async function fileOf(
  { files: [first] }: ServiceResult,
  client: ServiceClient,
  work: string,
  signal: AbortSignal,
): Promise<string | null> {
  if (first === undefined) return null;
  const path = 'path' in first.from ? first.from.path : join(work, 'result');
  if ('url' in first.from) await client.download(first.from.url, path, { signal, namedFrom: first.from.namedFrom });
  await assertResultSize(path, []);
  return path;
}

async function carryOut(
  step: Step,
  source: string,
  { client, charge: chargeOf }: PreviewService,
  work: string,
  signal: AbortSignal,
): Promise<{ readonly result: ServiceResult; readonly enlargedBy: number }> {
  const spec = operations[step.operation];
  const paths = [source, step.reference];
  const files: Record<string, string> = {};
  let enlargedBy = 1;
  for (const [index, input] of spec.images.entries()) {
    const path = paths[index];
    if (!path) continue;
    const request = { source: path, operation: spec, input: small(input), to: work, isFitAllowed: true, signal };
    const fitted = await fitToInput(request);
    files[input.field] = fitted.path;
    if (index === 0) enlargedBy = 1 / fitted.scale;
  }
  const charge = chargeOf?.(step);
  charge?.reserve();
  let isSent = false;
  let task: { taskId?: string } = {};
  try {
    const submitted = await client.submit({
      operation: step.operation,
      params: step.params,
      files,
      scratch: work,
      signal,
      onBodySent: () => {
        isSent = true;
      },
    });
    if (submitted.kind === 'task') task = { taskId: submitted.taskId };
    const { result, ids } =
      submitted.kind === 'result' ? submitted : await pollTask(step, submitted, client, work, signal);
    charge?.end('charged', { ...ids, ...task });
    return { result, enlargedBy };
  } catch (error) {
    const failure = error instanceof ServiceFailure ? error : null;
    // Refused, or failed as a task; what was given up or lost may have been charged.
    const isRefused =
      failure !== null &&
      failure.code !== 'RESULT_EMPTY' &&
      (task.taskId === undefined ? failure.kind !== 'uncertain' : isTaskFailure(failure));
    charge?.end(isRefused || !isSent ? 'not-charged' : 'uncertain', { ...(failure ?? {}), ...task });
    throw error;
  }
}

/** Queries of a task that may fail in a row: someone is waiting for the preview. */
const maxFailedQueries = 12;

/** Queries a task until it is finished. A query that fails is repeated, because it says nothing about the task. */
async function pollTask(
  step: Step,
  { taskId }: { readonly taskId: string },
  client: ServiceClient,
  work: string,
  signal: AbortSignal,
) {
  for (let failed = 0; ; ) {
    await wait(client.pollIntervalMs, undefined, { signal });
    try {
      const answer = await client.query(step.operation, taskId, work, signal);
      if (answer.kind === 'result') return answer;
      failed = 0;
    } catch (error) {
      failed += 1;
      const canRepeat = error instanceof ServiceFailure && !isTaskFailure(error) && error.kind !== 'uncertain';
      if (!canRepeat || failed >= maxFailedQueries) throw error;
    }
  }
}

/** The same input with a longest side that is quick to process. */
function small(input: ImageInput): ImageInput {
  return { ...input, maxSidePx: Math.min(input.maxSidePx ?? previewSide, previewSide) };
}

function undrawn(error: MessageDescriptor): ComposedReport {
  return { url: null, width: 0, height: 0, notes: [], findings: null, error };
}

function sentence(error: unknown, signal: AbortSignal): MessageDescriptor {
  if (signal.aborted) return msg('previews.replaced');
  if (error instanceof ServiceFailure) return error.sentence;
  if (error instanceof ImagingError) return error.sentence;
  if (error instanceof UserFacingError) return joinMessages(error.sentence);
  return msg('previews.failed');
}
