/** Starts and stops the parts of an engine together. README.md describes them. */
import { rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Clock, hourMs, minuteMs, systemClock } from './clock.ts';
import type { EngineContext } from './http/engine-context.ts';
import { createServer } from './http/server.ts';
import { createUploadBudget, defaultUploadLimits, type UploadLimits } from './http/upload-budget.ts';
import { type EngineDatabase, openDatabase } from './tasks/engine-database.ts';
import { openResultFiles } from './tasks/result-files.ts';
import { createTaskRunner } from './tasks/task-runner.ts';
import { openTasks } from './tasks/tasks.ts';
import type { LaunchGraphics } from './workers/graphics-process.ts';
import { createWorkerPool, type WorkerPoolOptions } from './workers/worker-pool.ts';

export interface EngineOptions {
  /** Folder for tasks and results. It is created if missing, and locked. */
  readonly dataDir: string;
  readonly apiKey: string;
  /** If 0 or absent, any free port. */
  readonly port?: number;
  readonly keyHeader?: string;
  readonly uploads?: Partial<UploadLimits>;
  readonly maxTasks?: number;
  /** If all results are larger, those already fetched expire early. */
  readonly maxStoredBytes?: number;
  readonly clock?: Clock;
  /** Receives one line about each problem, without keys and URLs. */
  readonly log?: (line: string) => void;
  /** Starts the graphics process. If absent, the processor runs all networks. */
  readonly graphics?: LaunchGraphics | undefined;
  readonly workerPool?: Partial<Omit<WorkerPoolOptions, 'log'>>;
}

export interface Engine {
  readonly baseUrl: string;
  /** Removes expired tasks and files, as the engine does every hour. */
  sweep(): Promise<void>;
  /**
   * Cancels all jobs; tasks stay in the table. Returns false if a worker did not stop in time. It still runs, and the
   * process should not wait for it.
   */
  close(): Promise<boolean>;
}

const gigabyte = 1024 ** 3;
/** Approximate memory of a cutout for each pixel of its images. */
const bytesPerPixel = 60;

/** The built app has the same folders as the sources. */
const workerEntry = new URL(import.meta.url.endsWith('.ts') ? '../worker.ts' : '../worker.js', import.meta.url);

/**
 * Starts an engine on 127.0.0.1.
 * @throws DataFolderInUse if another engine uses `dataDir`; Error EADDRINUSE if the port is in use
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  // Otherwise ONNX Runtime reports each use to Microsoft. Workers have a copy of the environment, so it is set here.
  process.env.ORT_DISABLE_TELEMETRY = '1';
  const database = openDatabase(options.dataDir);
  try {
    return await open(database, options);
  } catch (error) {
    database.close();
    throw error;
  }
}

async function open(database: EngineDatabase, options: EngineOptions): Promise<Engine> {
  const { dataDir, clock = systemClock, log = () => {} } = options;
  const files = openResultFiles(dataDir, database, clock, options.maxStoredBytes ?? 8 * gigabyte);
  const tasks = openTasks(dataDir, database, clock);
  const verdictFile = join(dataDir, 'graphics.json');
  // Self-tests are repeated after the graphics card was turned off.
  if (!options.graphics) rmSync(verdictFile, { force: true });
  const workerPool = createWorkerPool({
    entry: workerEntry,
    slotCount: 2,
    maxPixels: totalmem() / 4 / bytesPerPixel,
    maxWaiting: 64,
    idleMs: 10 * minuteMs,
    jobMs: 15 * minuteMs,
    cancelMs: minuteMs,
    closeMs: 4000,
    heapMb: 2048,
    graphics: options.graphics && { launch: options.graphics, verdictFile },
    ...options.workerPool,
    log,
  });
  const runner = createTaskRunner(tasks, files, workerPool, log);
  const context: EngineContext = {
    uploadBudget: createUploadBudget({ ...defaultUploadLimits, ...options.uploads }),
    workerPool,
    tasks,
    runner,
    files,
    clock,
    maxTasks: options.maxTasks ?? 1000,
  };
  const server = await createServer(context, {
    apiKey: options.apiKey,
    keyHeader: options.keyHeader ?? 'service-api-key',
    log,
  });
  const baseUrl = await listen(server, options.port ?? 0);

  const sweep = async () => {
    await tasks.sweep();
    await files.sweep();
  };
  const sweepTimer = setInterval(
    () => void sweep().catch((error) => log(`removing expired results failed: ${error}`)),
    hourMs,
  );
  sweepTimer.unref();
  await sweep();
  runner.wake();

  return {
    baseUrl,
    sweep,
    async close() {
      clearInterval(sweepTimer);
      const runnerStopped = runner.stop();
      const isClean = await workerPool.close();
      await runnerStopped;
      await server.close();
      database.close();
      return isClean;
    },
  };
}

async function listen(server: FastifyInstance, port: number): Promise<string> {
  await server.listen({ host: '127.0.0.1', port });
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}

/** Returns the data folder of an engine that runs without the app. */
export function defaultDataDir(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: string): string {
  switch (platform) {
    case 'win32':
      return join(env.LOCALAPPDATA ?? join(home, 'AppData', 'Local'), 'burnish-engine');
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'burnish-engine');
    default:
      return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'burnish-engine');
  }
}
