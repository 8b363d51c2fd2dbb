/**
 * Whether files are there, told in short time: a disk or share that does not answer is asked by one look at a time, and not
 * again before that has come back, so that it holds up nothing else.
 */
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { linuxMounts, type Mount } from './mounts.ts';
import { type Volume, volumeOf } from './storage-volume.ts';
import { displayPath, resolveInside, type StoredPath } from './stored-path.ts';
import { withTimeout } from './with-timeout.ts';

/**
 * `gone`: its disk is there and the file is not in its place; `away`: its disk, card or share is not there, or does not answer;
 * `outside`: another station has named it, and it is not inside the share: nothing has looked at it.
 */
export type Availability = 'here' | 'gone' | 'away' | 'outside';

/** A file of a row, with the path to open if it is `here`. */
export type LocatedFile =
  /** `path`: absolute; for a file that another station named, without links below its share. */
  | ({ readonly state: 'here'; readonly path: string } & Origin)
  | ({ readonly state: Exclude<Availability, 'here'>; readonly path: null } & Origin);

interface Origin {
  /** Absolute; the folder that must contain it, links resolved. Null if no other station named it. */
  readonly root: string | null;
}

export interface FileAvailability {
  /** Within about `patienceMs`, and mostly at once: what was seen is remembered for some seconds. */
  at(path: string | StoredPath): Promise<Availability>;
  /** The same as it is now, whatever was seen before. */
  now(path: string | StoredPath): Promise<Availability>;
  /** Finds the file of a row. Open its path at once. Nothing else turns a stored path into one to open: see `StoredPath`. */
  locate(path: StoredPath): Promise<LocatedFile>;
  /** The same for a folder, which is `here` if it can be used, even if it does not exist yet. */
  locateFolder(path: StoredPath): Promise<LocatedFile>;
  volumeOf(path: string | StoredPath): Promise<Volume>;
  /** Reading at `path` has taken too long: its disk is left alone until `reading` ends. */
  isSilent(path: string | StoredPath, reading: Promise<unknown>): Promise<void>;
  /** What was seen there counts no more. */
  forget(path: string | StoredPath): void;
}

export interface FileAvailabilityOptions {
  /** The folder that must contain a path which another station named; null for any other path. */
  readonly rootOf?: (path: string) => string | null;
  /** The same for a folder. */
  readonly rootOfFolder?: (folder: string) => string | null;
  /** ms that only grow. */
  readonly monotonic?: () => number;
  readonly patienceMs?: number;
  /** Mounts of this system; null where they cannot be told. */
  readonly mounts?: () => Promise<readonly Mount[] | null>;
  /** Asks a disk; as `stat`. */
  readonly ask?: (path: string) => Promise<{ isFile(): boolean }>;
}

/** How long what was seen is believed, ms. */
const remembered = { here: 3000, gone: 5000, away: 5000, outside: 3000 } as const satisfies Record<
  Availability,
  number
>;
const mountsFor = 2000;
/** Files whose look is remembered, at most. */
const maxCacheEntries = 20_000;

export function fileAvailability(options: FileAvailabilityOptions = {}): FileAvailability {
  const { monotonic = () => performance.now(), patienceMs = 1500, mounts = mountsHere, ask = stat } = options;
  const { rootOf = () => null, rootOfFolder = rootOf } = options;
  const seen = new Map<string, { readonly availability: Availability; readonly expiresAt: number }>();
  /** The last look begun on each volume; they go one after the other. */
  const tails = new Map<string, Promise<unknown>>();
  /** Volumes that have not answered yet, with how many questions are open. */
  const silent = new Map<string, number>();
  let known: { readonly mounts: readonly Mount[] | null; readonly expiresAt: number } | null = null;

  async function volume(path: string): Promise<Volume> {
    if (known === null || known.expiresAt <= monotonic())
      known = { mounts: await mounts(), expiresAt: monotonic() + mountsFor };
    return volumeOf(path, known.mounts);
  }

  function waitFor({ root }: Volume, question: Promise<unknown>): void {
    silent.set(root, (silent.get(root) ?? 0) + 1);
    const over = () => {
      const left = (silent.get(root) ?? 1) - 1;
      if (left > 0) silent.set(root, left);
      else silent.delete(root);
    };
    question.then(over, over);
  }

  async function askDisk<T>(on: Volume, look: () => Promise<T>): Promise<T | 'away'> {
    if (silent.has(on.root)) return 'away';
    const question = look();
    try {
      return await withTimeout(question, patienceMs);
    } catch {
      // Only time runs out here: whatever a disk answers is a look.
      waitFor(on, question);
      return 'away';
    }
  }

  /** Resolves where a path that must be in `root` leads, in short time. */
  async function follow(path: string, root: string): Promise<LocatedFile> {
    const on = await volume(root);
    const found = await askDisk(on, () => resolveInside(root, path).catch(() => 'away' as const));
    if (found === 'away') return { state: 'away', path: null, root };
    return found === null ? { state: 'outside', path: null, root } : { state: 'here', path: found, root };
  }

  function remember(path: string, availability: Availability): void {
    seen.delete(path);
    seen.set(path, { availability, expiresAt: monotonic() + remembered[availability] });
    for (const oldest of seen.keys()) {
      if (seen.size <= maxCacheEntries) break;
      seen.delete(oldest);
    }
  }

  async function look(path: string): Promise<Availability> {
    const on = await volume(path);
    const lookup = (tails.get(on.root) ?? Promise.resolve()).then(() =>
      askDisk(on, () => availabilityOn(path, on, ask)),
    );
    tails.set(on.root, lookup);
    const availability = await lookup;
    if (tails.get(on.root) === lookup) tails.delete(on.root);
    return availability;
  }

  async function locate(stored: string | StoredPath): Promise<LocatedFile> {
    const path = textOf(stored);
    // It is in a share that is not set up here. It must not be looked for in the working directory.
    if (!isAbsolute(path)) return { state: 'gone', path: null, root: null };
    const root = rootOf(path);
    const found: LocatedFile = root === null ? { state: 'here', path, root } : await follow(path, root);
    const state = found.state === 'here' ? await look(found.path) : found.state;
    remember(path, state);
    return found.state === 'here' && state === 'here' ? found : ({ state, path: null, root } as LocatedFile);
  }
  const now = async (path: string | StoredPath) => (await locate(path)).state;

  return {
    async at(path) {
      const before = seen.get(textOf(path));
      return before !== undefined && before.expiresAt > monotonic() ? before.availability : now(path);
    },
    now,
    locate,
    async locateFolder(stored) {
      const path = textOf(stored);
      const root = rootOfFolder(path);
      return root === null ? { state: 'here', path, root } : follow(path, root);
    },
    volumeOf: (path) => volume(textOf(path)),
    async isSilent(path, reading) {
      waitFor(await volume(textOf(path)), reading);
      seen.delete(textOf(path));
    },
    forget: (path) => void seen.delete(textOf(path)),
  };
}

const textOf = (path: string | StoredPath): string => (typeof path === 'string' ? path : displayPath(path));

async function availabilityOn(
  path: string,
  on: Volume,
  ask: Required<FileAvailabilityOptions>['ask'],
): Promise<Availability> {
  try {
    return (await ask(path)).isFile() ? 'here' : 'gone';
  } catch (error) {
    if (!/^(ENOENT|ENOTDIR|ELOOP|ENAMETOOLONG)$/.test((error as NodeJS.ErrnoException).code ?? '')) return 'away';
  }
  // The folder that a disk was mounted at may still be there, empty.
  if (on.isMounted === false) return 'away';
  if (on.root === '/') return 'gone';
  return ask(on.root).then(
    () => 'gone',
    () => 'away',
  );
}

async function mountsHere(): Promise<readonly Mount[] | null> {
  if (process.platform !== 'linux') return null;
  return readFile('/proc/self/mountinfo', 'utf8').then(linuxMounts, () => null);
}
