/** Photographs copied into a watch folder until all of them are jobs, beside plain chokidar that only sees them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { watch } from 'chokidar';
import sharp from 'sharp';
import { watchFolderSchema } from '../../../contract/intake/watch-folder.ts';
import { starterRecipes } from '../../../contract/recipes/recipe.ts';
import { WatchFolders } from '../../../main/intake/watch/watch-folders.ts';
import { openStore } from '../../../main/store/index.ts';
import type { Measure } from './reading.ts';

const people = new URL('../../photos/people/', import.meta.url).pathname;
const portraits = ['f3', 'm35', 'm5', 'm83'];
/** Photographs that are encoded; all others differ from one of them in how it is to be weighed. */
const encoded = 24;

export const measure: Measure = async ({ short }) => {
  const count = short ? 800 : 5_000;
  const folder = await mkdtemp(join(tmpdir(), 'burnish-gauge-watch-'));
  try {
    const bytes = await makePhotographs(join(folder, 'made'), count);
    const seen = await timeOf(join(folder, 'made'), join(folder, 'seen'), (into) => seenByChokidar(into, count));
    const taken = await timeOf(join(folder, 'made'), join(folder, 'taken'), (into) =>
      takenIn(into, join(folder, 'data'), count),
    );
    const kilobytes = Math.round(bytes / count / 1000);
    return [
      {
        figure: 'watch',
        unit: 's',
        ours: taken.seconds,
        peer: seen.seconds,
        ratio: taken.seconds / seen.seconds,
        goal: { atMost: 2 },
        note: `${count} of ${kilobytes} KB; ${((taken.processor / count) * 1000).toFixed(1)} ms of processor each (chokidar ${((seen.processor / count) * 1000).toFixed(1)}); held up for ${Math.round(taken.heldMs)} ms at most`,
      },
      {
        figure: 'watch, first job',
        unit: 's',
        ours: taken.first,
        peer: 2,
        ratio: taken.first / 2,
        goal: { atMost: 1.25 },
        note: 'after the first file was whole; 2 s is how long it must have been left alone',
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** @returns bytes of all of them */
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
    // A weight of fine detail in the first table: the same data are another picture.
    const table = picture.indexOf(Buffer.from([0xff, 0xdb])) + 5;
    picture[table + 63 - (turn % 32)]! += 1 + Math.floor(turn / 32);
    await writeFile(join(folder, `DSC_${String(index).padStart(5, '0')}.jpg`), picture);
    bytes += picture.length;
  }
  return bytes;
}

/** What watches a folder: told when the first file of many is whole there. */
interface Watching {
  /** Resolves when all were seen. */
  readonly all: Promise<void>;
  /** When the first was (by `performance.now`). */
  readonly firstAt: () => number;
  close(): Promise<void>;
}

/** Copies all of `from` into the new folder `into`, which `startWatching` watches from before. */
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

/** As a program beside this one copies. Resolves to when the first file was whole. */
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
  const watcher = watch(into, { ignoreInitial: true, alwaysStat: true, followSymlinks: false });
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

/** The store and intake as the app wires them; nothing is sent anywhere. */
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
