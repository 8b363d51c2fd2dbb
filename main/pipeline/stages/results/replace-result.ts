/** The rule "replace": moves an earlier result aside, and later to the trash. It always has a name. */
import { lstat, rm, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { msg } from '../../../../contract/messages/message.ts';
import { syncFolder } from '../../../files/atomic-write.ts';
import { fingerprint } from '../../../files/content-hash.ts';
import type { EventText, ResultKey, Store, WrittenFile } from '../../../store/index.ts';
import { isPlaceholder, isSameFile, isTaken, linkAs, reserveAndRename } from '../../output/target-file.ts';
import type { StageContext } from '../stage-types.ts';

export type ReplaceOutcome =
  | { readonly kind: 'aside'; readonly path: string }
  | { readonly kind: 'stays'; readonly why: NotReplacedReason };

/** Why a new result gets another name. */
export type NotReplacedReason = 'pipeline.name.ofAnother' | 'pipeline.name.ofOriginal' | 'pipeline.name.changed';

const notOurs: ReplaceOutcome = { kind: 'stays', why: 'pipeline.name.ofAnother' };
const original: ReplaceOutcome = { kind: 'stays', why: 'pipeline.name.ofOriginal' };
const changed: ReplaceOutcome = { kind: 'stays', why: 'pipeline.name.changed' };

/**
 * Numbers the file at `path` if it is an unchanged earlier result of the same photograph and recipe. The next try
 * completes a killed one.
 * @param numbered returns the path with a number, from 2
 */
export async function moveEarlierResult(
  path: string,
  key: ResultKey,
  numbered: (number: number) => string,
  store: Store,
): Promise<ReplaceOutcome> {
  const found = await replaceable(path, key, numbered, store).catch((error: NodeJS.ErrnoException) => {
    // An unreadable file may be the user's.
    if (error.code === 'EACCES' || error.code === 'EPERM') return notOurs;
    throw error;
  });
  if ('kind' in found) return found;
  const { hash, begun } = found;
  // Reserved by an earlier try, without hard links.
  if (begun !== null && (await isPlaceholder(begun))) await rm(begun);
  for (let number = 2; ; number += 1) {
    const to = begun ?? numbered(number);
    if (begun === null && (await isTaken(to))) continue;
    // Record the name first, so that the file never counts as an original.
    store.writtenFiles.renamed(begun ?? path, to, key.jobId);
    let moved: MoveOutcome | null = null;
    try {
      moved = await move(path, to, hash);
    } finally {
      if (moved !== 'moved') store.writtenFiles.renamed(to, path);
    }
    if (moved === 'moved') return { kind: 'aside', path: to };
    if (moved === 'changed') return changed;
    if (begun !== null) return moveEarlierResult(path, key, numbered, store);
  }
}

async function replaceable(
  path: string,
  key: ResultKey,
  numbered: (number: number) => string,
  store: Store,
): Promise<ReplaceOutcome | { readonly hash: string; readonly begun: string | null }> {
  const isFile = await lstat(path).then((entry) => entry.isFile());
  if (!isFile) return notOurs;
  if (await store.originals.isOriginal(path)) return original;
  const print = await fingerprint(path);
  if (print === null) return notOurs;
  const noted = store.writtenFiles.earlierResult(path, key);
  if (noted !== null) return noted.hash === print.hash ? { hash: noted.hash, begun: null } : changed;
  // An earlier try may have recorded the name without moving the file.
  for (let number = 2; ; number += 1) {
    const to = numbered(number);
    const isThere = await isTaken(to);
    const begun = store.writtenFiles.earlierResult(to, key);
    if (!isThere && begun === null) return notOurs;
    if (begun?.hash !== print.hash) continue;
    if (!isThere || (await isPlaceholder(to)) || (await isSameFile(path, to))) return { hash: print.hash, begun: to };
  }
}

type MoveOutcome = 'moved' | 'taken' | 'changed';

/** Moves a file of this content to a free name. */
async function move(from: string, to: string, hash: string): Promise<MoveOutcome> {
  const named = await linkAs(from, to);
  if (named === 'impossible') return moveByRename(from, to, hash);
  if (named === 'taken' && !(await isSameFile(from, to))) return 'taken';
  const print = await fingerprint(to).catch(() => null);
  if (print?.hash !== hash || !(await isSameFile(from, to).catch(() => false))) {
    await rm(to, { force: true });
    return 'changed';
  }
  // A power cut must not take both names.
  await syncFolder(dirname(to));
  await unlink(from);
  return 'moved';
}

/** Moves a file without hard links. Other content is moved back. */
export async function moveByRename(from: string, to: string, hash: string): Promise<MoveOutcome> {
  if (!(await reserveAndRename(from, to))) return 'taken';
  if ((await fingerprint(to).catch(() => null))?.hash === hash) return 'moved';
  await reserveAndRename(to, from);
  return 'changed';
}

/** Trashes the replaced files of a completed job. Those that cannot be trashed stay. */
export async function trashReplacedResults(jobId: number, context: StageContext): Promise<void> {
  const { store, trash } = context;
  if (trash === null) return;
  for (const displacedFile of store.writtenFiles.asidesOf(jobId)) {
    store.events.add(jobId, await dispose(displacedFile, store, trash));
    store.writtenFiles.asideSettled(displacedFile.path);
  }
}

async function dispose(
  { path, hash }: WrittenFile,
  store: Store,
  trash: NonNullable<StageContext['trash']>,
): Promise<EventText> {
  const name = basename(path);
  try {
    const isUnchanged = (await fingerprint(path))?.hash === hash;
    if (isUnchanged && !(await store.originals.isOriginal(path))) {
      await trash(path);
      return { kind: 'notice', text: msg('pipeline.name.inTrash', { name }) };
    }
  } catch {
    // Network disks have no trash.
  }
  return { kind: 'notice', text: msg('pipeline.name.notInTrash', { name }) };
}
