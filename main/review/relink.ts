/** Finds files that the user has moved: those of one folder, in the folder he says they are in now, by name and by content. */
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { RelinkReport } from '../../contract/review/file-availability.ts';
import { fingerprint } from '../files/content-hash.ts';
import type { FileAvailability } from '../files/file-availability.ts';
import { displayPath } from '../files/stored-path.ts';
import type { PreviewSubject, Store } from '../store/index.ts';

export interface RelinkTools {
  readonly store: Pick<Store, 'filePlaces'>;
  readonly availability: Pick<FileAvailability, 'locate' | 'forget'>;
}

/** `path`: where it was, to compare with and not to open. */
type Sought = Omit<FileToFind, 'path'> & { readonly path: string };
type FileToFind = ReturnType<Store['filePlaces']['resultsBelow']>[number];
type Found = Parameters<Store['filePlaces']['resultsFound']>[0][number];

/**
 * Looks for the file of `subject`, and for all others that were in its folder and below, in `folder`: in the same place below it, or
 * else anywhere below it; an original also where another file is in its old place. What is found is shown from there; a result's file counts as that result everywhere. Nothing on
 * the disks is changed. Null where nothing is known of that file.
 * @param folder absolute
 */
export async function relink(
  subject: PreviewSubject,
  folder: string,
  context: RelinkTools,
): Promise<RelinkReport | null> {
  const { filePlaces } = context.store;
  const known = filePlaces.knownBy(subject);
  if (known === null) return null;
  const path = displayPath(known);
  const filesBelow = subject.subject === 'result' ? filePlaces.resultsBelow : filePlaces.originalsBelow;
  const soughtBelow = (below: string): (Sought & { readonly stored: FileToFind['path'] })[] =>
    filesBelow(below).map((file) => ({ ...file, stored: file.path, path: displayPath(file.path) }));
  const roots = rootsFor(path, folder);
  const first = soughtBelow(dirname(path)).find((each) => each.id === subject.id && each.path === path);
  const { from, to } = (first && (await rootOf(first, roots))) ?? { from: dirname(path), to: folder };

  const names = await namesBelow(to);
  const found: Found[] = [];
  /** Two with one name and one content are two files. */
  const taken = new Set<string>();
  const count = { missing: 0, different: 0 };
  for (const sought of soughtBelow(from)) {
    const { path: current } = await context.availability.locate(sought.stored);
    const isThere = current !== null;
    // A result that was changed in its place is still that result; a card has other photographs under the same names one day.
    if (isThere && subject.subject === 'result') continue;
    const inPlace = join(to, relative(from, sought.path));
    const places = [inPlace, ...(names.get(basename(sought.path)) ?? [])].filter((place) => !taken.has(place));
    const [at, isOther] = await firstThatIs(sought, places);
    // What is found is a copy of it then.
    if (isThere && (at === null || (await isSame(sought, current)))) continue;
    if (at !== null) {
      taken.add(at);
      found.push({ id: sought.id, from: sought.path, to: at });
    } else count[isOther ? 'different' : 'missing'] += 1;
  }
  if (subject.subject === 'result') filePlaces.resultsFound(found);
  else filePlaces.originalsFound(found);
  for (const { from: before, to: now } of found) {
    context.availability.forget(before);
    context.availability.forget(now);
  }
  return { from, to, found: found.length, ...count };
}

interface Roots {
  readonly from: string;
  readonly to: string;
}

/**
 * The folders that may have been moved to `folder`, the file's own first: "/out/day 1" is now `folder`, or "/out" is, and
 * the file is in "day 1" below it.
 */
function rootsFor(path: string, folder: string): Roots[] {
  const roots: Roots[] = [];
  for (let from = dirname(path); from !== dirname(from); from = dirname(from)) roots.push({ from, to: folder });
  return roots;
}

async function rootOf(sought: Sought, roots: readonly Roots[]): Promise<Roots | null> {
  for (const each of roots) {
    const [at] = await firstThatIs(sought, [join(each.to, relative(each.from, sought.path))]);
    if (at !== null) return each;
  }
  return null;
}

/** Whether the file at a path has the content that is sought; null where there is none that can be read. */
async function isSame({ hash, bytes }: Sought, path: string): Promise<boolean | null> {
  const print = await fingerprint(path).catch(() => null);
  return print && print.hash === hash && print.bytes === bytes;
}

/** The first of `places` with the content that is sought, and whether another content was found. */
async function firstThatIs(sought: Sought, places: readonly string[]): Promise<[string | null, boolean]> {
  let isOther = false;
  for (const place of places) {
    const found = await isSame(sought, place);
    if (found) return [place, isOther];
    isOther ||= found === false;
  }
  return [null, isOther];
}

/** Entries that are looked at below the folder, at most: it may be a whole disk. */
const maxEntries = 50_000;

/** Paths of the files in a folder and below it, by name; links are not followed. */
async function namesBelow(folder: string): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>();
  const folders = [folder];
  let left = maxEntries;
  for (let currentFolder = folders.shift(); currentFolder !== undefined && left > 0; currentFolder = folders.shift()) {
    for (const entry of await readdir(currentFolder, { withFileTypes: true }).catch(() => [])) {
      left -= 1;
      const path = join(currentFolder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) names.set(entry.name, [...(names.get(entry.name) ?? []), path]);
    }
  }
  return names;
}
