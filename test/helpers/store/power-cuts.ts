/**
 * Simulates data folders after a power cut: synced data is kept, and each later write is kept or lost, sector by
 * sector.
 */
import fs, { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import type { SeededRandom } from '../run/seeded-random.ts';

/** The files of a database, by suffix. */
const ends = ['', '-wal', '-mark', '-synced'] as const;
type Files = Readonly<Record<(typeof ends)[number], Buffer | null>>;

/** A moment of a possible power cut. */
export interface PowerCut {
  readonly name: string;
  /** Content that is certain to survive. */
  readonly synced: Files;
  /** Content that was written, perhaps to memory only. */
  readonly written: Files;
}

export interface PowerCutRecorder {
  readonly moments: readonly PowerCut[];
  /** Records a moment. Writes since `noteSynced` may be lost. */
  note(name: string): void;
  /** Records that all previous writes are on the disk. */
  noteSynced(): void;
  /** Runs `work` and records a moment at each file sync by Burnish itself. */
  atEachSync<T>(name: string, work: () => T): T;
}

/** Records the writes and syncs of the database `file`, which must be on the disk already. */
export function recordPowerCuts(file: string): PowerCutRecorder {
  const moments: PowerCut[] = [];
  let synced = readFiles(file);
  const note = (name: string) => void moments.push({ name, synced, written: readFiles(file) });
  const noteSynced = () => {
    synced = readFiles(file);
  };
  return {
    moments,
    note,
    noteSynced,
    atEachSync(name, work) {
      const { fsyncSync } = fs;
      let count = 0;
      fs.fsyncSync = (descriptor) => {
        count += 1;
        note(`${name}, sync ${count}`);
        fsyncSync(descriptor);
        noteSynced();
      };
      syncBuiltinESMExports();
      try {
        return work();
      } finally {
        fs.fsyncSync = fsyncSync;
        syncBuiltinESMExports();
      }
    },
  };
}

/** Writes the remains after a power cut to `folder`. Returns the path of the database. */
export function writeCrashImage({ synced, written }: PowerCut, random: SeededRandom, folder: string): string {
  mkdirSync(folder, { recursive: true });
  // A checkpoint syncs the log before it writes to the database.
  const isCheckpoint = !isSame(synced[''], written['']);
  const image: Files = {
    '': scatter(synced[''], written[''], random),
    '-wal': isCheckpoint ? written['-wal'] : scatterLog(synced['-wal'], written['-wal'], random),
    '-mark': random.pick([synced['-mark'], written['-mark']]),
    '-synced': random.pick([null, synced['-synced'], written['-synced']]),
  };
  for (const end of ends) {
    const bytes = image[end];
    if (bytes !== null) writeFileSync(join(folder, `burnish.db${end}`), bytes);
  }
  return join(folder, 'burnish.db');
}

/** The header of a restarted log is synced before any frame is written. */
function scatterLog(synced: Buffer | null, written: Buffer | null, random: SeededRandom): Buffer | null {
  if (synced === null || written === null) return written;
  if (isSame(synced.subarray(0, 32), written.subarray(0, 32))) return scatter(synced, written, random);
  if (random.chance(0.2)) return synced;
  const restarted = Buffer.concat([written.subarray(0, 32), synced.subarray(32)]);
  return random.chance(0.2) ? restarted : scatter(restarted, written, random);
}

/** Each sector is either synced (zeros beyond the end) or written. */
function scatter(synced: Buffer | null, written: Buffer | null, random: SeededRandom): Buffer | null {
  if (synced === null || written === null || isSame(synced, written)) return written;
  const sector = random.pick([512, 4096]);
  const share = random.pick([0.1, 0.5, 0.9]);
  const lengths = [synced.length, written.length, written.length - random.below(written.length)];
  const length = Math.max(random.pick(lengths), Math.min(synced.length, written.length));
  const image = Buffer.alloc(length);
  for (let start = 0; start < length; start += sector) {
    const from = random.chance(share) ? written : synced;
    if (start < from.length) from.copy(image, start, start, Math.min(start + sector, length));
  }
  return image;
}

function readFiles(file: string): Files {
  const read = (end: string) => (existsSync(file + end) ? readFileSync(file + end) : null);
  return { '': read(''), '-wal': read('-wal'), '-mark': read('-mark'), '-synced': read('-synced') };
}

function isSame(one: Buffer | null, other: Buffer | null): boolean {
  return one === other || (one !== null && other !== null && one.equals(other));
}
