/** Checks files within a bounded time. A disk that does not respond gets one lookup at a time, because each occupies a thread. */
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { linuxMounts, type Mount } from './mounts.ts';
import { type Volume, volumeOf } from './storage-volume.ts';
import { displayPath, resolveInside, type StoredPath } from './stored-path.ts';
import { withTimeout } from './with-timeout.ts';

/** `gone`: missing from an available disk. `away`: the disk is unavailable. `outside`: not inside the share, and never looked up. */
type Availability = 'here' | 'gone' | 'away' | 'outside';

type LocatedFile =
  /** `path` has no links below its share. */
  | ({ readonly state: 'here'; readonly path: string } & Origin)
  | ({ readonly state: Exclude<Availability, 'here'>; readonly path: null } & Origin);

interface Origin {
  /** The share, if another station named the path. */
  readonly root: string | null;
}

export interface FileAvailability {
  /** May come from the cache. */
  at(path: string | StoredPath): Promise<Availability>;
  now(path: string | StoredPath): Promise<Availability>;
  /** Open the path at once. */
  locate(path: StoredPath): Promise<LocatedFile>;
  /** A missing folder is `here`, too. */
  locateFolder(path: StoredPath): Promise<LocatedFile>;
  volumeOf(path: string | StoredPath): Promise<Volume>;
  /** Makes the volume `away` until a slow read ends. */
  markSilent(path: string | StoredPath, reading: Promise<unknown>): Promise<void>;
  forget(path: string | StoredPath): void;
}

export interface FileAvailabilityOptions {
  /** Returns the share of a path that another station named. */
  readonly rootOf?: (path: string) => string | null;
  readonly rootOfFolder?: (folder: string) => string | null;
  /** In ms. */
  readonly monotonic?: () => number;
  readonly patienceMs?: number;
  /** Null if unknown. */
  readonly mounts?: () => Promise<readonly Mount[] | null>;
  readonly ask?: (path: string) => Promise<{ isFile(): boolean }>;
}

const cacheMs = { here: 3000, gone: 5000, away: 5000, outside: 3000 } as const satisfies Record<Availability, number>;
const mountCacheMs = 2000;
const maxCacheEntries = 20_000;

export function fileAvailability(options: FileAvailabilityOptions = {}): FileAvailability {
  const { monotonic = () => performance.now(), patienceMs = 1500, mounts = mountsHere, ask = stat } = options;
  const { rootOf = () => null, rootOfFolder = rootOf } = options;
  const seen = new Map<string, { readonly availability: Availability; readonly expiresAt: number }>();
  /** Last lookup on each volume. */
  const tails = new Map<string, Promise<unknown>>();
  /** Unanswered queries by volume. */
  const silent = new Map<string, number>();
  let known: { readonly mounts: readonly Mount[] | null; readonly expiresAt: number } | null = null;

  async function volume(path: string): Promise<Volume> {
    if (known === null || known.expiresAt <= monotonic())
      known = { mounts: await mounts(), expiresAt: monotonic() + mountCacheMs };
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
      // Only the timeout rejects, because `look` catches the disk's errors.
      waitFor(on, question);
      return 'away';
    }
  }

  async function follow(path: string, root: string): Promise<LocatedFile> {
    const on = await volume(root);
    const found = await askDisk(on, () => resolveInside(root, path).catch(() => 'away' as const));
    if (found === 'away') return { state: 'away', path: null, root };
    return found === null ? { state: 'outside', path: null, root } : { state: 'here', path: found, root };
  }

  function remember(path: string, availability: Availability): void {
    seen.delete(path);
    seen.set(path, { availability, expiresAt: monotonic() + cacheMs[availability] });
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
    // The share of a relative path is not set up here.
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
    async markSilent(path, reading) {
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
  // An unmounted disk may leave an empty folder behind.
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
