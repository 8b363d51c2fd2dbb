/**
 * Makes additional files of results again if they are missing, or if the recipe has been edited since. They are made from
 * the result's own file, so nothing is sent and nothing is charged; their quality is limited by that file.
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
import { locateTouchUpFiles } from '../../review/touch-up/touch-up-eligibility.ts';
import { canonicalJson, type Job, retryTransient } from '../../store/index.ts';
import { createExportFolder } from '../common/create-export-folder.ts';
import type { ExportContext, ExportProgress, FileExportContext } from '../common/export-context.ts';
import { FailureList } from '../common/export-failures.ts';
import { type ExportItem, readItems } from '../common/export-items.ts';
import { openOriginal } from './export-file.ts';

export async function remakeOutputs(
  choice: ExportChoice,
  ids: readonly number[],
  context: ExportContext,
  { onProgress, signal }: ExportProgress,
): Promise<ExportReport> {
  const scratch = await context.store.scratch.make('exporting');
  const failures = new FailureList();
  const notes = new FailureList();
  let [done, bytes, itemCount, withOutputsCount] = [0, 0, 0, 0];
  try {
    for await (const item of readItems(context.store, choice, ids)) {
      if (signal.aborted) break;
      try {
        const job = await readJob(item.version, context);
        const recipe = await resolvePaths(currentRecipe(job, context), context);
        if (recipe.alsoAs.length > 0) withOutputsCount += 1;
        const fileContext = { ...context, scratch: scratch.path, signal };
        for await (const file of remakeFiles(item.version.id, job, recipe, fileContext)) {
          done += 1;
          bytes += file.bytes;
          notes.addNotes(file.path, file.notes);
        }
      } catch (error) {
        if (signal.aborted) break;
        failures.addError(displayPath(item.path), error);
      }
      itemCount += 1;
      onProgress(itemCount);
    }
  } finally {
    await scratch.remove();
  }
  const hasNoOutputs = withOutputsCount === 0 && failures.count === 0 && itemCount > 0 && !signal.aborted;
  return {
    done,
    bytes,
    failed: failures.listed,
    failedCount: failures.count,
    notes: notes.listed,
    total: ids.length,
    ending: signal.aborted ? 'stopped' : hasNoOutputs ? 'trouble' : 'whole',
    trouble: hasNoOutputs ? msg('delivery.export.noOutputs') : null,
    folder: '',
  };
}

/** @throws UserFacingError if another station's output folder is outside its share */
async function readJob({ jobId }: ExportItem['version'], context: ExportContext): Promise<Job> {
  const job = context.store.jobs.get(jobId);
  if (job === null) throw new UserFacingError(msg('review.touch.gone'));
  return { ...job, outputFolder: await resolveFolder(job.outputFolder, context) };
}

/** Returns the job's recipe with the additional files of its latest edit. */
const currentRecipe = ({ recipe }: Job, { store }: ExportContext): Recipe => ({
  ...recipe,
  alsoAs: store.recipes.get(recipe.id)?.alsoAs ?? recipe.alsoAs,
});

/** Resolves the paths of a recipe, which may be from another station. @throws UserFacingError if one is outside its share */
const resolvePaths = (recipe: Recipe, context: ExportContext): Promise<Recipe> =>
  mapPaths(recipe, (path) => resolveFolder(path, context));

async function resolveFolder(path: string, { store }: ExportContext): Promise<string> {
  const folder = await store.availability.locateFolder(toStoredPath(path));
  if (folder.state === 'here') return folder.path;
  throw new UserFacingError(msg('studio.share.fileOutside', { name: basename(path) }));
}

interface RemadeFile {
  readonly path: string;
  readonly bytes: number;
  readonly notes: readonly MessageDescriptor[];
}

/** Yields each file that is made again for one result. @param recipe the job's current one */
async function* remakeFiles(
  resultId: number,
  job: Job,
  recipe: Recipe,
  context: ExportContext & FileExportContext,
): AsyncGenerator<RemadeFile> {
  const { store, scratch, signal } = context;
  const source = store.touchUps.get(resultId);
  if (source === null) throw new UserFacingError(msg('review.touch.gone'));
  const { own } = source;
  const row = (await store.results.ofJob(job.id)).find((each) => each.id === own.id);
  const presentOutputs = new Set(row?.further?.filter(({ present }) => present).map(({ output }) => output));
  const earlierOutputs = outputsOf(job.recipe);
  for (const [index, output] of outputsOf(recipe).entries()) {
    if (index === 0 || (presentOutputs.has(index) && hasSameRendering(output, earlierOutputs[index]))) continue;
    // Checked for each file, because the result may be deleted or touched up while this runs.
    const files = await locateTouchUpFiles(store, source);
    signal.throwIfAborted();
    const made = await makeRendition({
      source: files.result,
      rendering: renderingOf(output),
      originalLayer: output.format === 'psd' ? await openOriginal(files, source) : null,
      details: store.photographDetails.infoToWrite(job.photographId),
      xmp: {},
      to: scratch,
      signal,
    });
    const file = await placeOutput({ ...job, recipe }, own.element, index, made, context);
    yield { ...file, notes: made.notes };
  }
}

const hasSameRendering = (a: Output, b: Output | undefined) =>
  b !== undefined && canonicalJson(renderingOf(a)) === canonicalJson(renderingOf(b));

/** Places a file where the recipe puts it, and records it with its checks. @param output its index in the recipe */
async function placeOutput(
  job: Job,
  element: string,
  output: number,
  made: { readonly path: string; readonly extension: string },
  { store, place, now }: ExportContext,
): Promise<Pick<RemadeFile, 'path' | 'bytes'>> {
  const facts = await inspectImage(made.path);
  const size = facts.kind === 'image' ? facts : await readPsdSize(made.path);
  const { folder, name } = outputTarget(job, element, output, now());
  await createExportFolder(folder, outputRoot(job, output));
  const resultKey = { jobId: job.id, step: job.step, element };
  const { path, bytes } = await place(made.path, pathInside(folder, name + made.extension), {
    temporaryFiles: store.temporaryFiles,
    note: (written) => {
      store.writtenFiles.add(written, { ...resultKey, output });
      return true;
    },
    forget: (written) => store.writtenFiles.forget(written, job.id),
  });
  const file = { output, path, bytes, width: size?.width ?? 0, height: size?.height ?? 0 };
  await retryTransient(() => store.remadeFiles.list(resultKey, file, job.recipe));
  store.availability.forget(path);
  const findings = await checkOutputs(job.recipe, [file], store);
  await retryTransient(() => store.checks.renew({ ...resultKey, version: 0 }, findings));
  return { path, bytes };
}
