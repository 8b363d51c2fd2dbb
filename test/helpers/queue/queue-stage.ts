/** Fixture for tests of store and pipeline: a data folder, photographs, a scripted service and a real queue. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { test as base } from 'vitest';
import type { JobState } from '../../../contract/jobs/job.ts';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import type { Output } from '../../../contract/recipes/output.ts';
import { type Recipe, recipeSchema, type Step } from '../../../contract/recipes/recipe.ts';
import { noCosts } from '../../../contract/services/costs.ts';
import { builtInProfileId, openPoints, type Profile } from '../../../contract/services/profile.ts';
import { createQueue, type Queue } from '../../../main/pipeline/flow/queue.ts';
import { createMemoryKeyStore, type KeyStore } from '../../../main/service/keys/key-store.ts';
import { createServices, type Services } from '../../../main/service/services.ts';
import { type Job, type NewBatch, type NewJob, openStore, type Store } from '../../../main/store/index.ts';
import { noise } from '../photograph/noise.ts';
import { createManualClock, type ManualClock } from '../run/manual-clock.ts';
import { messageText } from '../run/message-matchers.ts';
import { type ScriptedServer, startScriptedServer } from '../service/scripted-server.ts';
import { addNewDatabase } from '../store/new-database.ts';

export const remoteId = 'remote';
export const testKey = 'key-a1b2c3d4e5f6';
export const taskQuery = 'GET /api/common/query-async-task-result';

/** The request that sends a photograph to an operation, as scripted servers name it. */
export const post = (operation: OperationId) => `POST ${operations[operation].path}`;

/**
 * Splits the rows of a table: the first `count` run in each test run, the others only in long ones. Each part comes
 * with its tags.
 */
export const longAfter = <Row>(count: number, rows: readonly Row[]): [tags: 'long'[], rows: readonly Row[]][] => [
  [[], rows.slice(0, count)],
  [['long'], rows.slice(count)],
];

/** A recipe of one or more operations that writes to the job's output folder. */
export function recipeOf(
  steps: OperationId | readonly (Pick<Step, 'operation'> & Partial<Step>)[],
  output: Partial<Output> = {},
  name = 'Test',
): Recipe {
  const list = typeof steps === 'string' ? [{ operation: steps }] : steps;
  return recipeSchema.parse({
    id: 'test-recipe',
    name,
    steps: list.map((step) => ({ params: {}, reference: null, ...step })),
    output: { template: '{name}', ...output },
  });
}

/** A job whose photograph has no file, for tests that never read it. */
export function paperJob(name: string, recipe: Recipe, more: Partial<NewJob> = {}): NewJob {
  return {
    sourcePath: `/photographs/${name}.jpg`,
    relativeFolder: '',
    outputFolder: '/results',
    contentHash: createHash('sha256').update(name).digest('hex'),
    bytes: 1000,
    width: 60,
    height: 40,
    recipe,
    profileId: null,
    ...more,
  };
}

export interface QueueStage {
  readonly dir: string;
  /** Folder of the results. */
  readonly out: string;
  readonly clock: ManualClock;
  readonly server: ScriptedServer;
  /** Contains the remote profile's key, for the server's origin. */
  readonly keys: KeyStore;
  /** Replaced by `crash`. */
  readonly store: Store;
  readonly queue: Queue;
  readonly faults: unknown[];
  /** Creates and adds a photograph of noise, so that results differ. */
  add(recipe: Recipe, options?: AddOptions): Promise<Job>;
  /** Adds a photograph with the content of `job`'s, at `path` below the stage's folder and as a separate batch. */
  addCopy(job: Job, path: string, more?: Partial<NewJob>): Promise<Job>;
  /** Adds a photograph, starts the queue and waits until the job is in the state `until`, by default `done`. */
  run(recipe: Recipe, options?: AddOptions & { readonly until?: JobState }): Promise<Job>;
  /** Number of photographs sent to an operation. */
  sent(operation: OperationId): number;
  /** Starts the queue. */
  start(): void;
  /** Advances time (see `ManualClock.until`) until the job is in `state`; fails if it ends in another state. */
  reach(job: Pick<Job, 'id'>, state: JobState, maxStepMs?: number): Promise<Job>;
  /** Reopens everything after `queue.stop()`, as the next start of the program does. */
  restart(): void;
  /** Runs `act` on a separate store, as another process does. */
  fromOutside<T>(act: () => Promise<T>): Promise<T>;
  /** Names of the folders of running jobs. */
  workFolders(): Promise<string[]>;
  /** Simulates a crash: nothing is stopped, and another queue, not yet started, opens the database. */
  crash(): void;
  stop(): Promise<void>;
  job(id: number): Job;
  texts(id: number): string[];
  /** Names of all files in the output folder and its subfolders. */
  outputs(): Promise<string[]>;
  /** Scripts a direct operation: its response, and a PNG with alpha of the given size at the URL in it. */
  answers(operation: OperationId, size?: { width: number; height: number }): Promise<Buffer>;
}

export interface AddOptions {
  readonly name?: string;
  readonly size?: { readonly width: number; readonly height: number };
  readonly format?: 'jpeg' | 'png';
  readonly batch?: NewBatch | { readonly batchId: number };
  readonly profileId?: string;
  readonly item?: Partial<NewJob>;
}

/** A PNG of noise with a transparent border, similar to a cutout. */
export async function cutoutPng(width: number, height: number): Promise<Buffer> {
  const pixels = noise(width * height * 4);
  for (let at = 0; at < width * height; at += 1) pixels[at * 4 + 3] = at % width < 4 ? 0 : 255;
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}

/** Noise: unique, and as large as its pixels in a PNG. */
export async function noisePhoto(width: number, height: number, format: 'jpeg' | 'png' = 'jpeg'): Promise<Buffer> {
  return sharp(noise(width * height * 3), { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

export const success = {
  request_id: 'request-1',
  log_id: 'log-1',
  error_code: 0,
  error_msg: '',
  error_detail: { status_code: 200, code: '', code_message: '', message: '' },
};

/** `test` with a `stage`; the queue is stopped and the folder removed after each test. */
export const test = base.extend<{ stage: QueueStage }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures a fixture needs from this pattern.
  stage: async ({}, use) => {
    const server = await startScriptedServer();
    const dir = mkdtempSync(join(tmpdir(), 'burnish-queue-'));
    const stage = createStage(dir, server);
    await use(stage);
    await stage.stop();
    await server.close();
    rmSync(dir, { recursive: true, force: true });
  },
});

function createStage(dir: string, server: ScriptedServer): QueueStage {
  const clock = createManualClock();
  const faults: unknown[] = [];
  const keys = createMemoryKeyStore();
  keys.set(remoteId, testKey, server.baseUrl);
  const photos = join(dir, 'photographs');
  const out = join(dir, 'out');
  addNewDatabase(join(dir, 'data'), clock.now);
  let { store, queue, die } = open();
  let made = 0;

  /** One run of the program. After `die`, its timers do not fire and its errors are ignored. */
  function open(): { store: Store; queue: Queue; die: () => void } {
    let alive = true;
    const ownClock = { ...clock, after: (ms: number, run: () => void) => clock.after(ms, () => alive && run()) };
    const opened = openStore({ folder: join(dir, 'data'), now: clock.now, busyMs: 20 });
    const profile: Profile = {
      id: remoteId,
      kind: 'remote',
      name: 'Remote',
      baseUrl: server.baseUrl,
      ...openPoints,
      maxConcurrency: 3,
      charges: true,
      plainResults: true,
      costs: noCosts,
      idempotencyKeys: false,
    };
    opened.profiles.save(profile);
    const services: Services = createServices({
      store: opened,
      keys,
      // The built-in profile uses the scripted server's address, because the tests are about its treatment by the
      // queue.
      engine: {
        address: async () => ({ baseUrl: server.baseUrl, apiKey: testKey }),
        condition: { condition: 'ready', message: null },
        endPause: () => undefined,
        stop: async () => undefined,
      },
      onChange: () => undefined,
    });
    const made = createQueue({
      store: opened,
      services,
      clock: ownClock,
      random: () => 0.5,
      onFault: (error) => alive && faults.push(error),
    });
    return {
      store: opened,
      queue: made,
      die() {
        alive = false;
        opened.close();
      },
    };
  }

  const stage: QueueStage = {
    dir,
    out,
    clock,
    server,
    keys,
    faults,
    get store() {
      return store;
    },
    get queue() {
      return queue;
    },
    async add(recipe, options = {}) {
      const {
        name = `photo-${++made}`,
        size = { width: 64, height: 48 },
        format = 'jpeg',
        profileId = remoteId,
      } = options;
      const { batch = { title: name, origin: 'drop', folderId: null }, item: more = {} } = options;
      await mkdir(photos, { recursive: true });
      const sourcePath = join(photos, `${name}.${format === 'jpeg' ? 'jpg' : 'png'}`);
      writeFileSync(sourcePath, await noisePhoto(size.width, size.height, format));
      const content = readFileSync(sourcePath);
      const item: NewJob = {
        sourcePath,
        relativeFolder: '',
        outputFolder: out,
        contentHash: createHash('sha256').update(content).digest('hex'),
        bytes: content.length,
        ...size,
        recipe,
        profileId,
        ...more,
      };
      const { jobIds } = store.jobs.add(batch, [item]);
      return stage.job(jobIds[0] ?? 0);
    },
    async addCopy(job, path, more = {}) {
      const sourcePath = join(dir, path);
      await mkdir(dirname(sourcePath), { recursive: true });
      await copyFile(job.sourcePath, sourcePath);
      const { contentHash, bytes, width, height, profileId, recipe, outputFolder } = job;
      const item = { contentHash, bytes, width, height, profileId, recipe, outputFolder, relativeFolder: '' };
      const batch = { title: path, origin: 'drop', folderId: null } as const;
      const { jobIds } = store.jobs.add(batch, [{ ...item, sourcePath, ...more }]);
      return stage.job(jobIds[0] ?? 0);
    },
    async run(recipe, { until = 'done', ...options } = {}) {
      const job = await stage.add(recipe, options);
      stage.start();
      return stage.reach(job, until);
    },
    sent: (operation) => server.requestsOf(post(operation)).length,
    start() {
      const take = store.queueLock.take('a test');
      if (!take.taken) throw new Error('somebody else has the queue');
      queue.start();
    },
    async reach({ id }, state, maxStepMs) {
      const resting: JobState[] = ['done', 'failed', 'cancelled', 'uncertain'];
      const isThere = () => {
        const now = stage.job(id).state;
        return now === state || resting.includes(now);
      };
      await clock.until(isThere, `job ${id} being ${state}`, maxStepMs);
      const job = stage.job(id);
      if (job.state !== state) throw new Error(`job ${id} is ${job.state}: ${stage.texts(id).join(' | ')}`);
      return job;
    },
    crash() {
      // The process keeps running, but without its database, so nothing it still does is stored.
      die();
      ({ store, queue, die } = open());
    },
    restart() {
      store.close();
      ({ store, queue, die } = open());
    },
    async fromOutside(act) {
      const own = store;
      const outsideStore = openStore({ folder: join(dir, 'data'), now: clock.now, busyMs: 20 });
      store = outsideStore;
      try {
        return await act();
      } finally {
        store = own;
        outsideStore.close();
      }
    },
    workFolders: async () => (await readdir(store.workFolder)).filter((name) => /^\d+$/.test(name)),
    async stop() {
      await queue.stop();
      store.close();
    },
    job(id) {
      const job = store.jobs.get(id);
      if (job === null) throw new Error(`there is no job ${id}`);
      return job;
    },
    texts: (id) => store.events.ofJob(id).map(({ text }) => messageText(text)),
    outputs: async () => {
      const entries = await readdir(out, { recursive: true, withFileTypes: true }).catch(() => []);
      return entries
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name).slice(out.length + 1))
        .sort();
    },
    async answers(operation, size = { width: 64, height: 48 }) {
      const png = await cutoutPng(size.width, size.height);
      server.script(post(operation), {
        json: { ...success, data: { image_url: `${server.baseUrl}/results/${operation}.png` } },
      });
      server.script(`GET /results/${operation}.png`, { bytes: png, type: 'image/png' });
      return png;
    },
  };
  return stage;
}

export { builtInProfileId };
