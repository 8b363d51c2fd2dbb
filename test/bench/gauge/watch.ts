/** Time until all photographs copied into a watch folder are jobs, next to plain chokidar. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { watch as watchFiles } from 'chokidar';
import sharp from 'sharp';
import { watchFolderSchema } from '../../../contract/intake/watch-folder.ts';
import { starterRecipes } from '../../../contract/recipes/recipe.ts';
import { WatchFolders } from '../../../main/intake/watch/watch-folders.ts';
import { openStore } from '../../../main/store/index.ts';
import { compare, type Measurement } from './readings.ts';

const people = new URL('../../photos/people/', import.meta.url).pathname;
const portraits = ['f3', 'm35', 'm5', 'm83'];
/** Count of encoded photographs; the others are copies with another quantization table. */
const encoded = 24;

export const watch: Measurement = async ({ short }) => {
  const count = short ? 800 : 5_000;
  const folder = await mkdtemp(join(tmpdir(), 'burnish-gauge-watch-'));
  try {
    const bytes = await makePhotographs(join(folder, 'made'), count);
    const seen = await timeOf(join(folder, 'made'), join(folder, 'seen'), (into) => seenByChokidar(into, count));
    const taken = await timeOf(join(folder, 'made'), join(folder, 'taken'), (into) =>
      takenIn(into, join(folder, 'data'), count),
    );
    const each = ({ processor }: typeof taken) => ((processor / count) * 1000).toFixed(1);
    const processor = `${each(taken)} ms of processor each (chokidar ${each(seen)})`;
    const size = `${count} of ${Math.round(bytes / count / 1000)} KB`;
    const note = `${size}; ${processor}; held up for ${Math.round(taken.heldMs)} ms at most`;
    const firstNote = 'after the first file was whole; 2 s is how long it must have been left alone';
    return [
      compare('watch', 's', [taken.seconds, seen.seconds], { atMost: 2 }, note),
      compare('watch, first job', 's', [taken.first, 2], { atMost: 1.25 }, firstNote),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Returns their total size in bytes. */
async function makePhotographs(folder: string, count: number): Promise<number> {
  await mkdir(folder);
  let bytes = 0;
  const originals = await Promise.all(
    Array.from({ length: encoded }, async (_, index) => {
      const large = sharp(join(people, `${portraits[index % portraits.length]}.jpg`)).resize(900, 900);
      const area = { left: 10 * index, top: 5 * index, width: 640, height: 640 };
      return sharp(await large.png().toBuffer())
        .extract(area)
        .withExif({ IFD0: { Make: 'Burnish', Model: `Gauge ${index}` } })
        .jpeg({ quality: 88 })
        .toBuffer();
    }),
  );
  for (let index = 0; index < count; index += 1) {
    const picture = Buffer.from(originals[index % encoded]!);
    const turn = Math.floor(index / encoded);
    // One weight of fine detail in the first quantization table makes another picture of the same data.
    const table = picture.indexOf(Buffer.from([0xff, 0xdb])) + 5;
    picture[table + 63 - (turn % 32)]! += 1 + Math.floor(turn / 32);
    await writeFile(join(folder, `DSC_${String(index).padStart(5, '0')}.jpg`), picture);
    bytes += picture.length;
  }
  return bytes;
}

interface Watching {
  /** Resolves when all files were seen. */
  readonly all: Promise<void>;
  /** Time of the first file (`performance.now`). */
  readonly firstAt: () => number;
  close(): Promise<void>;
}

/** Copies all of `from` into the new folder `into` while it is watched. */
async function timeOf(from: string, into: string, startWatching: (into: string) => Promise<Watching>) {
  await mkdir(into);
  const watching = await startWatching(into);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  try {
    delay.enable();
    const before = process.cpuUsage();
    const began = performance.now();
    const copied = copyAll(from, into);
    await Promise.all([watching.all, copied]);
    const { user, system } = process.cpuUsage(before);
    const seconds = (performance.now() - began) / 1000;
    const first = (watching.firstAt() - (await copied)) / 1000;
    return { seconds, first, processor: (user + system) / 1e6, heldMs: delay.max / 1e6 };
  } finally {
    delay.disable();
    await watching.close();
  }
}

/** Copies in another process. Returns the time at which the first file was complete. */
async function copyAll(from: string, into: string): Promise<number> {
  const program = `
    const { copyFileSync, readdirSync } = require('node:fs');
    const [from, into] = process.argv.slice(1);
    for (const [index, name] of readdirSync(from).entries()) {
      copyFileSync(from + '/' + name, into + '/' + name);
      if (index === 0) console.log('first');
    }`;
  const child = spawn(process.execPath, ['-e', program, from, into], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  let first = 0;
  for await (const _ of createInterface(child.stdout)) first = performance.now();
  const [code] = await ended;
  if (code !== 0) throw new Error(`Copying ended with ${code}.`);
  return first;
}

async function seenByChokidar(into: string, count: number): Promise<Watching> {
  const watcher = watchFiles(into, { ignoreInitial: true, alwaysStat: true, followSymlinks: false });
  let [seen, first] = [0, 0];
  const { promise, resolve } = Promise.withResolvers<void>();
  watcher.on('add', () => {
    if (seen === 0) first = performance.now();
    seen += 1;
    if (seen === count) resolve();
  });
  await once(watcher, 'ready');
  return { all: promise, firstAt: () => first, close: () => watcher.close() };
}

/** Connects store and intake like the app, without a service. */
async function takenIn(into: string, data: string, count: number): Promise<Watching> {
  const store = openStore({ folder: data });
  store.folders.save(watchFolderSchema.parse({ id: 'gauge', path: into, recipeId: starterRecipes[0]!.id }));
  const ready = Promise.withResolvers<void>();
  const folders = new WatchFolders({
    store,
    onChange: () => folders.status()[0]?.condition === 'watching' && ready.resolve(),
    onNotice: (_, text) => console.error(text),
  });
  const taken = Promise.withResolvers<void>();
  const jobs = new Set<number>();
  let first = 0;
  store.changes.subscribe((change) => {
    if (jobs.size === 0 && change.jobs.size > 0) first = performance.now();
    for (const id of change.jobs) jobs.add(id);
    if (jobs.size === count) taken.resolve();
  });
  folders.start();
  await ready.promise;
  return {
    all: taken.promise,
    firstAt: () => first,
    async close() {
      await folders.stop();
      store.close();
    },
  };
}
