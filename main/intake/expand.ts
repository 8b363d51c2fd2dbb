/** Turns dropped, chosen or named paths into the photographs they stand for, one at a time. */
import type { Dirent, Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sniff } from '../imaging/formats.ts';
import { type CandidateFilter, candidateFilter } from './candidates.ts';
import type { FoundFile, RefusedPath } from './take-in.ts';

export interface ExpandOptions {
  /** Whether subfolders are entered; they are, unless this says no. */
  readonly recursive?: boolean;
  /** Glob patterns, relative to each folder. */
  readonly ignore?: readonly string[];
  readonly signal?: AbortSignal;
}

/** Names in the order people expect: IMG_2 before IMG_10. */
const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/**
 * Yields every photograph once, in natural order, the files of a folder before its subfolders; and a refusal for each path that
 * cannot be read. A file that is named itself is always yielded, whatever it is, so that what is wrong with it can be said;
 * inside folders, files that are no photographs are refused, hidden ones and files that are still being written passed over. Links are followed, each folder
 * is entered once. Reads folder by folder, so that a hundred thousand files neither wait for each other nor stop the program.
 */
export async function* expandPaths(
  paths: readonly string[],
  options: ExpandOptions = {},
): AsyncGenerator<FoundFile | RefusedPath> {
  const walk: Walk = {
    filter: candidateFilter(options.ignore ?? []),
    recursive: options.recursive ?? true,
    signal: options.signal,
    seen: new Set(),
  };
  for (const named of paths) {
    options.signal?.throwIfAborted();
    const path = resolve(named);
    let facts: Stats;
    try {
      facts = await stat(path);
    } catch (error) {
      yield { path, message: cannotRead(path, error) };
      continue;
    }
    if (facts.isDirectory()) yield* folder(path, path, walk);
    else if (await isNew(path, walk)) yield { path, relativeFolder: '' };
  }
}

interface Walk {
  readonly filter: CandidateFilter;
  readonly recursive: boolean;
  readonly signal: AbortSignal | undefined;
  /** Real paths of files and folders that were met. */
  readonly seen: Set<string>;
}

async function* folder(root: string, path: string, walk: Walk): AsyncGenerator<FoundFile | RefusedPath> {
  let entries: Dirent[];
  try {
    if (!(await isNew(path, walk))) return;
    entries = await readdir(path, { withFileTypes: true });
  } catch (error) {
    yield { path, message: cannotRead(path, error) };
    return;
  }
  entries.sort((a, b) => byName.compare(a.name, b.name));
  const folders: string[] = [];
  for (const entry of entries) {
    walk.signal?.throwIfAborted();
    const inner = join(path, entry.name);
    const below = relative(root, inner);
    switch (await kindOf(entry, inner)) {
      case 'folder':
        if (walk.recursive && walk.filter.entersFolder(below)) folders.push(inner);
        break;
      case 'file':
        if (walk.filter.isOther(below)) yield { path: inner, message: `“${entry.name}” is not a photograph.` };
        if (!walk.filter.looksAt(below) || !(await isPhotographOrNamedSo(inner))) break;
        if (entry.isSymbolicLink() ? await isNew(inner, walk) : isNewPath(inner, walk)) {
          yield { path: inner, relativeFolder: relative(root, dirname(inner)) };
        }
        break;
      case 'other':
        break;
    }
  }
  for (const inner of folders) {
    // A tree of many small folders would otherwise hold the program up.
    await setImmediate();
    yield* folder(root, inner, walk);
  }
}

async function kindOf(entry: Dirent, path: string): Promise<'file' | 'folder' | 'other'> {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  // Links, and file systems that do not say.
  const facts = await stat(path).catch(() => null);
  if (facts?.isFile()) return 'file';
  return facts?.isDirectory() ? 'folder' : 'other';
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

function cannotRead(path: string, error: unknown): string {
  const name = `“${basename(path) || path}”`;
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `${name} is not there (any more).`;
    case 'EACCES':
    case 'EPERM':
      return `${name} cannot be read: this account has no permission.`;
    case 'ELOOP':
      return `${name} is a link that leads back to itself.`;
    default:
      return `${name} cannot be read: the disk or network folder does not answer.`;
  }
}
