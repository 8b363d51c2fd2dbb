/** The rule "replace": which file a result may take the place of, and how that one makes room without ever being lost. */
import { lstat, rm, unlink } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { msg } from '../../../../contract/messages/message.ts';
import { syncFolder } from '../../../files/atomic-write.ts';
import { fingerprint } from '../../../files/content-hash.ts';
import type { EventText, ResultKey, Store, WrittenFile } from '../../../store/index.ts';
import { isPlaceholder, isSameFile, isTaken, linkAs, reserveAndRename } from '../../output/target-file.ts';
import type { StageContext } from '../stage-types.ts';

/** What became of the file under the name: it has another one now, or it stays, and `why`. */
export type ReplaceOutcome =
  | { readonly kind: 'aside'; readonly path: string }
  | { readonly kind: 'stays'; readonly why: NotReplacedReason };

/** What is said of a result that gets another name instead. */
export type NotReplacedReason = 'pipeline.name.ofAnother' | 'pipeline.name.ofOriginal' | 'pipeline.name.changed';

const notOurs: ReplaceOutcome = { kind: 'stays', why: 'pipeline.name.ofAnother' };
const original: ReplaceOutcome = { kind: 'stays', why: 'pipeline.name.ofOriginal' };
const changed: ReplaceOutcome = { kind: 'stays', why: 'pipeline.name.changed' };

/**
 * Gives the file at `path` the next free number, if it is what the new result `key` may replace: an earlier result of the
 * same photograph and recipe that nobody changed. Its result is shown from its new name. At any moment the file has a name,
 * and a try that is killed is finished by the next.
 * @param numbered the path with a number, from 2
 */
export async function moveEarlierResult(
  path: string,
  key: ResultKey,
  numbered: (number: number) => string,
  store: Store,
): Promise<ReplaceOutcome> {
  const found = await replaceable(path, key, numbered, store).catch((error: NodeJS.ErrnoException) => {
    // What cannot be read cannot be known as ours.
    if (error.code === 'EACCES' || error.code === 'EPERM') return notOurs;
    throw error;
  });
  if ('kind' in found) return found;
  const { hash, begun } = found;
  // The name that the try before had kept, on a disk without hard links.
  if (begun !== null && (await isPlaceholder(begun))) await rm(begun);
  for (let number = 2; ; number += 1) {
    const to = begun ?? numbered(number);
    if (begun === null && (await isTaken(to))) continue;
    // Known by its new name before it has it: so it is never taken for somebody's photograph.
    store.writtenFiles.renamed(begun ?? path, to, key.jobId);
    let moved: Moved | 'not' = 'not';
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
  // A try before this one may have ended between saying that it has another name, and giving it that.
  for (let number = 2; ; number += 1) {
    const to = numbered(number);
    const isThere = await isTaken(to);
    const begun = store.writtenFiles.earlierResult(to, key);
    if (!isThere && begun === null) return notOurs;
    if (begun?.hash !== print.hash) continue;
    if (!isThere || (await isPlaceholder(to)) || (await isSameFile(path, to))) return { hash: print.hash, begun: to };
  }
}

type Moved = 'moved' | 'taken' | 'changed';

/** Moves a file of that content, and no other, to a name that is free. */
async function move(from: string, to: string, hash: string): Promise<Moved> {
  const named = await linkAs(from, to);
  if (named === 'impossible') return moveByRename(from, to, hash);
  if (named === 'taken' && !(await isSameFile(from, to))) return 'taken';
  const print = await fingerprint(to).catch(() => null);
  if (print?.hash !== hash || !(await isSameFile(from, to).catch(() => false))) {
    await rm(to, { force: true });
    return 'changed';
  }
  // The other name first: of two names, a power cut must not take both.
  await syncFolder(dirname(to));
  await unlink(from);
  return 'moved';
}

/** The same on a disk without hard links: what turns out to be another file is put back. */
export async function moveByRename(from: string, to: string, hash: string): Promise<Moved> {
  if (!(await reserveAndRename(from, to))) return 'taken';
  if ((await fingerprint(to).catch(() => null))?.hash === hash) return 'moved';
  await reserveAndRename(to, from);
  return 'changed';
}

/**
 * Puts what made room for the results of a job into the system's trash, now that they are known; what cannot go there stays
 * as it is. Without a trash, all of it does.
 */
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
    const isAsItWas = (await fingerprint(path))?.hash === hash;
    if (isAsItWas && !(await store.originals.isOriginal(path))) {
      await trash(path);
      return { kind: 'notice', text: msg('pipeline.name.inTrash', { name }) };
    }
  } catch {
    // Network disks have no trash.
  }
  return { kind: 'notice', text: msg('pipeline.name.notInTrash', { name }) };
}
