/** Photographs, a service and the queue of a data folder, for figures about the queue. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { recipeSchema } from '../../../contract/recipes/recipe.ts';
import { noCosts } from '../../../contract/services/costs.ts';
import { openPoints } from '../../../contract/services/profile.ts';
import { inspect } from '../../../main/intake/examine/inspect-file.ts';
import { createQueue, type Queue } from '../../../main/pipeline/flow/queue.ts';
import { createMemoryKeyStore } from '../../../main/service/keys/key-store.ts';
import { createServices } from '../../../main/service/services.ts';
import { openStore, type Store } from '../../../main/store/index.ts';
import { startService } from './service.ts';

const sample = new URL('../../../assets/samples/astronaut.png', import.meta.url).pathname;
const profileId = 'remote';

export const gaugeRecipe = recipeSchema.parse({
  id: 'gauge',
  name: 'Gauge',
  steps: [{ operation: 'face-beauty-pro', params: {}, reference: null }],
  output: { template: '{name}' },
});

export interface Photograph {
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

/** Photographs in a temporary folder, and a service that responds with one of them. */
interface Setting {
  readonly folder: string;
  readonly photographs: readonly Photograph[];
  readonly baseUrl: string;
}

interface SettingOptions {
  readonly count: number;
  readonly sidePx: number;
  /** Duration of a response after its upload. */
  readonly latencyMs: number;
  /** Duration of a task after its upload; null for direct responses. */
  readonly readyAfterMs?: number | null;
}

export async function withSetting<T>(options: SettingOptions, work: (setting: Setting) => Promise<T>): Promise<T> {
  const { count, sidePx, latencyMs, readyAfterMs = null } = options;
  const folder = await mkdtemp(join(tmpdir(), 'burnish-gauge-photographs-'));
  try {
    const photographs = await makePhotographs(folder, count, sidePx);
    const picture = (await readFile(photographs[0]?.path ?? '')).toString('base64');
    const service = await startService({ latencyMs, picture, readyAfterMs });
    try {
      return await work({ folder, photographs, baseUrl: service.baseUrl });
    } finally {
      service.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes `count` different JPEGs of one subject, `side` px square, into `folder`. */
export async function makePhotographs(folder: string, count: number, side: number): Promise<Photograph[]> {
  await mkdir(folder, { recursive: true });
  const large = await sharp(sample)
    .resize(side + count, side)
    .raw()
    .toBuffer();
  const raw = { width: side + count, height: side, channels: 3 } as const;
  const made: Photograph[] = [];
  for (let left = 0; left < count; left += 1) {
    const path = join(folder, `photograph-${left}.jpg`);
    const jpeg = sharp(large, { raw }).extract({ left, top: 0, width: side, height: side }).jpeg({ quality: 92 });
    await writeFile(path, await jpeg.toBuffer());
    // Photographs are examined when they are added, before the queue gets them.
    const { found } = await inspect(path, 'decode');
    if (found.kind !== 'image') throw new Error(`${path} is ${found.kind}.`);
    made.push(found);
  }
  return made;
}

/** Returns photographs without files, from number `first` on. */
export function missingPhotographs(
  folder: string,
  first: number,
  count: number,
  sidePx: number,
  bytes: number,
): Photograph[] {
  return Array.from({ length: count }, (_, index) => ({
    path: join(folder, `missing-${first + index}.jpg`),
    hash: sha256(String(first + index)),
    bytes,
    width: sidePx,
    height: sidePx,
  }));
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

interface Scene {
  readonly store: Store;
  readonly queue: Queue;
  add(photographs: readonly Photograph[]): void;
  /** Adds held jobs without photographs, from number `first` on. */
  hold(first: number, count: number): void;
  close(): Promise<void>;
}

/** Opens a data folder with a queue for the service at `baseUrl`, which takes `lanes` requests at a time. */
async function openScene(baseUrl: string, lanes: number): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), 'burnish-gauge-'));
  const keys = createMemoryKeyStore();
  keys.set(profileId, 'key-of-the-gauge', baseUrl);
  const store = openStore({ folder: join(folder, 'data') });
  const terms = { maxConcurrency: lanes, charges: true, plainResults: true, costs: noCosts, idempotencyKeys: false };
  store.profiles.save({ id: profileId, kind: 'remote', name: 'Gauge', baseUrl, ...openPoints, ...terms });
  const services = createServices({
    store,
    keys,
    engine: {
      address: () => Promise.reject(new Error('The gauge needs no engine.')),
      condition: { condition: 'ready', message: null },
      endPause: () => undefined,
      stop: async () => undefined,
    },
    onChange: () => undefined,
  });
  const queue = createQueue({ store, services, onFault: (error) => console.error(error) });
  const target = { relativeFolder: '', outputFolder: join(folder, 'out'), recipe: gaugeRecipe, profileId };
  const add = (photographs: readonly Photograph[]) => {
    const jobs = photographs.map(({ path, hash, ...size }) => {
      return { sourcePath: path, contentHash: hash, ...size, ...target };
    });
    return store.jobs.add({ title: 'Gauge', origin: 'drop', folderId: null }, jobs);
  };
  return {
    store,
    queue,
    add,
    hold(first, count) {
      const { batchId } = add(missingPhotographs(folder, first, count, 640, 100_000));
      if (batchId !== null) store.batches.setHeld(batchId, true);
    },
    async close() {
      await queue.stop();
      services.close();
      store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function withScene<T>(baseUrl: string, lanes: number, work: (scene: Scene) => Promise<T>): Promise<T> {
  const scene = await openScene(baseUrl, lanes);
  try {
    return await work(scene);
  } finally {
    await scene.close();
  }
}

/**
 * Runs the queue until it is empty.
 * @returns seconds, and seconds of processor time
 * @throws Error if a job is not done
 */
export async function run({ store, queue }: Scene, count: number): Promise<{ seconds: number; processor: number }> {
  if (!store.queueLock.take('the gauge').taken) throw new Error('Another process owns the queue.');
  const startTime = performance.now();
  const before = process.cpuUsage();
  queue.start();
  await queue.drained();
  const { user, system } = process.cpuUsage(before);
  const { done } = store.views.counts();
  if (done < count) throw new Error(`Only ${done} of ${count} jobs are done.`);
  return { seconds: (performance.now() - startTime) / 1000, processor: (user + system) / 1e6 };
}
