/** What happens to the disk or folder of results, or of the data, while a command is at work, and how it ends again. */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Round } from '../runner/round.ts';
import { type SmallDisk, smallDisk } from './small-disk.ts';

export interface Trouble {
  start(): Promise<void>;
  end(): Promise<void>;
  /** When the round is over, whatever it came to. */
  remove(): Promise<void>;
}

export interface TroubleKind {
  readonly name: string;
  readonly needsMount: boolean;
  /** What cannot be written: results; what Burnish remembers; nothing it needs. */
  readonly stops: 'results' | 'data' | 'nothing';
  /** Prepares it before the first command. */
  set(round: Round): Promise<Trouble>;
  readonly env?: (round: Round) => Readonly<Record<string, string>>;
}

/** MB of a disk when nothing is wrong with it. */
const roomy = 40;

function onDisk(
  name: string,
  stops: TroubleKind['stops'],
  foldersOf: (round: Round) => readonly string[],
  start: (disk: SmallDisk) => unknown,
  end: (disk: SmallDisk) => unknown,
): TroubleKind {
  return {
    name,
    stops,
    needsMount: true,
    async set(round) {
      const disks: SmallDisk[] = [];
      for (const folder of foldersOf(round)) disks.push(await smallDisk(folder, roomy));
      const all = (act: (disk: SmallDisk) => unknown) => async () => {
        for (const disk of disks) await act(disk);
      };
      return { start: all(start), end: all(end), remove: all((disk) => disk.remove()) };
    },
  };
}

const fill = (disk: SmallDisk) => disk.fill();
const free = (disk: SmallDisk) => disk.free();

/** Takes the folder of results, or one above it, away and brings it back. */
function taken(name: string, pickFolder: (out: string) => string, instead: 'file' | 'nothing'): TroubleKind {
  return {
    name,
    stops: 'results',
    needsMount: false,
    async set({ scene }) {
      await mkdir(scene.out, { recursive: true });
      const folder = pickFolder(scene.out);
      const away = join(scene.root, 'somewhere else');
      return {
        async start() {
          await rename(folder, away);
          if (instead === 'file') await writeFile(folder, 'this was a folder');
        },
        async end() {
          await rm(folder, { recursive: true, force: true });
          await rename(away, folder);
        },
        remove: async () => undefined,
      };
    },
  };
}

const results = ({ scene }: Round) => [scene.out];
const data = ({ scene }: Round) => [scene.data];
const temporary = ({ scene }: Round) => join(scene.root, 'temporary');

export const troubles: readonly TroubleKind[] = [
  taken('a file stands where the folder of results was', (out) => out, 'file'),
  onDisk('the disk of results is full', 'results', results, fill, free),
  onDisk(
    'the disk of results is read-only',
    'results',
    results,
    (disk) => disk.lock(),
    (disk) => disk.unlock(),
  ),
  taken('a file stands where the folder above the results was', dirname, 'file'),
  onDisk('the disk of the data folder is full', 'data', data, fill, free),
  onDisk('the disks of results and data are full', 'data', (round) => [...results(round), ...data(round)], fill, free),
  {
    ...onDisk('the disk of temporary files is full', 'nothing', (round) => [temporary(round)], fill, free),
    env: (round) => ({ TMPDIR: temporary(round) }),
  },
];
