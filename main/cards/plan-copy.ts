/** What copying a card comes to, before anything is written: what is on it, where each shot goes, and whether there is room. */
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
  /** Names of folders below each of the places, the highest first; none for their top. */
  readonly subfolder: readonly string[];
}

export interface PreparedCopy {
  readonly plan: CopyPlan;
  readonly shots: readonly PlacedShot[];
  readonly failed: CardContents['failed'];
  /** Absolute; one or two, the first one first. */
  readonly places: readonly string[];
}

/** @throws UserFacingError where the card cannot be read, or the signal's reason */
export async function prepareCopy(options: CopyOptions, signal: AbortSignal): Promise<PreparedCopy> {
  const places = [options.to, options.second].filter((folder) => folder !== '');
  const onCard = options.from === '' ? { shots: [], otherCount: 0, failed: [] } : await readCard(options.from, signal);
  const shots = await placed(onCard.shots, options, signal);
  const needed = await Promise.all(places.map((place) => bytesNeeded(place, shots)));
  const all = shots.flatMap(({ files }) => files);
  const problem =
    (await troubleWith(options)) ?? (all.length === 0 ? msg('cards.nothing', { folder: nameOf(options.from) }) : null);
  const plan = {
    files: all.length,
    photographs: all.filter(({ isPhotograph }) => isPhotograph).length,
    bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
    existing: needed.length === 0 ? 0 : Math.min(...needed.map(({ existing }) => existing)),
    otherFiles: onCard.otherCount,
    problem: problem ?? (await noRoom(places, needed)),
  };
  return { plan, shots, failed: onCard.failed, places };
}

const nameOf = (folder: string) => basename(folder) || folder;

/** Shots whose day is looked for at a time. */
const atOnce = 8;

async function placed(shots: readonly Shot[], { subfolders }: CopyOptions, signal: AbortSignal): Promise<PlacedShot[]> {
  const placedShots: PlacedShot[] = [];
  for (let from = 0; from < shots.length; from += atOnce) {
    signal.throwIfAborted();
    const slice = shots.slice(from, from + atOnce);
    const found = slice.map(async (shot) => ({
      ...shot,
      subfolder: subfolders === 'day' ? [await knownDay(shot)] : subfolderOnCard(shot),
    }));
    placedShots.push(...(await Promise.all(found)));
  }
  return placedShots;
}

/** Of the shots that were looked at last: a sheet asks again with every choice. */
const days = new QuickLRU<string, string>({ maxSize: 50_000 });

async function knownDay(shot: Shot): Promise<string> {
  const key = JSON.stringify(shot.files.map(({ path, bytes, changedAt }) => [path, bytes, changedAt]));
  const day = days.get(key) ?? (await captureDay(shot));
  days.set(key, day);
  return day;
}

/** Before a folder is made that is not there: nothing is written to a card. @throws UserFacingError */
export async function requireOffCard(folder: string, card: string): Promise<void> {
  for (let ancestor = folder; ; ancestor = dirname(ancestor)) {
    const real = await realpath(ancestor).catch(() => null);
    if (real === null && dirname(ancestor) !== ancestor) continue;
    if (real !== null && isInside(real, await realpath(card).catch(() => card)))
      throw new UserFacingError(msg('cards.onCard', { folder }));
    return;
  }
}

async function troubleWith({ from, to, second }: CopyOptions): Promise<Message | null> {
  if (from === '') return msg('cards.chooseCard');
  if (to === '') return msg('cards.choosePlace');
  const card = await realpath(from);
  const real: string[] = [];
  for (const folder of [to, second].filter((each) => each !== '')) {
    if (!(await isFolder(folder))) return msg('cards.noPlace', { folder });
    const realFolder = await realpath(folder);
    if (isInside(realFolder, card)) return msg('cards.onCard', { folder });
    if (real.includes(realFolder)) return msg('cards.samePlace');
    real.push(realFolder);
  }
  return null;
}

interface Needed {
  readonly bytes: number;
  /** Files that seem to be there. */
  readonly existing: number;
}

async function bytesNeeded(place: string, shots: readonly PlacedShot[]): Promise<Needed> {
  const needed = { bytes: 0, existing: 0 };
  if (!(await isFolder(place))) return needed;
  for (const { subfolder, stem, files } of shots) {
    for (const file of files) {
      const entry = await lstat(pathInside(place, ...subfolder, stem + file.ending)).catch(() => null);
      if (entry?.isFile() && entry.size === file.bytes) needed.existing += 1;
      else needed.bytes += file.bytes;
    }
  }
  return needed;
}

/** Two places on one disk need room for both. */
async function noRoom(places: readonly string[], needed: readonly Needed[]): Promise<Message | null> {
  const disks = await Promise.all(places.map(async (place) => (await stat(place)).dev));
  for (const [at, folder] of places.entries()) {
    const bytes = needed.reduce((sum, each, otherIndex) => sum + (disks[otherIndex] === disks[at] ? each.bytes : 0), 0);
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < bytes)
      return msg('cards.noRoom', { folder, free: { bytes: bavail * bsize }, needed: { bytes } });
  }
  return null;
}
