/** Copies the files of one shot to all places: under one name in all of them, and only what is not there yet. */
import { basename } from 'node:path';
import type { CopyFailure } from '../../contract/cards.ts';
import { msg } from '../../contract/message.ts';
import type { Fingerprint } from '../files/content-hash.ts';
import { removeTemporary } from '../pipeline/output/temporary-file.ts';
import { type CopyCourse, copyFile, NotTheSame, printOnCard } from './copy-file.ts';
import { copiesWanted, type WantedCopy } from './free-name.ts';
import { endPlace, folderIn, giveName, isFree, notWritten, type Place, requireThere } from './place.ts';
import type { PlacedShot } from './prepare-copy.ts';
import type { CardFile } from './shots.ts';

export interface ShotCourse extends CopyCourse {
  readonly places: readonly Place[];
  readonly onFailed: (failure: CopyFailure) => void;
  readonly onNote: (note: CopyFailure) => void;
}

/** A photograph that is in a place now, the first one where it is in both. */
export interface CopiedPhotograph {
  /** Absolute. */
  readonly path: string;
  /** SHA-256 of its content, hex. */
  readonly hash: string;
  /** False where it was there before. */
  readonly isNew: boolean;
}

/** A place that takes this shot. */
interface Taking {
  readonly place: Place;
  readonly folder: string;
  /** Copies that have no name yet, by the file on the card. */
  readonly copies: Map<CardFile, string>;
  /** Files that could not be copied there. */
  readonly failed: Set<CardFile>;
}

/** @throws CardFault where a file of it cannot be read, or the signal's reason: nothing without its name is left of it then */
export async function copyShot(shot: PlacedShot, course: ShotCourse): Promise<CopiedPhotograph[]> {
  const takings = await takingPlaces(shot, course);
  const prints = new Map<CardFile, Fingerprint>();
  const printOf = async (file: CardFile): Promise<Fingerprint> => {
    const print = prints.get(file) ?? (await printOnCard(file, course));
    prints.set(file, print);
    return print;
  };
  try {
    const search = { folders: takings.map(({ folder }) => folder), printOf, signal: course.signal };
    for (;;) {
      const wanted = takings.length === 0 ? [] : await copiesWanted(shot, search);
      for (const [at, file] of shot.files.entries()) {
        const needing = takings.filter((taking, which) => wanted[which]?.[at]?.state === 'free' && needs(taking, file));
        if (needing.length > 0) prints.set(file, await copyTo(file, needing, course));
      }
      const named = await inTurn(() => nameAll(wanted, takings, prints, course));
      if (named !== null) return named;
    }
  } finally {
    for (const { copies } of takings)
      for (const path of copies.values()) await removeTemporary(path, course.notes).catch(() => undefined);
  }
}

const needs = ({ place, copies, failed }: Taking, file: CardFile) =>
  place.trouble === null && !copies.has(file) && !failed.has(file);

async function takingPlaces({ below, stem }: PlacedShot, { places, onFailed }: ShotCourse): Promise<Taking[]> {
  const takings: Taking[] = [];
  for (const place of places) {
    if (place.trouble !== null) continue;
    try {
      takings.push({ place, folder: await folderIn(place, below), copies: new Map(), failed: new Set() });
    } catch (fault) {
      if (endPlace(place, fault) === null) onFailed({ name: stem, message: notWritten(stem, place, fault) });
    }
  }
  return takings;
}

async function copyTo(file: CardFile, needing: readonly Taking[], course: ShotCourse): Promise<Fingerprint> {
  const takings: Taking[] = [];
  for (const taking of needing) {
    await requireThere(taking.place).then(
      () => takings.push(taking),
      (fault: unknown) => failedThere(file, taking, fault, course),
    );
  }
  const folders = takings.map(({ folder }) => folder);
  const { print, copies } = await copyFile(file, folders, course);
  for (const [at, copied] of copies.entries()) {
    const taking = takings[at];
    if (taking === undefined) continue;
    if ('path' in copied) taking.copies.set(file, copied.path);
    else failedThere(file, taking, copied.fault, course);
  }
  return print;
}

function failedThere(file: CardFile, { place, failed }: Taking, fault: unknown, { onFailed }: ShotCourse): void {
  failed.add(file);
  const name = basename(file.path);
  if (fault instanceof NotTheSame) onFailed({ name, message: msg('cards.notTheSame', { name, folder: place.folder }) });
  else if (endPlace(place, fault) === null) onFailed({ name, message: notWritten(name, place, fault) });
}

/** Gives all copies their names; null where one of them was taken meanwhile. */
async function nameAll(
  wanted: readonly WantedCopy[][],
  takings: readonly Taking[],
  prints: ReadonlyMap<CardFile, Fingerprint>,
  course: ShotCourse,
): Promise<CopiedPhotograph[] | null> {
  course.signal.throwIfAborted();
  const free = wanted.flat().filter(({ state }) => state === 'free');
  const areFree = await Promise.all(free.map(({ path }) => isFree(path)));
  if (areFree.includes(false)) return null;
  const found = new Map<CardFile, CopiedPhotograph>();
  for (const [at, taking] of takings.entries()) {
    for (const copy of wanted[at] ?? []) {
      const isThere = copy.state === 'free' ? await nameOne(copy, taking, course) : isOld(copy, taking, course);
      const hash = prints.get(copy.file)?.hash;
      if (!isThere || !copy.file.isPhotograph || hash === undefined || found.has(copy.file)) continue;
      found.set(copy.file, { path: copy.path, hash, isNew: copy.state === 'free' });
    }
  }
  return [...found.values()];
}

/** True where the copy has its name. */
async function nameOne({ file, path }: WantedCopy, taking: Taking, course: ShotCourse): Promise<boolean> {
  const temporary = taking.copies.get(file);
  if (temporary === undefined) return false;
  try {
    await requireThere(taking.place);
    if (!(await giveName(temporary, path, course.notes))) throw Object.assign(new Error('taken'), { code: 'EBUSY' });
    taking.copies.delete(file);
    taking.place.copied += 1;
    const [name, copy] = [basename(file.path), basename(path)];
    if (copy !== name)
      course.onNote({ name, message: msg('cards.renamed', { name, copy, folder: taking.place.folder }) });
    return true;
  } catch (fault) {
    failedThere(file, taking, fault, course);
    return false;
  }
}

/** True where it is the same; other data beside the photograph is told of, and the card's is not there. */
function isOld({ path, state }: WantedCopy, { place }: Taking, { onNote }: ShotCourse): boolean {
  const name = basename(path);
  if (state === 'changed') onNote({ name, message: msg('cards.besideChanged', { name, folder: place.folder }) });
  else place.there += 1;
  return state === 'same';
}

/** Names are given to one shot after the other: of two of one name, one is first with all of its files. */
let before: Promise<unknown> = Promise.resolve();
function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const turn = before.then(act);
  before = turn.catch(() => undefined);
  return turn;
}
