/**
 * Small previews of a recipe's steps on one photograph, without jobs. Read `run-step.ts` (a step at a service),
 * `preview-cache.ts` (its result) and `compose-preview.ts` (the layout of an output) next.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { imageUrl } from '../../contract/app/image-urls.ts';
import type { ComposedReport, PreviewReport } from '../../contract/jobs/preview.ts';
import { joinMessages, type MessageDescriptor, msg, UserFacingError } from '../../contract/messages/message.ts';
import type { Step } from '../../contract/recipes/recipe.ts';
import { ImagingError } from '../imaging/errors.ts';
import { displayableFile, screenSide } from '../imaging/read/decodable-file.ts';
import { thumbnail } from '../imaging/read/display.ts';
import { ServiceFailure } from '../service/errors/service-failure.ts';
import { type ComposeOptions, composedSide, composePreview } from './compose-preview.ts';
import { type CachedResult, createPreviewCache, type PreviewCache } from './preview-cache.ts';
import { type PreviewService, previewSide, runStep } from './run-step.ts';

export interface Previews {
  /**
   * Runs steps in a row; cached results are not requested again. Aborts a running preview, unless its service
   * charges. Never rejects because of a failed step.
   */
  run(steps: readonly Step[], source: string, service: PreviewService): Promise<PreviewReport>;
  /** Returns the URL of a small copy. @throws Error if the photograph cannot be decoded */
  show(source: string): Promise<string>;
  /** Draws an output from the cutout of an earlier `run`, and aborts the previous one. Never rejects because of it. */
  compose(request: ComposeOptions): Promise<ComposedReport>;
  pathOf(token: string): string | null;
  /** Aborts the running preview and deletes all pictures. Later previews wait for it. */
  discard(): Promise<void>;
  close(): Promise<void>;
}

/** @param folder the first preview deletes the pictures of earlier runs in it, and nothing else */
export function openPreviews(folder: string): Previews {
  return new FolderPreviews(folder);
}

class FolderPreviews implements Previews {
  readonly #folder: string;
  readonly #cache: PreviewCache;
  /** Paths by token of `imageUrl.preview`. */
  readonly #pictures = new Map<string, string>();
  /** Null before the first preview, because a command must not delete pictures of a window. */
  #cleared: Promise<void> | null = null;
  #running: Promise<unknown> = Promise.resolve();
  #free = new AbortController();
  /** Paid previews are completed and cached, even if another one is requested. */
  readonly #paid = new AbortController();
  #composing = new AbortController();

  constructor(folder: string) {
    this.#folder = folder;
    this.#cache = createPreviewCache(folder);
  }

  readonly pathOf = (token: string): string | null => this.#pictures.get(token) ?? null;

  show(path: string): Promise<string> {
    return this.#draw(path, previewSide);
  }

  run(steps: readonly Step[], source: string, service: PreviewService): Promise<PreviewReport> {
    this.#free.abort();
    this.#free = new AbortController();
    const { signal } = service.charge === undefined ? this.#free : this.#paid;
    const report = this.#runSteps(steps, source, service, signal);
    this.#running = Promise.all([this.#running, report]);
    return report;
  }

  async compose(request: ComposeOptions): Promise<ComposedReport> {
    this.#composing.abort();
    this.#composing = new AbortController();
    const { signal } = this.#composing;
    const work = await this.#makeWorkFolder();
    try {
      const cutout = this.#cache.findByToken(request.trial);
      if (cutout === null) return failedReport(msg('previews.trialGone'));
      const composed = await composePreview(cutout, request, work, signal);
      const url = await this.#draw(composed.path, composedSide);
      // A newer request may have come by then.
      signal.throwIfAborted();
      const { width, height, notes, findings } = composed;
      return { url, width, height, notes, findings, error: null };
    } catch (error) {
      return failedReport(failureMessage(error, signal));
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }

  discard(): Promise<void> {
    this.#free.abort();
    // An aborted run still finishes its picture.
    this.#cleared = this.#running.then(async () => {
      await deletePictures(this.#folder);
      this.#pictures.clear();
      this.#cache.clear();
    });
    return this.#cleared;
  }

  async close(): Promise<void> {
    this.#free.abort();
    this.#paid.abort();
    this.#composing.abort();
    if (this.#cleared !== null) await deletePictures(this.#folder);
  }

  async #runSteps(
    steps: readonly Step[],
    source: string,
    service: PreviewService,
    signal: AbortSignal,
  ): Promise<PreviewReport> {
    const report = { beforeUrl: '', afterUrl: null, trial: null, made: 0, analysis: null, error: null };
    let made = 0;
    const work = await this.#makeWorkFolder();
    try {
      report.beforeUrl = await this.show(source);
      const { size, mtimeMs } = await stat(source);
      let from = { path: (await displayableFile(source, screenSide)).path, enlargedBy: 1 };
      let last: CachedResult | null = null;
      for (const step of steps) {
        const key = JSON.stringify([service.id, source, size, mtimeMs, steps.slice(0, made + 1)]);
        last = this.#cache.find(key);
        if (last === null) {
          if (service.maySend === false) return { ...report, made };
          const { path, analysis, enlargedBy } = await runStep(step, from.path, service, work, signal);
          if (path === null) return { ...report, made: steps.length, analysis: analysis ?? null };
          last = await this.#cache.add(key, path, { source, enlargedBy: from.enlargedBy * enlargedBy });
        }
        from = last;
        made += 1;
      }
      if (last === null) throw new Error('A preview needs at least one step');
      const afterUrl = await this.show(last.path);
      return { ...report, made, afterUrl, trial: last.isCutout ? last.token : null };
    } catch (error) {
      return { ...report, made, error: failureMessage(error, signal) };
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }

  async #draw(path: string, side: number): Promise<string> {
    const token = randomUUID();
    const file = join(this.#folder, `${token}.webp`);
    await this.#clearOnce();
    await mkdir(this.#folder, { recursive: true });
    await writeFile(file, await thumbnail(path, side));
    this.#pictures.set(token, file);
    return imageUrl.preview(token);
  }

  async #makeWorkFolder(): Promise<string> {
    const work = join(this.#folder, randomUUID());
    await this.#clearOnce();
    await mkdir(work, { recursive: true });
    return work;
  }

  async #clearOnce(): Promise<void> {
    this.#cleared ??= deletePictures(this.#folder);
    await this.#cleared;
  }
}

/** Names by `randomUUID`: pictures, cached results, and work folders. */
const ownName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.webp|\.trial)?$/;

async function deletePictures(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => ownName.test(each))) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

function failedReport(error: MessageDescriptor): ComposedReport {
  return { url: null, width: 0, height: 0, notes: [], findings: null, error };
}

function failureMessage(error: unknown, signal: AbortSignal): MessageDescriptor {
  if (signal.aborted) return msg('previews.replaced');
  if (error instanceof ServiceFailure) return error.sentence;
  if (error instanceof ImagingError) return error.sentence;
  if (error instanceof UserFacingError) return joinMessages(error.sentence);
  return msg('previews.failed');
}
