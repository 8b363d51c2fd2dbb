/** What figures about the queue stand on: a data folder of their own, different photographs, and the queue as a command runs it. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { recipeSchema } from '../../../contract/recipes/recipe.ts';
import { noCosts } from '../../../contract/services/costs.ts';
import { openPoints } from '../../../contract/services/profile.ts';
import { inspect } from '../../../main/intake/examine/inspect-file.ts';
import { createQueue, type Queue } from '../../../main/pipeline/flow/queue.ts';
import { createMemoryKeyStore } from '../../../main/service/keys/key-store.ts';
import { createServices } from '../../../main/service/services.ts';
import { openStore, type Store } from '../../../main/store/index.ts';

const sample = new URL('../../../assets/samples/astronaut.png', import.meta.url).pathname;
const profileId = 'remote';

export interface Photograph {
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
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
    // As whoever adds a photograph does: it is known to be whole before the queue gets it.
    const { found } = await inspect(path, 'decode');
    if (found.kind !== 'image') throw new Error(`${path} is ${found.kind}.`);
    made.push(found);
  }
  return made;
}

export interface Scene {
  readonly folder: string;
  readonly store: Store;
  readonly queue: Queue;
  /** Makes a job of each photograph. */
  add(photographs: readonly Photograph[]): void;
  /** The same for photographs that there are not, and holds the jobs. @param first number of the first of them */
  hold(first: number, count: number): void;
  close(): Promise<void>;
}

/** Opens a data folder of its own with a queue for the service at `baseUrl`, which takes `lanes` requests at a time. */
export async function openScene(baseUrl: string, lanes: number, operation: OperationId): Promise<Scene> {
  const folder = await mkdtemp(join(tmpdir(), 'burnish-gauge-'));
  const keys = createMemoryKeyStore();
  keys.set(profileId, 'key-of-the-gauge', baseUrl);
  const store = openStore({ folder: join(folder, 'data') });
  store.profiles.save({
    ...{ id: profileId, kind: 'remote', name: 'Gauge', baseUrl, ...openPoints },
    ...{ maxConcurrency: lanes, charges: true, plainResults: true, costs: noCosts, idempotencyKeys: false },
  });
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
  const recipe = recipeSchema.parse({
    id: 'gauge',
    name: 'Gauge',
    steps: [{ operation, params: {}, reference: null }],
    output: { template: '{name}' },
  });
  const addAll = (photographs: readonly Photograph[]) => {
    const jobs = photographs.map(({ path, hash, ...size }) => ({
      ...{ sourcePath: path, relativeFolder: '', outputFolder: join(folder, 'out'), contentHash: hash, ...size },
      ...{ recipe, profileId },
    }));
    return store.jobs.add({ title: 'Gauge', origin: 'drop', folderId: null }, jobs);
  };
  return {
    folder,
    store,
    queue,
    add: (photographs) => void addAll(photographs),
    hold(first, count) {
      const made = addAll(
        Array.from({ length: count }, (_, index) => ({
          path: join(folder, `held-${first + index}.jpg`),
          hash: createHash('sha256')
            .update(String(first + index))
            .digest('hex'),
          ...{ bytes: 100_000, width: 640, height: 640 },
        })),
      );
      if (made.batchId !== null) store.batches.setHeld(made.batchId, true);
    },
    async close() {
      await queue.stop();
      services.close();
      store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Seconds until the queue has nothing left, and seconds of processor meanwhile. @throws where a job did not come to be done */
export async function run({ store, queue }: Scene, count: number): Promise<{ seconds: number; processor: number }> {
  if (!store.queueLock.take('the gauge').taken) throw new Error('Somebody else has the queue.');
  const began = performance.now();
  const before = process.cpuUsage();
  queue.start();
  await queue.drained();
  const { user, system } = process.cpuUsage(before);
  const { done } = store.views.counts();
  if (done < count) throw new Error(`Only ${done} of ${count} jobs are done.`);
  return { seconds: (performance.now() - began) / 1000, processor: (user + system) / 1e6 };
}
