/** Plans the copy of a card before anything is written: its shots, their subfolders, the free space. */
import { lstat, realpath, stat, statfs } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import QuickLRU from 'quick-lru';
import type { CopyOptions, CopyPlan } from '../../contract/intake/cards.ts';
import { type Message, msg, UserFacingError } from '../../contract/messages/message.ts';
import { pathInside } from '../files/contained-path.ts';
import { isFolder } from '../files/private-files.ts';
import { isInside } from '../files/real-path.ts';
import { type CardContents, captureDay, readCard, type Shot, subfolderOnCard } from './read-card.ts';

export interface PlacedShot extends Shot {
  /** Folder names below each destination, outermost first; empty for the destination itself. */
  readonly subfolder: readonly string[];
}

export interface PreparedCopy {
  readonly plan: CopyPlan;
  readonly shots: readonly PlacedShot[];
  readonly failed: CardContents['failed'];
  /** The destinations, absolute: one or two. */
  readonly folders: readonly string[];
}

/** @throws UserFacingError if the card cannot be read; the signal's reason */
export async function prepareCopy(options: CopyOptions, signal: AbortSignal): Promise<PreparedCopy> {
  const folders = [options.to, options.second].filter((folder) => folder !== '');
  const contents =
    options.from === '' ? { shots: [], otherCount: 0, failed: [] } : await readCard(options.from, signal);
  const shots = await placeShots(contents.shots, options, signal);
  const needs = await Promise.all(folders.map((folder) => estimateNeed(folder, shots)));
  const files = shots.flatMap(({ files }) => files);
  const problem =
    (await folderProblem(options)) ??
    (files.length === 0 ? msg('cards.nothing', { folder: basename(options.from) || options.from }) : null);
  const plan = {
    files: files.length,
    photographs: files.filter(({ isPhotograph }) => isPhotograph).length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    existing: needs.length === 0 ? 0 : Math.min(...needs.map(({ existing }) => existing)),
    otherFiles: contents.otherCount,
    problem: problem ?? (await spaceProblem(folders, needs)),
  };
  return { plan, shots, failed: contents.failed, folders };
}

const maxConcurrentReads = 8;

async function placeShots(
  shots: readonly Shot[],
  { subfolders }: CopyOptions,
  signal: AbortSignal,
): Promise<PlacedShot[]> {
  const placedShots: PlacedShot[] = [];
  for (let from = 0; from < shots.length; from += maxConcurrentReads) {
    signal.throwIfAborted();
    const batch = shots.slice(from, from + maxConcurrentReads);
    const reads = batch.map(async (shot) => ({
      ...shot,
      subfolder: subfolders === 'day' ? [await cachedDay(shot)] : subfolderOnCard(shot),
    }));
    placedShots.push(...(await Promise.all(reads)));
  }
  return placedShots;
}

/** Days of recent shots: the sheet requests a plan for each choice of the user. */
const days = new QuickLRU<string, string>({ maxSize: 50_000 });

async function cachedDay(shot: Shot): Promise<string> {
  const key = JSON.stringify(shot.files.map(({ path, bytes, modifiedAt }) => [path, bytes, modifiedAt]));
  const day = days.get(key) ?? (await captureDay(shot));
  days.set(key, day);
  return day;
}

/** Makes sure that a folder, which may not exist yet, is not on the card. @throws UserFacingError */
export async function assertOffCard(folder: string, card: string): Promise<void> {
  for (let ancestor = folder; ; ancestor = dirname(ancestor)) {
    const real = await realpath(ancestor).catch(() => null);
    if (real === null && dirname(ancestor) !== ancestor) continue;
    if (real !== null && isInside(real, await realpath(card).catch(() => card)))
      throw new UserFacingError(msg('cards.onCard', { folder }));
    return;
  }
}

async function folderProblem({ from, to, second }: CopyOptions): Promise<Message | null> {
  if (from === '') return msg('cards.chooseCard');
  if (to === '') return msg('cards.choosePlace');
  const card = await realpath(from);
  const realFolders: string[] = [];
  for (const folder of [to, second].filter((each) => each !== '')) {
    if (!(await isFolder(folder))) return msg('cards.noPlace', { folder });
    const realFolder = await realpath(folder);
    if (isInside(realFolder, card)) return msg('cards.onCard', { folder });
    if (realFolders.includes(realFolder)) return msg('cards.samePlace');
    realFolders.push(realFolder);
  }
  return null;
}

interface SpaceNeed {
  readonly bytes: number;
  /** Files of the same name and size. */
  readonly existing: number;
}

async function estimateNeed(destination: string, shots: readonly PlacedShot[]): Promise<SpaceNeed> {
  const need = { bytes: 0, existing: 0 };
  if (!(await isFolder(destination))) return need;
  for (const { subfolder, stem, files } of shots) {
    for (const file of files) {
      const entry = await lstat(pathInside(destination, ...subfolder, stem + file.suffix)).catch(() => null);
      if (entry?.isFile() && entry.size === file.bytes) need.existing += 1;
      else need.bytes += file.bytes;
    }
  }
  return need;
}

/** Adds up the needs of destinations on one disk. */
async function spaceProblem(folders: readonly string[], needs: readonly SpaceNeed[]): Promise<Message | null> {
  const disks = await Promise.all(folders.map(async (folder) => (await stat(folder)).dev));
  for (const [index, folder] of folders.entries()) {
    const onSameDisk = needs.filter((_, other) => disks[other] === disks[index]);
    const bytes = onSameDisk.reduce((sum, need) => sum + need.bytes, 0);
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < bytes)
      return msg('cards.noRoom', { folder, free: { bytes: bavail * bsize }, needed: { bytes } });
  }
  return null;
}
