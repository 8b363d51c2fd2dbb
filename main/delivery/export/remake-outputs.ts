/**
 * Makes the further files of results again: those that are missing, could not be made, or are different since the recipe was edited. They
 * are made of the result's own file, so nothing is sent and nothing paid; no larger and no better than that is.
 */
import { basename } from 'node:path';
import type { ExportChoice, ExportReport } from '../../../contract/delivery/export.ts';
import { type MessageDescriptor, msg, UserFacingError } from '../../../contract/messages/message.ts';
import { type Output, renderingOf } from '../../../contract/recipes/output.ts';
import { outputsOf, type Recipe } from '../../../contract/recipes/recipe.ts';
import { mapPaths } from '../../../contract/recipes/recipe-paths.ts';
import { pathInside } from '../../files/contained-path.ts';
import { displayPath, toStoredPath } from '../../files/stored-path.ts';
import { checkOutputs } from '../../imaging/check/check-outputs.ts';
import { makeRendition } from '../../imaging/export/rendition.ts';
import { readPsdSize } from '../../imaging/psd/psd-size.ts';
import { inspectImage } from '../../imaging/read/inspect-image.ts';
import { outputTarget } from '../../pipeline/output/result-name.ts';
import { outputRoot } from '../../pipeline/output/target-folder.ts';
import { touchUpFiles } from '../../review/touch-up/touch-up-eligibility.ts';
import { canonicalJson, type Job, retryTransient } from '../../store/index.ts';
import { createExportFolder } from './create-export-folder.ts';
import type { ExportContext, ExportProgress } from './export-context.ts';
import { FailureList } from './export-failures.ts';
import { openOriginal } from './export-file.ts';
import { type ExportItem, itemsOf } from './export-items.ts';

export async function remakeOutputs(
  choice: ExportChoice,
  ids: readonly number[],
  context: ExportContext,
  { onProgress, stopped }: ExportProgress,
): Promise<ExportReport> {
  const scratch = await context.store.scratch.make('exporting');
  const failures = new FailureList();
  const notes = new FailureList();
  let [done, bytes, seen, withMore] = [0, 0, 0, 0];
  try {
    for await (const item of itemsOf(context.store, choice, ids)) {
      if (stopped.aborted) break;
      try {
        const job = await jobOf(item.version, context);
        const recipe = await localRecipe(asItIsNow(job, context), context);
        if (recipe.alsoAs.length > 0) withMore += 1;
        for await (const made of madeAgain(item.version.id, job, recipe, scratch.path, context, stopped)) {
          done += 1;
          bytes += made.bytes;
          notes.addAll(made.path, made.notes);
        }
      } catch (fault) {
        if (stopped.aborted) break;
        failures.addFault(displayPath(item.path), fault);
      }
      seen += 1;
      onProgress(seen);
    }
  } finally {
    await scratch.remove();
  }
  const isWithout = withMore === 0 && failures.count === 0 && seen > 0 && !stopped.aborted;
  const problem = isWithout ? msg('delivery.export.noOutputs') : null;
  const ending = stopped.aborted ? 'stopped' : isWithout ? 'trouble' : 'whole';
  return {
    ...{ done, bytes, failed: failures.listed, failedCount: failures.count, total: ids.length },
    ...{ notes: notes.listed, ending, trouble: problem, folder: '' },
  };
}

/** @throws UserFacingError for one of another station whose output folder is not inside its share */
async function jobOf({ jobId }: ExportItem['version'], context: ExportContext): Promise<Job> {
  const job = context.store.jobs.get(jobId);
  if (job === null) throw new UserFacingError(msg('review.touch.gone'));
  return { ...job, outputFolder: await localFolder(job.outputFolder, context) };
}

/** A recipe whose files and folders may be opened: another station may have named them. @throws UserFacingError for one outside its share */
const localRecipe = (recipe: Recipe, context: ExportContext): Promise<Recipe> =>
  mapPaths(recipe, (path) => localFolder(path, context));

async function localFolder(path: string, { store }: ExportContext): Promise<string> {
  const found = await store.availability.locateFolder(toStoredPath(path));
  if (found.state === 'here') return found.path;
  throw new UserFacingError(msg('studio.share.fileOutside', { name: basename(path) }));
}

/** A job's recipe with the further files it has since it was edited. */
const asItIsNow = ({ recipe }: Job, { store }: ExportContext): Recipe => ({
  ...recipe,
  alsoAs: store.recipes.get(recipe.id)?.alsoAs ?? recipe.alsoAs,
});

interface MadeFile {
  readonly path: string;
  readonly bytes: number;
  readonly notes: readonly MessageDescriptor[];
}

/** Each file that was made of one result. @param recipe the job's as it is now */
async function* madeAgain(
  id: number,
  job: Job,
  recipe: Recipe,
  to: string,
  context: ExportContext,
  signal: AbortSignal,
): AsyncGenerator<MadeFile> {
  const { store } = context;
  const touchable = store.touchUps.get(id);
  if (touchable === null) throw new UserFacingError(msg('review.touch.gone'));
  const { own } = touchable;
  const row = (await store.results.ofJob(job.id)).find((each) => each.id === own.id);
  const presentOutputs = new Set(row?.further?.filter(({ present }) => present).map(({ output }) => output));
  const before = outputsOf(job.recipe);
  for (const [output, wanted] of outputsOf(recipe).entries()) {
    if (output === 0 || (presentOutputs.has(output) && isSame(wanted, before[output]))) continue;
    // Read for each: it may have gone, or been painted over, since the one before.
    const files = await touchUpFiles(store, touchable);
    signal.throwIfAborted();
    const originalLayer = wanted.format === 'psd' ? await openOriginal(files, touchable) : null;
    const details = store.photographDetails.infoToWrite(job.photographId);
    const made = await makeRendition({
      source: files.result,
      rendering: renderingOf(wanted),
      details,
      xmp: {},
      originalLayer,
      to,
      signal,
    });
    const file = await putInPlace({ ...job, recipe }, own.element, output, made, context);
    yield { ...file, notes: made.notes };
  }
}

const isSame = (a: Output, b: Output | undefined) =>
  b !== undefined && canonicalJson(renderingOf(a)) === canonicalJson(renderingOf(b));

async function putInPlace(
  job: Job,
  element: string,
  output: number,
  made: { readonly path: string; readonly extension: string },
  { store, place, now }: ExportContext,
): Promise<Pick<MadeFile, 'path' | 'bytes'>> {
  const facts = await inspectImage(made.path);
  const size = facts.kind === 'image' ? facts : await readPsdSize(made.path);
  const { folder, name } = outputTarget(job, element, output, now());
  await createExportFolder(folder, outputRoot(job, output));
  const resultKey = { jobId: job.id, step: job.step, element };
  const file = await place(made.path, pathInside(folder, name + made.extension), {
    temporaryFiles: store.temporaryFiles,
    note: (written) => {
      store.writtenFiles.add(written, { ...resultKey, output });
      return true;
    },
    forget: (path) => store.writtenFiles.forget(path, job.id),
  });
  const { path, bytes } = file;
  const listed = { output, path, bytes, width: size?.width ?? 0, height: size?.height ?? 0 };
  await retryTransient(() => store.remadeFiles.list(resultKey, listed, job.recipe));
  store.availability.forget(path);
  const found = await checkOutputs(job.recipe, [listed], store);
  await retryTransient(() => store.checks.renew({ ...resultKey, version: 0 }, found));
  return { path, bytes };
}
