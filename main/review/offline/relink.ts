/** Finds moved files in another folder, by name and content. */
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { RelinkReport } from '../../../contract/review/file-availability.ts';
import { fingerprint } from '../../files/content-hash.ts';
import type { FileAvailability } from '../../files/file-availability.ts';
import { displayPath } from '../../files/stored-path.ts';
import type { PreviewSubject, Store } from '../../store/index.ts';

interface RelinkContext {
  readonly store: Pick<Store, 'filePlaces'>;
  readonly availability: Pick<FileAvailability, 'locate' | 'forget'>;
}

type StoredFile = ReturnType<Store['filePlaces']['resultsBelow']>[number];
type FoundFile = Parameters<Store['filePlaces']['resultsFound']>[0][number];

interface SoughtFile extends Omit<StoredFile, 'path'> {
  readonly stored: StoredFile['path'];
  /** Last known path, not to be opened. */
  readonly path: string;
}

/**
 * Looks in `folder` for the file of `subject` and for all others that were in its folder or below: at the same relative
 * path first, then anywhere below. Changes no file. Returns null if the subject is unknown.
 * @param folder absolute path
 */
export async function relink(
  subject: PreviewSubject,
  folder: string,
  { store, availability }: RelinkContext,
): Promise<RelinkReport | null> {
  const { filePlaces } = store;
  const known = filePlaces.knownBy(subject);
  if (known === null) return null;
  const isResult = subject.subject === 'result';
  const path = displayPath(known);
  const listBelow = isResult ? filePlaces.resultsBelow : filePlaces.originalsBelow;
  const soughtBelow = (parent: string): SoughtFile[] =>
    listBelow(parent).map((file) => ({ ...file, stored: file.path, path: displayPath(file.path) }));
  const first = soughtBelow(dirname(path)).find((file) => file.id === subject.id && file.path === path);
  const { from, to } = (first && (await findMove(first, folder))) ?? { from: dirname(path), to: folder };

  const pathsByName = await listFiles(to);
  const found: FoundFile[] = [];
  const takenPaths = new Set<string>();
  const counts = { missing: 0, different: 0 };
  for (const file of soughtBelow(from)) {
    const { path: currentPath } = await availability.locate(file.stored);
    // An edited result counts as found. Cards, however, reuse names for other photographs.
    if (currentPath !== null && isResult) continue;
    const candidates = [join(to, relative(from, file.path)), ...(pathsByName.get(basename(file.path)) ?? [])];
    const match = await findContent(
      file,
      candidates.filter((candidate) => !takenPaths.has(candidate)),
    );
    // The match is a copy.
    if (currentPath !== null && (match.path === null || (await hasContent(file, currentPath)))) continue;
    if (match.path === null) counts[match.hasOther ? 'different' : 'missing'] += 1;
    else {
      takenPaths.add(match.path);
      found.push({ id: file.id, from: file.path, to: match.path });
    }
  }
  if (isResult) filePlaces.resultsFound(found);
  else filePlaces.originalsFound(found);
  for (const each of found) {
    availability.forget(each.from);
    availability.forget(each.to);
  }
  return { from, to, found: found.length, ...counts };
}

interface Move {
  readonly from: string;
  readonly to: string;
}

/** Returns the file's folder, or one above it, that is now `folder`. */
async function findMove(file: SoughtFile, folder: string): Promise<Move | null> {
  for (let from = dirname(file.path); from !== dirname(from); from = dirname(from)) {
    if (await hasContent(file, join(folder, relative(from, file.path)))) return { from, to: folder };
  }
  return null;
}

/** Returns null if the path cannot be read. */
async function hasContent({ hash, bytes }: SoughtFile, path: string): Promise<boolean | null> {
  const print = await fingerprint(path).catch(() => null);
  return print && print.hash === hash && print.bytes === bytes;
}

/** Returns the first match, and whether an earlier path has other content. */
async function findContent(
  file: SoughtFile,
  paths: readonly string[],
): Promise<{ readonly path: string | null; readonly hasOther: boolean }> {
  let hasOther = false;
  for (const path of paths) {
    const isMatch = await hasContent(file, path);
    if (isMatch) return { path, hasOther };
    hasOther ||= isMatch === false;
  }
  return { path: null, hasOther };
}

/** The folder may be a whole disk. */
const maxEntries = 50_000;

/** Lists the files in a folder and below, by name. Links are not followed. */
async function listFiles(folder: string): Promise<Map<string, string[]>> {
  const pathsByName = new Map<string, string[]>();
  const folders = [folder];
  let entryCount = 0;
  for (let current = folders.shift(); current !== undefined && entryCount < maxEntries; current = folders.shift()) {
    for (const entry of await readdir(current, { withFileTypes: true }).catch(() => [])) {
      entryCount += 1;
      const path = join(current, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) pathsByName.set(entry.name, [...(pathsByName.get(entry.name) ?? []), path]);
    }
  }
  return pathsByName;
}
