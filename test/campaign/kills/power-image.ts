/**
 * The disk after a power cut: unsynced changes are lost, kept or damaged at random. Unsynced content is complete, empty,
 * cut off or zero from some offset on; unsynced names are the new or old ones; unsynced commits may be missing.
 */
import { lstatSync, readFileSync } from 'node:fs';
import { copyFile, link, lstat, mkdir, open, readdir, rm, truncate } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { SeededRandom } from '../../helpers/run/seeded-random.ts';
import type { JournalEntry, JournalOrder } from './power-journal.ts';

/** `folder` or the inode number of a file, by path. */
type Tree = Map<string, string>;

const folder = 'folder';

interface PowerCut {
  readonly order: JournalOrder;
  /** The folder, and its tree before the command. */
  readonly root: string;
  readonly before: ReadonlyMap<string, string>;
}

interface Loss {
  readonly what: string;
  readonly path: string;
}

/** Lists files and folders below `root`, without links, pipes, the journal and the database. */
export async function readTree(root: string, order: JournalOrder): Promise<Tree> {
  const tree: Tree = new Map([[root, folder]]);
  const walk = async (path: string) => {
    for (const name of await readdir(path)) {
      const each = join(path, name);
      if (each === dirname(order.journal) || isOfDatabase(each, order)) continue;
      const entry = await lstat(each, { bigint: true });
      if (entry.isDirectory()) {
        tree.set(each, folder);
        await walk(each);
      } else if (entry.isFile()) tree.set(each, String(entry.ino));
    }
  };
  await walk(root);
  return tree;
}

/** Whether a path belongs to the database or a lock. The marker is an ordinary file. */
function isOfDatabase(path: string, { database }: JournalOrder): boolean {
  const [name = ''] = relative(dirname(database), path).split(sep);
  if (name === `${basename(database)}-mark`) return false;
  return name.startsWith(basename(database)) || /lock/.test(name);
}

type Change =
  | { readonly op: 'put'; readonly path: string; readonly file: string }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'rename'; readonly from: string; readonly path: string; readonly file: string | null };

/** Applies a power cut to the disk of a killed process. Returns the losses. */
export async function cutPower(cut: PowerCut, chance: SeededRandom): Promise<Loss[]> {
  const { order, root, before } = cut;
  const entries = readJournal(order.journal);
  const after = await readTree(root, order);
  const isInside = ({ change: { path } }: Pending) => path.startsWith(`${root}/`) && !isOfDatabase(path, order);
  const changes = [...changesOf(entries), ...unrecorded(before, entries, after)].filter(isInside);
  const kept = choose(changes, chance);
  const tree = new Map(before);
  for (const { change } of kept) apply(tree, change);
  const dirty = dirtyFiles(entries, before, after);
  const losses = changes.filter((each) => !kept.includes(each)).map(({ change }) => lossOf(change));
  await arrange(tree, after, order);
  for (const [path, file] of tree) {
    if (!dirty.delete(file)) continue;
    const what = await damage(path, chance);
    if (what !== null) losses.push({ what, path });
  }
  const copy = lastCopy(entries);
  if (copy !== null && chance.chance(0.5)) {
    await restoreDatabase(copy, order);
    losses.push({ what: 'the last commits', path: order.database });
  }
  return losses;
}

function readJournal(path: string): JournalEntry[] {
  const lines = readFileSync(path, 'utf8').split('\n');
  // A kill can cut off the last line.
  return lines.slice(0, -1).map((line) => JSON.parse(line) as JournalEntry);
}

interface Pending {
  readonly change: Change;
  readonly isDurable: boolean;
}

function changesOf(entries: readonly JournalEntry[]): Pending[] {
  const syncs = new Map<string, number>();
  for (const entry of entries) if (entry.op === 'sync folder') syncs.set(entry.path, entry.since);
  return entries.flatMap((entry, index): Pending[] => {
    const change = changeOf(entry);
    if (change === null) return [];
    // A sync of either folder makes a rename durable.
    const folders = [change.path, ...('from' in change ? [change.from] : [])].map((path) => dirname(path));
    return [{ change, isDurable: folders.some((each) => (syncs.get(each) ?? 0) > index) }];
  });
}

function changeOf(entry: JournalEntry): Change | null {
  switch (entry.op) {
    case 'create':
      return { op: 'put', path: entry.path, file: entry.file };
    case 'make folder':
      return { op: 'put', path: entry.path, file: folder };
    case 'remove':
    case 'rename':
      return entry;
    default:
      return null;
  }
}

/** Finds changes that the journal lacks, because of the kill or because native code made them. None is durable. */
function unrecorded(before: ReadonlyMap<string, string>, entries: readonly JournalEntry[], after: Tree): Pending[] {
  const tree = new Map(before);
  for (const { change } of changesOf(entries)) apply(tree, change);
  const gone = new Map([...tree].filter(([path]) => !after.has(path)).map(([path, file]) => [file, path]));
  const changes: Change[] = [];
  for (const [path, file] of after) {
    if (tree.get(path) === file) continue;
    const from = file === folder ? undefined : gone.get(file);
    if (from !== undefined) {
      changes.push({ op: 'rename', from, path, file });
      tree.delete(from);
    } else changes.push({ op: 'put', path, file });
  }
  for (const path of [...tree.keys()].reverse()) if (!after.has(path)) changes.push({ op: 'remove', path });
  return changes.map((change) => ({ change, isDurable: false }));
}

/** Picks the changes that the disk has: all durable ones, and the first or any of the others. */
function choose(changes: readonly Pending[], chance: SeededRandom): Pending[] {
  const pending = changes.filter(({ isDurable }) => !isDurable).length;
  const isInOrder = chance.chance(0.5);
  const share = chance.pick([0, 0.5, 0.9, 1]);
  let left = Math.round(pending * share);
  return changes.filter(({ isDurable }) => {
    if (isDurable) return true;
    left -= 1;
    return isInOrder ? left >= 0 : chance.chance(share);
  });
}

/** Applies a change to a tree, unless its folder was lost. */
function apply(tree: Tree, change: Change): void {
  const { path } = change;
  if (change.op === 'remove') {
    for (const each of [...tree.keys()]) if (each === path || each.startsWith(`${path}/`)) tree.delete(each);
  } else if (change.op === 'put') {
    if (tree.has(dirname(path))) tree.set(path, change.file);
  } else {
    if (!tree.has(dirname(path))) return;
    // The new name of a file can exist although its first name was lost.
    if (change.file !== null) {
      tree.delete(change.from);
      tree.set(path, change.file);
      return;
    }
    for (const [each, its] of [...tree]) {
      if (each !== change.from && !each.startsWith(`${change.from}/`)) continue;
      tree.delete(each);
      tree.set(path + each.slice(change.from.length), its);
    }
  }
}

/** Finds files that were written after their last sync, or by native code. */
function dirtyFiles(entries: readonly JournalEntry[], before: ReadonlyMap<string, string>, after: Tree): Set<string> {
  const known = new Set(before.values());
  const dirty = new Set<string>();
  const written = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    if (entry.op === 'create') known.add(entry.file);
    if (entry.op === 'write') written.set(entry.file, index);
    if (entry.op === 'write') dirty.add(entry.file);
    if (entry.op === 'sync' && (written.get(entry.file) ?? -1) < entry.since) dirty.delete(entry.file);
  }
  for (const file of after.values()) if (!known.has(file)) dirty.add(file);
  dirty.delete(folder);
  return dirty;
}

/** Changes the disk to a tree. */
async function arrange(tree: Tree, after: Tree, { shadow }: JournalOrder): Promise<void> {
  const places = new Map([...after].map(([path, file]) => [file, path]));
  const staged = new Map<string, string>();
  for (const [path, file] of tree) {
    if (file === folder || after.get(path) === file || staged.has(file)) continue;
    const to = join(shadow, `staged-${file}`);
    await link(places.get(file) ?? join(shadow, file), to);
    staged.set(file, to);
  }
  for (const [path, file] of [...after].reverse()) {
    if (tree.get(path) !== file) await rm(path, { recursive: true, force: true });
  }
  for (const [path, file] of [...tree].sort(([a], [b]) => a.length - b.length)) {
    if (after.get(path) === file) continue;
    if (file === folder) await mkdir(path, { recursive: true, mode: 0o700 });
    else await link(staged.get(file)!, path);
  }
}

/** Damages unsynced content. Returns a description, or null if the content is complete. */
async function damage(path: string, chance: SeededRandom): Promise<string | null> {
  const { size } = lstatSync(path);
  const place = chance.below(Math.max(1, size));
  switch (size === 0 ? 'complete' : chance.pick(['complete', 'empty', 'cut off', 'zeroes'] as const)) {
    case 'complete':
      return null;
    case 'empty':
      await truncate(path, 0);
      return 'emptied';
    case 'cut off':
      await truncate(path, place);
      return `cut off at ${place}`;
    case 'zeroes': {
      const file = await open(path, 'r+');
      await file.write(Buffer.alloc(size - place), 0, size - place, place).finally(() => file.close());
      return `zeroes from ${place}`;
    }
  }
}

function lastCopy(entries: readonly JournalEntry[]): string | null {
  const last = entries.findLast((entry) => entry.op === 'sync database');
  return last?.op === 'sync database' ? last.copy : null;
}

async function restoreDatabase(copy: string, { database }: JournalOrder): Promise<void> {
  for (const end of ['', '-wal', '-shm']) await rm(database + end, { force: true });
  for (const name of await readdir(copy)) await copyFile(join(copy, name), database + name.slice('database'.length));
}

function lossOf(change: Change): Loss {
  return { what: `not ${{ put: 'made', remove: 'removed', rename: 'renamed' }[change.op]}`, path: change.path };
}
