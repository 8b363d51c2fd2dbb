/** A recipe's step tried out on one photograph, small, for the screen only: nothing is placed and no job is made. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { PreviewReport } from '../../preload/contract/channels.ts';
import { imageUrl } from '../../preload/contract/images.ts';
import type { ImageInput } from '../../preload/contract/operations/spec.ts';
import { operations } from '../../preload/contract/operations/table.ts';
import type { Step } from '../../preload/contract/recipe.ts';
import { type Sentence, say } from '../../preload/contract/sentence.ts';
import { pollIntervalMs } from '../../preload/contract/task.ts';
import { ImagingError } from '../imaging/errors.ts';
import { fitToInput } from '../imaging/fit/fit.ts';
import { thumbnail } from '../imaging/read/thumbnail.ts';
import { requireModestSize } from '../imaging/restore/result-limit.ts';
import type { ServiceClient } from '../service/client.ts';
import { ServiceFailure } from '../service/failure.ts';
import type { ServiceResult } from '../service/results.ts';

/** Longest side of a preview, px: enough to judge by, quick to make. */
const previewSide = 1024;

export interface Previews {
  /** Runs `step` on `source`; an earlier preview that still runs is given up. Never rejects for what is wrong with the step. */
  run(step: Step, source: string, client: ServiceClient): Promise<PreviewReport>;
  /**
   * Address of a small copy of a photograph, for what is seen while a preview is made.
   * @throws Error when it cannot be decoded
   */
  show(source: string): Promise<string>;
  /** The file behind a token of `imageUrl.preview`, or null. */
  pathOf(token: string): string | null;
  close(): Promise<void>;
}

/**
 * @param folder for the pictures of this run; those of an earlier one are removed with the first preview, and nothing else:
 *   a command, which makes none, leaves alone what a window beside it shows
 */
export function openPreviews(folder: string): Previews {
  let opened: Promise<void> | null = null;
  const open = async () => {
    opened ??= clear(folder);
    await opened;
  };
  const files = new Map<string, string>();
  let current = new AbortController();

  const show = async (path: string): Promise<string> => {
    const token = randomUUID();
    const file = join(folder, `${token}.webp`);
    await open();
    await mkdir(folder, { recursive: true });
    await writeFile(file, await thumbnail(path, previewSide));
    files.set(token, file);
    return imageUrl.preview(token);
  };

  return {
    show,
    run: async (step, source, client) => {
      current.abort();
      current = new AbortController();
      const { signal } = current;
      const work = join(folder, randomUUID());
      await open();
      await mkdir(work, { recursive: true });
      let beforeUrl = '';
      try {
        beforeUrl = await show(source);
        const result = await carryOut(step, source, client, work, signal);
        const first = result.files[0];
        if (first === undefined) return { beforeUrl, afterUrl: null, analysis: result.analysis ?? null, error: null };
        const path = 'path' in first.from ? first.from.path : join(work, 'result');
        if ('url' in first.from)
          await client.download(first.from.url, path, { signal, namedFrom: first.from.namedFrom });
        await requireModestSize(path, []);
        return { beforeUrl, afterUrl: await show(path), analysis: null, error: null };
      } catch (error) {
        return { beforeUrl, afterUrl: null, analysis: null, error: sentence(error, signal) };
      } finally {
        await rm(work, { recursive: true, force: true });
      }
    },
    pathOf: (token) => files.get(token) ?? null,
    close: async () => {
      current.abort();
      if (opened !== null) await clear(folder);
    },
  };
}

/** What `randomUUID` names: pictures, and the folders they are made in. */
const ownName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.webp)?$/;

async function clear(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => ownName.test(each))) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function carryOut(
  step: Step,
  source: string,
  client: ServiceClient,
  work: string,
  signal: AbortSignal,
): Promise<ServiceResult> {
  const spec = operations[step.operation];
  const paths = [source, step.reference];
  const files: Record<string, string> = {};
  for (const [index, input] of spec.images.entries()) {
    const path = paths[index];
    if (path)
      files[input.field] = (
        await fitToInput({ source: path, operation: spec, input: small(input), to: work, allow: true, signal })
      ).path;
  }
  const submitted = await client.submit({
    operation: step.operation,
    params: step.params,
    files,
    scratch: work,
    signal,
  });
  if (submitted.kind === 'result') return submitted.result;
  for (;;) {
    await wait(pollIntervalMs, undefined, { signal });
    const answer = await client.query(step.operation, submitted.taskId, work, signal);
    if (answer.kind === 'result') return answer.result;
  }
}

/** The same input with a longest side that is quick to process. */
function small(input: ImageInput): ImageInput {
  return { ...input, longestSide: Math.min(input.longestSide ?? previewSide, previewSide) };
}

function sentence(error: unknown, signal: AbortSignal): Sentence {
  if (signal.aborted) return say('previews.replaced');
  if (error instanceof ServiceFailure) return error.sentence;
  if (error instanceof ImagingError) return error.sentence;
  return say('previews.failed');
}
