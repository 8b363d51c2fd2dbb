import type { BigIntStats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { msg } from '../../../contract/messages/message.ts';
import { type FileIdentity, fileIdentity, modifiedAt } from '../../files/file-identity.ts';
import { isInside } from '../../files/real-path.ts';
import { decisionFromXmp } from '../../imaging/xmp/decision-xmp.ts';
import type { XmpTexts } from '../../imaging/xmp/read-xmp.ts';
import { readWithSidecar } from '../../imaging/xmp/sidecar.ts';
import type { NewJob, Store } from '../../store/index.ts';
import type { FoundFile } from '../paths/found-file.ts';
import type { AddPhotosOptions, ExamineOptions } from './add-options.ts';

export interface FileContent {
  /** SHA-256, hex. */
  readonly hash: string;
  readonly status: BigIntStats;
}

interface JobFacts extends Pick<NewJob, 'bytes' | 'width' | 'height' | 'pictureHash'> {
  readonly capturedAt?: number | null;
  readonly texts?: XmpTexts;
}

/** Creates the job of a photograph. Returns null for results, unless they may be processed, and for moved photographs. */
export async function createJob(
  file: FoundFile,
  facts: JobFacts,
  { hash, status }: FileContent,
  options: ExamineOptions,
): Promise<NewJob | null> {
  const { bytes, width, height, pictureHash = null, capturedAt = null, texts = {} } = facts;
  const { store, recipe, outputFolder, profileId, again = false } = options;
  const studioRecipes = (await options.studio?.findAppliedRecipes(hash)) ?? new Set();
  const identity = await fileIdentity(file.path, status);
  // Throws if the file has vanished since it was read.
  if (identity === null) await stat(file.path);
  const isResult =
    studioRecipes.size > 0 ||
    (await namesOf(file, identity, options)).some((path) => store.writtenFiles.isOwn(hash, path));
  if (isResult && !canAddResult(file, [...studioRecipes, ...store.writtenFiles.appliedRecipes(hash)], options))
    return null;
  // A file named by hand may not have settled.
  const canHaveSidecar = options.from === 'hand' || (await options.sidecars.canExist(file.path));
  const xmp = await readWithSidecar(file.path, texts, canHaveSidecar);
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
    changedAt: modifiedAt(status),
    ...(note === null ? {} : { note }),
  };
  if (options.from !== 'hand' && (await isMovedPhoto(job, store))) return null;
  return { ...job, resultGone: await isResultMissing(job, options) };
}

/** Returns the path, the real path, and the path below the output folder, which identify results. */
async function namesOf(
  { path }: FoundFile,
  identity: FileIdentity | null,
  { outputFolder, realOutputFolder }: ExamineOptions,
): Promise<readonly string[]> {
  if (identity === null) return [path];
  const { realPath } = identity;
  const names = realPath === path ? [path] : [path, realPath];
  const realOutput = await realOutputFolder();
  return isInside(realPath, realOutput) ? [...names, join(outputFolder, relative(realOutput, realPath))] : names;
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
