/**
 * Whether files are there, told in short time: a disk or share that does not answer is asked by one look at a time, and not
 * again before that has come back, so that it holds up nothing else.
 */
import { readFile, stat } from 'node:fs/promises';
import { linuxMounts, type Mount } from './mounts.ts';
import { type Volume, volumeOf } from './storage-volume.ts';
import { withTimeout } from './with-timeout.ts';

/** `gone`: its disk is there and the file is not in its place; `away`: its disk, card or share is not there, or does not answer. */
export type Availability = 'here' | 'gone' | 'away';

export interface FileAvailability {
  /** Within about `patienceMs`, and mostly at once: what was seen is remembered for some seconds. */
  at(path: string): Promise<Availability>;
  /** The same as it is now, whatever was seen before. */
  now(path: string): Promise<Availability>;
  volumeOf(path: string): Promise<Volume>;
  /** Reading at `path` has taken too long: its disk is left alone until `reading` ends. */
  isSilent(path: string, reading: Promise<unknown>): Promise<void>;
  /** What was seen there counts no more. */
  forget(path: string): void;
}

export interface FileAvailabilityOptions {
  /** ms that only grow. */
  readonly monotonic?: () => number;
  readonly patienceMs?: number;
  /** Mounts of this system; null where they cannot be told. */
  readonly mounts?: () => Promise<readonly Mount[] | null>;
  /** Asks a disk; as `stat`. */
  readonly ask?: (path: string) => Promise<{ isFile(): boolean }>;
}

/** How long what was seen is believed, ms. */
const remembered = { here: 3000, gone: 5000, away: 5000 } as const satisfies Record<Availability, number>;
const mountsFor = 2000;
/** Files whose look is remembered, at most. */
const maxCacheEntries = 20_000;

export function fileAvailability(options: FileAvailabilityOptions = {}): FileAvailability {
  const { monotonic = () => performance.now(), patienceMs = 1500, mounts = mountsHere, ask = stat } = options;
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

  async function askDisk(on: Volume, path: string): Promise<Availability> {
    if (silent.has(on.root)) return 'away';
    const question = availabilityOn(path, on, ask);
    try {
      return await withTimeout(question, patienceMs);
    } catch {
      // Only time runs out here: whatever a disk answers is a look.
      waitFor(on, question);
      return 'away';
    }
  }

  function remember(path: string, availability: Availability): void {
    seen.delete(path);
    seen.set(path, { availability, expiresAt: monotonic() + remembered[availability] });
    for (const oldest of seen.keys()) {
      if (seen.size <= maxCacheEntries) break;
      seen.delete(oldest);
    }
  }

  async function now(path: string): Promise<Availability> {
    const on = await volume(path);
    const lookup = (tails.get(on.root) ?? Promise.resolve()).then(() => askDisk(on, path));
    tails.set(on.root, lookup);
    const availability = await lookup;
    if (tails.get(on.root) === lookup) tails.delete(on.root);
    remember(path, availability);
    return availability;
  }

  return {
    async at(path) {
      const before = seen.get(path);
      return before !== undefined && before.expiresAt > monotonic() ? before.availability : now(path);
    },
    now,
    volumeOf: volume,
    async isSilent(path, reading) {
      waitFor(await volume(path), reading);
      seen.delete(path);
    },
    forget: (path) => void seen.delete(path),
  };
}

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
