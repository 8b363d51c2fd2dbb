/** Cache of images between steps, so that recipes with the same first steps do not pay for them again. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { constants, copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { msg } from '../../../../contract/messages/message.ts';
import { renderingOf, withDefaults } from '../../../../contract/recipes/output.ts';
import type { Recipe } from '../../../../contract/recipes/recipe.ts';
import { syncContent, syncFolder } from '../../../files/atomic-write.ts';
import { fingerprint } from '../../../files/content-hash.ts';
import { inspectImage } from '../../../imaging/read/inspect-image.ts';
import { canonicalJson, type Job, type Store } from '../../../store/index.ts';
import type { Outcome } from '../../stage-outcome.ts';
import type { StageContext } from '../stage-types.ts';
import { stepRunOf } from '../work/step-run.ts';
import { syncWorkFolder, workFolder } from '../work/work-folder.ts';
import { reuseFinishedFile } from './reuse-file.ts';

const maxCachedBytes = 2_000_000_000;
const maxCachedImages = 500;

/** Complete and uncompressed. */
const plain = renderingOf(withDefaults({ format: 'png' }));

const cacheFolder = (root: string) => join(root, 'kept');
const cachePath = (root: string, jobId: number, step: number) => join(cacheFolder(root), `${jobId}-${step}`);

/**
 * Resumes after the first steps that an earlier job of the photograph and service has done. Returns null without one.
 */
export async function resumeFromCachedSteps(job: Job, context: StageContext): Promise<Outcome | null> {
  const { steps } = job.recipe;
  if (steps.length < 2) return null;
  const found = withSameSteps(job, context.store);
  for (const { other, done } of found) {
    const image = await copyImageAfter(done, other, job, context);
    if (image === null) continue;
    const to = context.folder.stepInput(done);
    await mkdir(dirname(to), { recursive: true });
    await rename(image, to);
    // It cannot be made again from a result of this job.
    await Promise.all([syncContent(to), syncFolder(dirname(to)), syncWorkFolder(context.folder)]);
    const text = msg('pipeline.step.kept', { count: done, steps: steps.length });
    return { kind: 'next', to: 'queued', step: done, event: { kind: 'notice', text } };
  }
  return null;
}

/** Sorted by the number of common steps, most first. */
function withSameSteps(job: Job, { jobs }: Pick<Store, 'jobs'>) {
  return jobs
    .before(job.id)
    .map((other) => ({ other, done: sharedSteps(job.recipe, other.recipe) }))
    .filter(({ done }) => done > 0)
    .sort((a, b) => b.done - a.done);
}

/** Counts first steps that need not be sent, without reading images. */
export function countCachedSteps(job: Job, store: Pick<Store, 'jobs' | 'workFolder'>): number {
  if (job.recipe.steps.length < 2) return 0;
  const found = withSameSteps(job, store).find(({ other, done }) =>
    done === other.recipe.steps.length
      ? other.state === 'done'
      : imagesAfter(done, other, store.workFolder).some((path) => existsSync(path)),
  );
  return found?.done ?? 0;
}

/** Returns possible paths of the image after some steps, but not all. */
function imagesAfter(done: number, earlierJob: Job, root: string): string[] {
  // A job that has stopped there still has it.
  const own = earlierJob.step >= done ? [workFolder(root, earlierJob).stepInput(done)] : [];
  return [cachePath(root, earlierJob.id, done), ...own];
}

/** Never counts the last step. */
function sharedSteps(recipe: Recipe, earlierRecipe: Recipe): number {
  if (recipe.fit !== earlierRecipe.fit) return 0;
  const firstDifferent = recipe.steps.findIndex(
    (step, index) => canonicalJson(step) !== canonicalJson(earlierRecipe.steps[index]),
  );
  return firstDifferent === -1 ? recipe.steps.length - 1 : firstDifferent;
}

/** Copies the image into the work folder. Returns null if it is missing. */
async function copyImageAfter(done: number, earlierJob: Job, job: Job, context: StageContext): Promise<string | null> {
  const { store, folder } = context;
  if (done === earlierJob.recipe.steps.length) {
    if (earlierJob.state !== 'done') return null;
    return (await reuseFinishedFile(job, '', plain, earlierJob.follows ?? earlierJob.id, context))?.path ?? null;
  }
  const to = join(folder.scratch, `step-${randomUUID()}`);
  const hash = stepRunOf({ id: earlierJob.id, step: done - 1 }, store)?.answer?.nextInput;
  for (const path of imagesAfter(done, earlierJob, store.workFolder)) {
    try {
      await copyFile(path, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      const isIntact = hash === undefined ? await isImage(to) : (await fingerprint(to))?.hash === hash;
      if (isIntact) return to;
      await rm(to);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  return null;
}

const isImage = (path: string) =>
  inspectImage(path).then(
    ({ kind }) => kind === 'image',
    () => false,
  );

/** Moves the images of a completed job into the cache, and trims it. */
export async function cacheSteps(
  { id, step: last }: Pick<Job, 'id' | 'step'>,
  { store, folder }: Pick<StageContext, 'store' | 'folder'>,
): Promise<void> {
  if (last === 0) return;
  const root = store.workFolder;
  await mkdir(cacheFolder(root), { recursive: true, mode: 0o700 });
  for (let step = 1; step <= last; step += 1) {
    const image = folder.stepInput(step);
    // The job may have resumed later.
    if (!existsSync(image)) continue;
    await syncContent(image);
    await rename(image, cachePath(root, id, step));
  }
  await trimCache(cacheFolder(root));
}

async function trimCache(folder: string): Promise<void> {
  const images = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name);
      const { size, mtimeMs } = await stat(path).catch(() => ({ size: 0, mtimeMs: 0 }));
      return { path, size, mtimeMs };
    }),
  );
  let bytes = 0;
  for (const [index, { path, size }] of images.sort((a, b) => b.mtimeMs - a.mtimeMs).entries()) {
    bytes += size;
    if (index >= maxCachedImages || bytes > maxCachedBytes) await rm(path, { force: true });
  }
}
