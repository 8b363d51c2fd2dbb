/** Turns dropped, chosen or named paths into the photographs they stand for, one at a time. */
import { isUtf8 } from 'node:buffer';
import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { extname, join, relative, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sniff } from '../imaging/formats.ts';
import { type CandidateFilter, candidateFilter } from './candidates.ts';
import { leadsOut, leftAlone } from './links.ts';
import { cannotRead, misread, type PathKind, pathKind } from './path-kind.ts';
import type { FoundFile, RefusedPath } from './take-in.ts';

export interface ExpandOptions {
  /** Whether subfolders are entered; they are, unless this says no. */
  readonly recursive?: boolean;
  /** Glob patterns, relative to each folder. */
  readonly ignore?: readonly string[];
  /** Whether links that lead out of the folder they are in are followed; they are not, unless this says so. */
  readonly followLinks?: boolean;
  readonly signal?: AbortSignal;
}

/** Names in the order people expect: IMG_2 before IMG_10. */
const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/**
 * Yields every photograph once, in natural order, the files of a folder before its subfolders; and a refusal for each path that
 * cannot be read. A file that is named itself is always yielded, whatever is in it, so that what is wrong with it can be said;
 * inside folders, files that are no photographs are refused, hidden ones and files that are still being written passed over. A named link is
 * followed; one inside a folder only to what is inside of it too, and those that lead out are told in one sentence. Each folder is
 * entered once. Reads folder by folder, so that a hundred thousand files neither wait for each other nor stop the program.
 */
export async function* expandPaths(
  paths: readonly string[],
  options: ExpandOptions = {},
): AsyncGenerator<FoundFile | RefusedPath> {
  const walk: Walk = {
    filter: candidateFilter(options.ignore ?? []),
    recursive: options.recursive ?? true,
    followLinks: options.followLinks ?? false,
    leftAlone: 0,
    signal: options.signal,
    seen: new Set(),
  };
  for (const named of paths) {
    options.signal?.throwIfAborted();
    const path = resolve(named);
    const kind = await pathKind(path);
    if (kind === 'folder') yield* namedFolder(path, walk);
    else if (kind === 'file') yield* file({ path, relativeFolder: '', named: true }, walk);
    else yield { path, ...kind };
  }
}

interface Walk {
  readonly filter: CandidateFilter;
  readonly recursive: boolean;
  readonly followLinks: boolean;
  /** Links that lead out of the folder that was named. */
  leftAlone: number;
  readonly signal: AbortSignal | undefined;
  /** Real paths of files and folders that were met. */
  readonly seen: Set<string>;
}

async function* namedFolder(path: string, walk: Walk): AsyncGenerator<FoundFile | RefusedPath> {
  const root = await realpath(path).catch(() => path);
  walk.leftAlone = 0;
  yield* folder({ path, real: root }, path, walk);
  if (walk.leftAlone > 0) yield { path, message: leftAlone(walk.leftAlone, path), isNote: true };
}

interface Root {
  /** As it was named. */
  readonly path: string;
  /** Where that leads. */
  readonly real: string;
}

async function* folder(root: Root, path: string, walk: Walk): AsyncGenerator<FoundFile | RefusedPath> {
  let entries: Entry[];
  let real: string;
  try {
    real = await realpath(path);
    if (!isNewPath(real, walk)) return;
    entries = await entriesOf(path);
  } catch (error) {
    yield { path, message: await cannotRead(path, error) };
    return;
  }
  const folders: string[] = [];
  for (const entry of entries) {
    walk.signal?.throwIfAborted();
    const inner = join(path, entry.name);
    const below = relative(root.path, inner);
    if (!walk.followLinks && entry.dirent.isSymbolicLink() && (await leadsOut(inner, root.real).catch(() => false))) {
      if (walk.filter.entersFolder(below)) walk.leftAlone += 1;
      continue;
    }
    const kind = await kindOf(entry, inner);
    if (kind === 'folder' || entry.dirent.isDirectory()) {
      if (!walk.recursive || !walk.filter.entersFolder(below)) continue;
      if (typeof kind === 'string') folders.push(inner);
      else yield { path: inner, ...kind };
    } else if (walk.filter.isOther(below)) {
      yield { path: inner, message: `“${entry.name}” is not a photograph.` };
    } else if (walk.filter.looksAt(below)) {
      if (kind !== 'file') yield { path: inner, ...kind };
      else if (await isPhotographOrNamedSo(inner)) {
        const found = { path: inner, relativeFolder: relative(root.path, path) };
        // What is no link is met once, unless it was named itself before.
        if (entry.dirent.isSymbolicLink()) yield* file(found, walk);
        else if (isNewPath(join(real, entry.name), walk)) yield found;
      }
    }
  }
  for (const inner of folders) {
    // A tree of many small folders would otherwise hold the program up.
    await setImmediate();
    yield* folder(root, inner, walk);
  }
}

interface Entry {
  readonly dirent: Dirent<Buffer>;
  /** With U+FFFD for what is not valid UTF-8. */
  readonly name: string;
}

/** Names are read as bytes: read as text, one that is not valid UTF-8 could be taken for another file's. */
async function entriesOf(path: string): Promise<Entry[]> {
  const dirents = await readdir(path, { withFileTypes: true, encoding: 'buffer' });
  return dirents
    .map((dirent) => ({ dirent, name: dirent.name.toString() }))
    .sort((a, b) => byName.compare(a.name, b.name));
}

async function kindOf({ dirent }: Entry, path: string): Promise<PathKind> {
  if (!isUtf8(dirent.name)) return { message: misread(path) };
  if (dirent.isFile()) return 'file';
  if (dirent.isDirectory()) return 'folder';
  // Links, and file systems that do not say.
  return pathKind(path);
}

/** A file that may have been met under another name. */
async function* file(found: FoundFile, walk: Walk): AsyncGenerator<FoundFile | RefusedPath> {
  let isFirst: boolean;
  try {
    isFirst = await isNew(found.path, walk);
  } catch (error) {
    yield { path: found.path, message: await cannotRead(found.path, error) };
    return;
  }
  if (isFirst) yield found;
}

/** Without an extension, only the content can tell. */
async function isPhotographOrNamedSo(path: string): Promise<boolean> {
  if (extname(path) !== '') return true;
  const sniffed = await sniff(path).catch(() => null);
  return sniffed?.kind === 'readable';
}

async function isNew(path: string, walk: Walk): Promise<boolean> {
  return isNewPath(await realpath(path), walk);
}

function isNewPath(path: string, { seen }: Walk): boolean {
  if (seen.has(path)) return false;
  seen.add(path);
  return true;
}
