/** Turns dropped, chosen or named paths into the photographs they stand for, one at a time. */
import { isUtf8 } from 'node:buffer';
import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { msg } from '../../contract/messages/message.ts';
import { createShotKey } from '../files/companion-files.ts';
import { escapesRoot } from '../files/real-path.ts';
import { sniff } from '../imaging/read/sniff-format.ts';
import type { FoundFile, RejectedPath } from './add-photographs.ts';
import { type CandidateFilter, candidateFilter, isWithoutExtension } from './candidates.ts';
import { type RawFiles, rawFiles } from './count-raw-files.ts';
import { duplicateLinksMessage, escapingLinksMessage } from './link-messages.ts';
import { invalidNameMessage, isLink, type PathKind, pathKind, readErrorMessage } from './path-kind.ts';

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
 * inside folders, files that are no photographs are counted, hidden ones and files that are still being written passed over. A named link is
 * followed; one inside a folder only to what is inside of it too, and those that lead out are told in one sentence. Links come
 * last: a photograph that is met by itself keeps its own name, and what only leads to it once more is counted in a sentence. Each
 * folder is entered once. Reads folder by folder, so that a hundred thousand files neither wait for each other nor stop the program.
 */
export async function* expandPaths(
  paths: readonly string[],
  options: ExpandOptions = {},
): AsyncGenerator<FoundFile | RejectedPath> {
  const walk: Walk = {
    filter: candidateFilter(options.ignore ?? []),
    recursive: options.recursive ?? true,
    followLinks: options.followLinks ?? false,
    signal: options.signal,
    seen: new Set(),
    roots: [],
    linked: { folders: [], files: [] },
    duplicateLinks: [],
  };
  const shotOf = createShotKey(paths.map((path) => resolve(path)));
  const shots = Map.groupBy(paths, (path) => shotOf(resolve(path)));
  for (const named of paths) {
    walk.signal?.throwIfAborted();
    const path = resolve(named);
    const kind = await pathKind(path);
    const isLinked = typeof kind === 'string' && (await isLink(path));
    if (kind === 'folder') {
      const root = { path, real: await realpath(path).catch(() => path), leftAlone: 0, otherCount: 0, raw: rawFiles() };
      walk.roots.push(root);
      if (isLinked) walk.linked.folders.push({ root, path });
      else yield* folder(root, path, walk);
    } else if (kind === 'file') {
      const isAlone = shots.get(shotOf(path))?.length === 1;
      const found: FoundFile = { path, relativeFolder: '', named: true, ...(isAlone ? { alone: isAlone } : {}) };
      if (isLinked) walk.linked.files.push(found);
      else yield* file(found, walk);
    } else yield { path, ...kind };
  }
  // Folders first, which may hold more of both: what is in them is met by itself.
  for (const { root, path } of walk.linked.folders) yield* folder(root, path, walk);
  for (const found of walk.linked.files) yield* file(found, walk);
  yield* summaryNotes(walk);
}

interface Walk {
  readonly filter: CandidateFilter;
  readonly recursive: boolean;
  readonly followLinks: boolean;
  readonly signal: AbortSignal | undefined;
  /** Real paths of files and folders that were met. */
  readonly seen: Set<string>;
  /** The folders that were named. */
  readonly roots: Root[];
  /** Links that are followed once all else was met. */
  readonly linked: { readonly folders: { readonly root: Root; readonly path: string }[]; readonly files: FoundFile[] };
  /** Links to what had been met. */
  readonly duplicateLinks: string[];
}

/** What concerns many files is said once. */
function* summaryNotes({ roots, duplicateLinks }: Walk): Generator<RejectedPath> {
  for (const { path, leftAlone: links, otherCount, raw } of roots) {
    yield* raw.refusals(path);
    if (links > 0) yield { path, message: escapingLinksMessage(links, path), isNote: true };
    if (otherCount > 0) yield { path, message: msg('intake.others.left', { count: otherCount }), isNote: true };
  }
  const [first] = duplicateLinks;
  if (first !== undefined) yield { path: first, message: duplicateLinksMessage(duplicateLinks), isNote: true };
}

interface Root {
  /** As it was named. */
  readonly path: string;
  /** Where that leads. */
  readonly real: string;
  /** Links that lead out of it. */
  leftAlone: number;
  /** Files in it that are no photographs. */
  otherCount: number;
  readonly raw: RawFiles;
}

async function* folder(root: Root, path: string, walk: Walk): AsyncGenerator<FoundFile | RejectedPath> {
  let entries: Entry[];
  let real: string;
  try {
    real = await realpath(path);
    if (!isNewPath(real, walk)) {
      if (await isLink(path)) walk.duplicateLinks.push(path);
      return;
    }
    entries = await entriesOf(path);
  } catch (error) {
    yield { path, message: await readErrorMessage(path, error) };
    return;
  }
  const folders: string[] = [];
  for (const entry of entries) {
    walk.signal?.throwIfAborted();
    const inner = join(path, entry.name);
    const relativePath = relative(root.path, inner);
    if (
      !walk.followLinks &&
      entry.dirent.isSymbolicLink() &&
      (await escapesRoot(inner, root.real).catch(() => false))
    ) {
      if (walk.filter.entersFolder(relativePath)) root.leftAlone += 1;
      continue;
    }
    const kind = await kindOf(entry, inner);
    if (kind === 'folder' || entry.dirent.isDirectory()) {
      if (!walk.recursive || !walk.filter.entersFolder(relativePath)) continue;
      if (typeof kind !== 'string') yield { path: inner, ...kind };
      else if (entry.dirent.isSymbolicLink()) walk.linked.folders.push({ root, path: inner });
      else folders.push(inner);
    } else if (kind === 'file' && walk.filter.isRaw(relativePath)) {
      if (await isNew(inner, walk).catch(() => true)) root.raw.add(inner);
    } else if (walk.filter.isOther(relativePath)) {
      root.otherCount += 1;
    } else if (walk.filter.accepts(relativePath)) {
      if (kind !== 'file') yield { path: inner, ...kind };
      else if (await isPhotographOrNamedSo(inner)) {
        const found = { path: inner, relativeFolder: relative(root.path, path) };
        // What is no link is met once, unless it was named itself before.
        if (entry.dirent.isSymbolicLink()) walk.linked.files.push({ ...found, isLink: true });
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
    .sort((a, b) => byName.compare(a.name, b.name) || Buffer.compare(a.dirent.name, b.dirent.name));
}

async function kindOf({ dirent }: Entry, path: string): Promise<PathKind> {
  if (!isUtf8(dirent.name)) return { message: invalidNameMessage(path) };
  if (dirent.isFile()) return 'file';
  if (dirent.isDirectory()) return 'folder';
  // Links, and file systems that do not say.
  return pathKind(path);
}

/** A file that may have been met under another name. */
async function* file(found: FoundFile, walk: Walk): AsyncGenerator<FoundFile | RejectedPath> {
  walk.signal?.throwIfAborted();
  let isFirst: boolean;
  try {
    isFirst = await isNew(found.path, walk);
  } catch (error) {
    yield { path: found.path, message: await readErrorMessage(found.path, error) };
    return;
  }
  if (isFirst) yield found;
  else if (await isLink(found.path)) walk.duplicateLinks.push(found.path);
}

/** Without an extension, only the content can tell. */
async function isPhotographOrNamedSo(path: string): Promise<boolean> {
  if (!isWithoutExtension(path)) return true;
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
