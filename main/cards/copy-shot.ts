/** Copies the files of one shot to all places: under one name in all of them, and only what is not there yet. */
import { basename } from 'node:path';
import type { CopyFailure } from '../../contract/intake/cards.ts';
import { msg } from '../../contract/messages/message.ts';
import type { Fingerprint } from '../files/content-hash.ts';
import { removeTemporary } from '../pipeline/output/temporary-file.ts';
import {
  assertAvailable,
  type CopyDestination,
  ensureSubfolder,
  failDestination,
  isNameFree,
  publishCopy,
  writeErrorMessage,
} from './copy-destination.ts';
import { type CopyContext, copyFile, hashCardFile, VerificationError } from './copy-file.ts';
import type { PlacedShot } from './plan-copy.ts';
import type { CardFile } from './read-card.ts';
import { chooseCopyNames, type WantedCopy } from './unique-copy-name.ts';

export interface ShotContext extends CopyContext {
  readonly places: readonly CopyDestination[];
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
  readonly place: CopyDestination;
  readonly folder: string;
  /** Copies that have no name yet, by the file on the card. */
  readonly copies: Map<CardFile, string>;
  /** Files that could not be copied there. */
  readonly failed: Set<CardFile>;
}

/** @throws CardReadError where a file of it cannot be read, or the signal's reason: nothing without its name is left of it then */
export async function copyShot(shot: PlacedShot, context: ShotContext): Promise<CopiedPhotograph[]> {
  const takings = await takingPlaces(shot, context);
  const prints = new Map<CardFile, Fingerprint>();
  const printOf = async (file: CardFile): Promise<Fingerprint> => {
    const print = prints.get(file) ?? (await hashCardFile(file, context));
    prints.set(file, print);
    return print;
  };
  try {
    const search = { folders: takings.map(({ folder }) => folder), printOf, signal: context.signal };
    for (;;) {
      const wanted = takings.length === 0 ? [] : await chooseCopyNames(shot, search);
      for (const [at, file] of shot.files.entries()) {
        const needing = takings.filter(
          (taking, takingIndex) => wanted[takingIndex]?.[at]?.state === 'free' && needs(taking, file),
        );
        if (needing.length > 0) prints.set(file, await copyTo(file, needing, context));
      }
      const named = await inTurn(() => nameAll(wanted, takings, prints, context));
      if (named !== null) return named;
    }
  } finally {
    for (const { copies } of takings)
      for (const path of copies.values()) await removeTemporary(path, context.notes).catch(() => undefined);
  }
}

const needs = ({ place, copies, failed }: Taking, file: CardFile) =>
  place.problem === null && !copies.has(file) && !failed.has(file);

async function takingPlaces({ subfolder, stem }: PlacedShot, { places, onFailed }: ShotContext): Promise<Taking[]> {
  const takings: Taking[] = [];
  for (const place of places) {
    if (place.problem !== null) continue;
    try {
      takings.push({ place, folder: await ensureSubfolder(place, subfolder), copies: new Map(), failed: new Set() });
    } catch (fault) {
      if (failDestination(place, fault) === null)
        onFailed({ name: stem, message: writeErrorMessage(stem, place, fault) });
    }
  }
  return takings;
}

async function copyTo(file: CardFile, needing: readonly Taking[], context: ShotContext): Promise<Fingerprint> {
  const takings: Taking[] = [];
  for (const taking of needing) {
    await assertAvailable(taking.place).then(
      () => takings.push(taking),
      (fault: unknown) => failedThere(file, taking, fault, context),
    );
  }
  const folders = takings.map(({ folder }) => folder);
  const { print, copies } = await copyFile(file, folders, context);
  for (const [at, copied] of copies.entries()) {
    const taking = takings[at];
    if (taking === undefined) continue;
    if ('path' in copied) taking.copies.set(file, copied.path);
    else failedThere(file, taking, copied.fault, context);
  }
  return print;
}

function failedThere(file: CardFile, { place, failed }: Taking, fault: unknown, { onFailed }: ShotContext): void {
  failed.add(file);
  const name = basename(file.path);
  if (fault instanceof VerificationError)
    onFailed({ name, message: msg('cards.notTheSame', { name, folder: place.folder }) });
  else if (failDestination(place, fault) === null) onFailed({ name, message: writeErrorMessage(name, place, fault) });
}

/** Gives all copies their names; null where one of them was taken meanwhile. */
async function nameAll(
  wanted: readonly WantedCopy[][],
  takings: readonly Taking[],
  prints: ReadonlyMap<CardFile, Fingerprint>,
  context: ShotContext,
): Promise<CopiedPhotograph[] | null> {
  context.signal.throwIfAborted();
  const free = wanted.flat().filter(({ state }) => state === 'free');
  const areFree = await Promise.all(free.map(({ path }) => isNameFree(path)));
  if (areFree.includes(false)) return null;
  const found = new Map<CardFile, CopiedPhotograph>();
  for (const [at, taking] of takings.entries()) {
    for (const copy of wanted[at] ?? []) {
      const isThere = copy.state === 'free' ? await nameOne(copy, taking, context) : isOld(copy, taking, context);
      const hash = prints.get(copy.file)?.hash;
      if (!isThere || !copy.file.isPhotograph || hash === undefined || found.has(copy.file)) continue;
      found.set(copy.file, { path: copy.path, hash, isNew: copy.state === 'free' });
    }
  }
  return [...found.values()];
}

/** True where the copy has its name. */
async function nameOne({ file, path }: WantedCopy, taking: Taking, context: ShotContext): Promise<boolean> {
  const temporary = taking.copies.get(file);
  if (temporary === undefined) return false;
  try {
    await assertAvailable(taking.place);
    if (!(await publishCopy(temporary, path, context.notes)))
      throw Object.assign(new Error('taken'), { code: 'EBUSY' });
    taking.copies.delete(file);
    taking.place.copied += 1;
    const [name, copy] = [basename(file.path), basename(path)];
    if (copy !== name)
      context.onNote({ name, message: msg('cards.renamed', { name, copy, folder: taking.place.folder }) });
    return true;
  } catch (fault) {
    failedThere(file, taking, fault, context);
    return false;
  }
}

/** True where it is the same; other data beside the photograph is told of, and the card's is not there. */
function isOld({ path, state }: WantedCopy, { place }: Taking, { onNote }: ShotContext): boolean {
  const name = basename(path);
  if (state === 'changed') onNote({ name, message: msg('cards.besideChanged', { name, folder: place.folder }) });
  else place.existing += 1;
  return state === 'same';
}

/** Names are given to one shot after the other: of two of one name, one is first with all of its files. */
let before: Promise<unknown> = Promise.resolve();
function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const turn = before.then(act);
  before = turn.catch(() => undefined);
  return turn;
}
