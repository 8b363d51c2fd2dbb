/** Creates the job of a photograph, unless the file is a result of Burnish or was added under another path. */
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { msg } from '../../../contract/messages/message.ts';
import { fileIdentity } from '../../files/file-identity.ts';
import { isInside, resolveLinks } from '../../files/real-path.ts';
import type { XmpTexts } from '../../imaging/xmp/read-xmp.ts';
import { decisionFromXmp, readWithSidecar } from '../../imaging/xmp/sidecar.ts';
import type { NewJob, Store } from '../../store/index.ts';
import type { FoundFile } from '../paths/found-file.ts';
import type { AddPhotosOptions } from './add-options.ts';

/** Facts about a photograph as `ImageFacts` has them; the rest are unknown for a damaged file. */
interface JobFacts extends Pick<NewJob, 'bytes' | 'width' | 'height' | 'pictureHash'> {
  readonly capturedAt?: number | null;
  readonly words?: XmpTexts;
}

/**
 * Returns null for a result that must not be processed, and for a photograph in a watch folder that has only moved.
 * @param hash SHA-256 of the content, hex
 */
export async function createJob(
  file: FoundFile,
  facts: JobFacts,
  hash: string,
  options: AddPhotosOptions,
): Promise<NewJob | null> {
  const { bytes, width, height, pictureHash = null, capturedAt = null, words = {} } = facts;
  const { store, recipe, outputFolder, profileId, again = false } = options;
  const studioRecipes = (await options.studio?.findAppliedRecipes(hash)) ?? new Set();
  const names = [file.path, ...(await namesByOutput(file.path, outputFolder))];
  const isResult = studioRecipes.size > 0 || names.some((path) => store.writtenFiles.isOwn(hash, path));
  if (isResult && !canAddResult(file, [...studioRecipes, ...store.writtenFiles.appliedRecipes(hash)], options))
    return null;
  const xmp = await readWithSidecar(file.path, words);
  const decision = decisionFromXmp(xmp);
  const unread = xmp.unread === null ? null : msg('imaging.sidecar.unread', { name: xmp.unread });
  const note = isResult ? msg('intake.file.ownResult') : unread;
  // A file that Burnish moved to "Done" is still the photograph at its original path.
  const originalPath = options.from === 'hand' ? store.movedOriginals.takenInAs(file.path, hash) : null;
  const job: NewJob = {
    sourcePath: originalPath ?? file.path,
    relativeFolder: originalPath === null ? file.relativeFolder : parentOf(file.relativeFolder),
    outputFolder,
    contentHash: hash,
    pictureHash,
    bytes,
    width,
    height,
    recipe,
    profileId,
    takenAt: capturedAt,
    ...(decision ? { decision } : {}),
    again,
    identity: await fileIdentity(file.path),
    changedAt: (await stat(file.path)).mtimeMs,
    ...(note === null ? {} : { note }),
  };
  if (options.from !== 'hand' && (await isMovedPhoto(job, store))) return null;
  return { ...job, resultGone: await isResultMissing(job, options) };
}

/** Returns the file's real path, and its path below the output folder. Results are stored by the path they were written to. */
async function namesByOutput(path: string, outputFolder: string): Promise<string[]> {
  const identity = await fileIdentity(path);
  if (identity === null) return [];
  const { realPath } = identity;
  const realOutput = await resolveLinks(outputFolder);
  if (!isInside(realPath, realOutput)) return [realPath];
  return [realPath, join(outputFolder, relative(realOutput, realPath))];
}

/**
 * Whether a result is processed. A named one is, so that recipes can be chained. Those in folders are not, because each scan
 * would make results of results, unless a watch folder takes them and its own recipe is not among their sources.
 */
function canAddResult(
  file: FoundFile,
  sourceRecipeIds: readonly string[],
  { recipe, from, takeResults }: AddPhotosOptions,
): boolean {
  if (from === 'hand') return file.named === true;
  return takeResults === true && !sourceRecipeIds.includes(recipe.id);
}

/**
 * Whether a photograph in a watch folder was added before and has moved with its folder, as when a card gets another drive
 * letter. A renamed photograph counts only once it is done, because its result keeps the old name. Stores the new path.
 */
async function isMovedPhoto(
  job: NewJob,
  { jobs, filePlaces, movedOriginals }: Pick<Store, 'jobs' | 'filePlaces' | 'movedOriginals'>,
): Promise<boolean> {
  // Burnish itself moved it after processing.
  if (movedOriginals.isMovedTo(job.sourcePath, job.contentHash)) return true;
  for (const { path, foundPath, photographId } of jobs.twinsOf(job)) {
    // A link to its folder leads to the same file.
    if (await isSameFile(path, job.sourcePath)) return true;
    const isRenamed = basename(path) !== basename(job.sourcePath);
    if (isRenamed && jobs.sameJob({ ...job, sourcePath: path }, 'is-made')?.state !== 'done') continue;
    if (await hasExactName(path)) continue;
    if (foundPath === job.sourcePath) return true;
    // The photograph is where it moved before, so this file is a copy.
    if (foundPath !== null && (await hasExactName(foundPath))) continue;
    filePlaces.originalsFound([{ id: photographId, from: path, to: job.sourcePath }]);
    return true;
  }
  return false;
}

async function isSameFile(a: string, b: string): Promise<boolean> {
  const [first, second] = [await fileIdentity(a), await fileIdentity(b)];
  return first !== null && first.realPath === second?.realPath;
}

/** Whether a file has this name, including its case, which many disks ignore. */
async function hasExactName(path: string): Promise<boolean> {
  return readdir(dirname(path)).then(
    (names) => names.includes(basename(path)),
    () => false,
  );
}

/** Whether the photograph was finished before and all its results are missing. */
async function isResultMissing(job: NewJob, { store, from }: AddPhotosOptions): Promise<boolean> {
  if (from !== 'hand') return false;
  const before = store.jobs.sameJob(job, 'is-another');
  if (before?.state !== 'done') return false;
  const results = await store.results.ofJob(before.id);
  return results.length > 0 && results.every(({ present }) => !present);
}

/** Returns '' for the top. */
const parentOf = (relativeFolder: string) => join(relativeFolder, '..').replace(/^\.{1,2}$/, '');
