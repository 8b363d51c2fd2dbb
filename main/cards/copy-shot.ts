/** Copies the files of one shot to all destinations: under one name in all of them, and only the missing ones. */
import { basename } from 'node:path';
import type { CopyFailure } from '../../contract/intake/cards.ts';
import { msg } from '../../contract/messages/message.ts';
import type { Fingerprint } from '../files/content-hash.ts';
import { removeTemporary } from '../pipeline/output/temporary-file.ts';
import { chooseCopyNames, type NamedCopy } from './choose-copy-names.ts';
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

export interface ShotContext extends CopyContext {
  readonly destinations: readonly CopyDestination[];
  readonly onFailed: (failure: CopyFailure) => void;
  readonly onNote: (note: CopyFailure) => void;
}

/** A photograph at a destination, at the first one if both have it. */
export interface CopiedPhotograph {
  /** Absolute. */
  readonly path: string;
  /** SHA-256 of its content, hex. */
  readonly hash: string;
  /** False if it was copied before. */
  readonly isNew: boolean;
}

/** The shot at one destination. */
interface ShotTarget {
  readonly destination: CopyDestination;
  readonly folder: string;
  /** Temporary paths of copies without a final name. */
  readonly copies: Map<CardFile, string>;
  /** Files that could not be copied there. */
  readonly failed: Set<CardFile>;
}

/** @throws CardReadError if a file is unreadable, or the signal's reason; then no temporary file remains */
export async function copyShot(shot: PlacedShot, context: ShotContext): Promise<CopiedPhotograph[]> {
  const targets = await openTargets(shot, context);
  if (targets.length === 0) return [];
  const fingerprints = new Map<CardFile, Fingerprint>();
  const fingerprintOf = async (file: CardFile): Promise<Fingerprint> => {
    const fingerprint = fingerprints.get(file) ?? (await hashCardFile(file, context));
    fingerprints.set(file, fingerprint);
    return fingerprint;
  };
  try {
    const search = { folders: targets.map(({ folder }) => folder), fingerprintOf, signal: context.signal };
    // Repeats if another file got one of the names first.
    for (;;) {
      const names = await chooseCopyNames(shot, search);
      for (const [index, file] of shot.files.entries()) {
        const lacking = targets.filter((target, at) => names[at]?.[index]?.state === 'free' && lacks(target, file));
        if (lacking.length > 0) fingerprints.set(file, await copyTo(file, lacking, context));
      }
      const photographs = await runExclusively(() => publishAll(names, targets, fingerprints, context));
      if (photographs !== null) return photographs;
    }
  } finally {
    for (const { copies } of targets)
      for (const path of copies.values()) await removeTemporary(path, context.notes).catch(() => undefined);
  }
}

const lacks = ({ destination, copies, failed }: ShotTarget, file: CardFile) =>
  destination.problem === null && !copies.has(file) && !failed.has(file);

async function openTargets({ subfolder, stem }: PlacedShot, context: ShotContext): Promise<ShotTarget[]> {
  const targets: ShotTarget[] = [];
  for (const destination of context.destinations) {
    if (destination.problem !== null) continue;
    try {
      const folder = await ensureSubfolder(destination, subfolder);
      targets.push({ destination, folder, copies: new Map(), failed: new Set() });
    } catch (error) {
      if (!failDestination(destination, error))
        context.onFailed({ name: stem, message: writeErrorMessage(stem, destination, error) });
    }
  }
  return targets;
}

async function copyTo(file: CardFile, lacking: readonly ShotTarget[], context: ShotContext): Promise<Fingerprint> {
  const targets: ShotTarget[] = [];
  for (const target of lacking) {
    await assertAvailable(target.destination).then(
      () => targets.push(target),
      (error: unknown) => reportFailure(file, target, error, context),
    );
  }
  const folders = targets.map(({ folder }) => folder);
  const { fingerprint, copies } = await copyFile(file, folders, context);
  for (const [index, target] of targets.entries()) {
    const copy = copies[index];
    if (copy === undefined) continue;
    if ('path' in copy) target.copies.set(file, copy.path);
    else reportFailure(file, target, copy.error, context);
  }
  return fingerprint;
}

function reportFailure(file: CardFile, target: ShotTarget, error: unknown, { onFailed }: ShotContext): void {
  const { destination } = target;
  target.failed.add(file);
  const name = basename(file.path);
  if (error instanceof VerificationError)
    onFailed({ name, message: msg('cards.notTheSame', { name, folder: destination.folder }) });
  else if (!failDestination(destination, error))
    onFailed({ name, message: writeErrorMessage(name, destination, error) });
}

/** Gives all copies their final names. Returns null if another file got one of the names. */
async function publishAll(
  names: readonly NamedCopy[][],
  targets: readonly ShotTarget[],
  fingerprints: ReadonlyMap<CardFile, Fingerprint>,
  context: ShotContext,
): Promise<CopiedPhotograph[] | null> {
  context.signal.throwIfAborted();
  const free = names.flat().filter(({ state }) => state === 'free');
  const areFree = await Promise.all(free.map(({ path }) => isNameFree(path)));
  if (areFree.includes(false)) return null;
  const photographs = new Map<CardFile, CopiedPhotograph>();
  for (const [index, target] of targets.entries()) {
    for (const copy of names[index] ?? []) {
      const isNew = copy.state === 'free';
      const isComplete = isNew ? await publishOne(copy, target, context) : reportExisting(copy, target, context);
      const hash = fingerprints.get(copy.file)?.hash;
      if (!isComplete || !copy.file.isPhotograph || hash === undefined || photographs.has(copy.file)) continue;
      photographs.set(copy.file, { path: copy.path, hash, isNew });
    }
  }
  return [...photographs.values()];
}

async function publishOne({ file, path }: NamedCopy, target: ShotTarget, context: ShotContext): Promise<boolean> {
  const temporary = target.copies.get(file);
  if (temporary === undefined) return false;
  const { destination } = target;
  try {
    await assertAvailable(destination);
    if (!(await publishCopy(temporary, path, context.notes)))
      throw Object.assign(new Error('The name is taken.'), { code: 'EBUSY' });
    target.copies.delete(file);
    destination.copied += 1;
    const [name, copy] = [basename(file.path), basename(path)];
    if (copy !== name)
      context.onNote({ name, message: msg('cards.renamed', { name, copy, folder: destination.folder }) });
    return true;
  } catch (error) {
    reportFailure(file, target, error, context);
    return false;
  }
}

/** Returns whether the existing file is a complete copy. An edited sidecar is reported and not replaced. */
function reportExisting({ path, state }: NamedCopy, { destination }: ShotTarget, { onNote }: ShotContext): boolean {
  const name = basename(path);
  if (state === 'changed') onNote({ name, message: msg('cards.besideChanged', { name, folder: destination.folder }) });
  else destination.existing += 1;
  return state === 'same';
}

let lastPublication: Promise<unknown> = Promise.resolve();

/** Publishes one shot after the other, so that two shots of one name do not mix their files. */
function runExclusively<T>(publish: () => Promise<T>): Promise<T> {
  const publication = lastPublication.then(publish);
  lastPublication = publication.catch(() => undefined);
  return publication;
}
