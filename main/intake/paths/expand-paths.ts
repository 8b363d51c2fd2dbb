/** Finds the photographs of dropped, chosen or named paths, one at a time. */
import { isUtf8 } from 'node:buffer';
import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { basename, extname, join, relative, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { msg } from '../../../contract/messages/message.ts';
import { createShotKey } from '../../files/companion-files.ts';
import { escapesRoot } from '../../files/real-path.ts';
import { sniff } from '../../imaging/decode/sniff-format.ts';
import { type CandidateFilter, createCandidateFilter, isWithoutExtension } from './candidates.ts';
import type { FoundFile, RejectedPath } from './found-file.ts';
import {
  displayName,
  duplicateLinksMessage,
  escapingLinksMessage,
  invalidNameMessage,
  isLink,
  type PathKind,
  pathKind,
  readErrorMessage,
} from './path-kind.ts';

export interface ExpandOptions {
  /** True by default. */
  readonly recursive?: boolean;
  /** Glob patterns, relative to each folder. */
  readonly ignore?: readonly string[];
  /** Whether to follow links out of their folder; false by default. */
  readonly followLinks?: boolean;
  readonly signal?: AbortSignal;
}

/** Sorts IMG_2 before IMG_10. */
const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/**
 * Yields every photograph once, in natural order, files before subfolders; and a rejection for each unreadable path.
 *
 * - Named files are always yielded, so that problems with their content are reported. In folders, other files are counted,
 *   and hidden and unfinished ones skipped.
 * - Named links are followed; links in a folder only to targets inside. Others are counted.
 * - Links come last, so that photographs keep their own names.
 * - Folders are read one by one, so that the first of a hundred thousand files is yielded at once.
 */
export async function* expandPaths(
  paths: readonly string[],
  options: ExpandOptions = {},
): AsyncGenerator<FoundFile | RejectedPath> {
  const walk: Walk = {
    filter: createCandidateFilter(options.ignore ?? []),
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
      const root = await createRoot(path);
      walk.roots.push(root);
      if (isLinked) walk.linked.folders.push({ root, path });
      else yield* walkFolder(root, path, walk);
    } else if (kind === 'file') {
      const isAlone = shots.get(shotOf(path))?.length === 1;
      const found: FoundFile = { path, relativeFolder: '', named: true, ...(isAlone ? { alone: isAlone } : {}) };
      if (isLinked) walk.linked.files.push(found);
      else yield* yieldNew(found, walk);
    } else yield { path, ...kind };
  }
  // Folders come first, because they may add links.
  for (const { root, path } of walk.linked.folders) yield* walkFolder(root, path, walk);
  for (const found of walk.linked.files) yield* yieldNew(found, walk);
  yield* summaryNotes(walk);
}

interface Walk {
  readonly filter: CandidateFilter;
  readonly recursive: boolean;
  readonly followLinks: boolean;
  readonly signal: AbortSignal | undefined;
  /** Real paths found. */
  readonly seen: Set<string>;
  readonly roots: Root[];
  readonly linked: { readonly folders: { readonly root: Root; readonly path: string }[]; readonly files: FoundFile[] };
  /** Links to paths found before. */
  readonly duplicateLinks: string[];
}

/** A named folder. */
interface Root {
  readonly path: string;
  readonly real: string;
  escapingLinkCount: number;
  otherCount: number;
  /** Unsupported raw files, by extension. */
  readonly rawKinds: Map<string, { readonly first: string; count: number }>;
}

async function createRoot(path: string): Promise<Root> {
  const real = await realpath(path).catch(() => path);
  return { path, real, escapingLinkCount: 0, otherCount: 0, rawKinds: new Map() };
}

/** Yields one message for all files with the same problem. */
function* summaryNotes({ roots, duplicateLinks }: Walk): Generator<RejectedPath> {
  for (const { path, escapingLinkCount, otherCount, rawKinds } of roots) {
    for (const [kind, { first, count }] of rawKinds) {
      yield count === 1
        ? { path: first, message: msg('intake.raw.one', { name: basename(first) }) }
        : { path, message: msg('intake.raw.many', { count, kind, folder: displayName(path) }) };
    }
    if (escapingLinkCount > 0) yield { path, message: escapingLinksMessage(escapingLinkCount, path), isNote: true };
    if (otherCount > 0) yield { path, message: msg('intake.others.left', { count: otherCount }), isNote: true };
  }
  const [first] = duplicateLinks;
  if (first !== undefined) yield { path: first, message: duplicateLinksMessage(duplicateLinks), isNote: true };
}

function countRawFile(path: string, { rawKinds }: Root): void {
  const kind = extname(path).slice(1).toUpperCase();
  const known = rawKinds.get(kind);
  if (known) known.count += 1;
  else rawKinds.set(kind, { first: path, count: 1 });
}

async function* walkFolder(root: Root, path: string, walk: Walk): AsyncGenerator<FoundFile | RejectedPath> {
  let entries: Entry[];
  let real: string;
  try {
    real = await realpath(path);
    if (!isNewPath(real, walk)) {
      if (await isLink(path)) walk.duplicateLinks.push(path);
      return;
    }
    entries = await readEntries(path);
  } catch (error) {
    yield { path, message: await readErrorMessage(path, error) };
    return;
  }
  const subfolders: string[] = [];
  for (const entry of entries) {
    walk.signal?.throwIfAborted();
    const inner = join(path, entry.name);
    const relativePath = relative(root.path, inner);
    if (!walk.followLinks && (await isEscapingLink(entry, inner, root))) {
      if (walk.filter.entersFolder(relativePath)) root.escapingLinkCount += 1;
      continue;
    }
    const kind = await kindOf(entry, inner);
    if (kind === 'folder' || entry.dirent.isDirectory()) {
      if (!walk.recursive || !walk.filter.entersFolder(relativePath)) continue;
      if (typeof kind !== 'string') yield { path: inner, ...kind };
      else if (entry.dirent.isSymbolicLink()) walk.linked.folders.push({ root, path: inner });
      else subfolders.push(inner);
    } else if (kind === 'file' && walk.filter.isRaw(relativePath)) {
      if (await isNew(inner, walk).catch(() => true)) countRawFile(inner, root);
    } else if (walk.filter.isOther(relativePath)) {
      root.otherCount += 1;
    } else if (walk.filter.accepts(relativePath)) {
      if (kind !== 'file') yield { path: inner, ...kind };
      else if (await canBePhotograph(inner)) {
        const found = { path: inner, relativeFolder: relative(root.path, path) };
        if (entry.dirent.isSymbolicLink()) walk.linked.files.push({ ...found, isLink: true });
        else if (isNewPath(join(real, entry.name), walk)) yield found;
      }
    }
  }
  for (const inner of subfolders) {
    // A tree of many small folders would block the thread.
    await setImmediate();
    yield* walkFolder(root, inner, walk);
  }
}

interface Entry {
  readonly dirent: Dirent<Buffer>;
  /** Has U+FFFD for invalid UTF-8. */
  readonly name: string;
}

/** Reads names as bytes, because invalid ones could match another file as text. */
async function readEntries(path: string): Promise<Entry[]> {
  const dirents = await readdir(path, { withFileTypes: true, encoding: 'buffer' });
  return dirents
    .map((dirent) => ({ dirent, name: dirent.name.toString() }))
    .sort((a, b) => byName.compare(a.name, b.name) || Buffer.compare(a.dirent.name, b.dirent.name));
}

async function isEscapingLink({ dirent }: Entry, path: string, root: Root): Promise<boolean> {
  return dirent.isSymbolicLink() && escapesRoot(path, root.real).catch(() => false);
}

async function kindOf({ dirent }: Entry, path: string): Promise<PathKind> {
  if (!isUtf8(dirent.name)) return { message: invalidNameMessage(path) };
  if (dirent.isFile()) return 'file';
  if (dirent.isDirectory()) return 'folder';
  // It is a link, or the file system reports no kinds.
  return pathKind(path);
}

/** Yields a file unless it was found before. */
async function* yieldNew(found: FoundFile, walk: Walk): AsyncGenerator<FoundFile | RejectedPath> {
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

/** Opens the file only if it has no extension. */
async function canBePhotograph(path: string): Promise<boolean> {
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
