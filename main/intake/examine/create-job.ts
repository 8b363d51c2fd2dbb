import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { msg } from '../../../contract/messages/message.ts';
import { type FileIdentity, fileIdentity } from '../../files/file-identity.ts';
import { isInside, resolveLinks } from '../../files/real-path.ts';
import type { XmpTexts } from '../../imaging/xmp/read-xmp.ts';
import { decisionFromXmp, readWithSidecar } from '../../imaging/xmp/sidecar.ts';
import type { NewJob, Store } from '../../store/index.ts';
import type { FoundFile } from '../paths/found-file.ts';
import type { AddPhotosOptions } from './add-options.ts';

interface JobFacts extends Pick<NewJob, 'bytes' | 'width' | 'height' | 'pictureHash'> {
  readonly capturedAt?: number | null;
  readonly words?: XmpTexts;
}

/**
 * Creates the job of a photograph. Returns null for results, unless they may be processed, and for moved photographs.
 * @param hash SHA-256, hex
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
  const identity = await fileIdentity(file.path);
  const names = [file.path, ...(identity === null ? [] : await namesByOutput(identity, outputFolder))];
  const isResult = studioRecipes.size > 0 || names.some((path) => store.writtenFiles.isOwn(hash, path));
  if (isResult && !canAddResult(file, [...studioRecipes, ...store.writtenFiles.appliedRecipes(hash)], options))
    return null;
  const xmp = await readWithSidecar(file.path, words);
  const decision = decisionFromXmp(xmp);
  const unread = xmp.unread === null ? null : msg('imaging.sidecar.unread', { name: xmp.unread });
  const note = isResult ? msg('intake.file.ownResult') : unread;
  // A file that Burnish moved to "Done" keeps its original path.
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
    identity,
    changedAt: (await stat(file.path)).mtimeMs,
    ...(note === null ? {} : { note }),
  };
  if (options.from !== 'hand' && (await isMovedPhoto(job, store))) return null;
  return { ...job, resultGone: await isResultMissing(job, options) };
}

/** Returns the real path, and the path below the output folder, which identifies results. */
async function namesByOutput({ realPath }: FileIdentity, outputFolder: string): Promise<string[]> {
  const realOutput = await resolveLinks(outputFolder);
  if (!isInside(realPath, realOutput)) return [realPath];
  return [realPath, join(outputFolder, relative(realOutput, realPath))];
}

/**
 * Allows chains of recipes by hand. Watch folders exclude at least results of the same recipe, because each scan would
 * make results of results.
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
 * Whether a photograph was added before and has moved, as when a card gets another drive letter; stores the new path. A
 * renamed photograph counts only if it is done, because its result keeps the old name.
 */
async function isMovedPhoto(
  job: NewJob,
  { jobs, filePlaces, movedOriginals }: Pick<Store, 'jobs' | 'filePlaces' | 'movedOriginals'>,
): Promise<boolean> {
  if (movedOriginals.isMovedTo(job.sourcePath, job.contentHash)) return true;
  for (const { path, foundPath, photographId } of jobs.twinsOf(job)) {
    if (await isSameFile(path, job.sourcePath)) return true;
    const isRenamed = basename(path) !== basename(job.sourcePath);
    if (isRenamed && jobs.sameJob({ ...job, sourcePath: path }, 'is-made')?.state !== 'done') continue;
    if (await hasExactName(path)) continue;
    if (foundPath === job.sourcePath) return true;
    // The photograph still has its later path, so this is a copy.
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

/** Compares case, too, which many disks ignore. */
async function hasExactName(path: string): Promise<boolean> {
  return readdir(dirname(path)).then(
    (names) => names.includes(basename(path)),
    () => false,
  );
}

async function isResultMissing(job: NewJob, { store, from }: AddPhotosOptions): Promise<boolean> {
  if (from !== 'hand') return false;
  const before = store.jobs.sameJob(job, 'is-another');
  if (before?.state !== 'done') return false;
  const results = await store.results.ofJob(before.id);
  return results.length > 0 && results.every(({ present }) => !present);
}

/** Returns '' for the top. */
const parentOf = (relativeFolder: string) => join(relativeFolder, '..').replace(/^\.{1,2}$/, '');
