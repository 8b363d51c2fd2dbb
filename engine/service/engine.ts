/** A whole engine: database, files, tasks, workshop and server, opened and closed together. */
import { rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Clock, hourMs, minuteMs, systemClock } from './clock.ts';
import type { EngineContext } from './http/engine-context.ts';
import { createServer } from './http/server.ts';
import { createUploadBudget, defaultUploadLimits, type UploadLimits } from './http/upload-budget.ts';
import { type EngineDatabase, openDatabase } from './tasks/database.ts';
import { openResultFiles } from './tasks/files.ts';
import { createTaskRunner } from './tasks/task-runner.ts';
import { openTasks } from './tasks/tasks.ts';
import type { LaunchGraphics } from './workers/graphics-process.ts';
import { createWorkerPool, type WorkerPoolOptions } from './workers/worker-pool.ts';

export interface EngineOptions {
  /** Folder for tasks and results; made when missing, held by this engine alone. */
  readonly dataDir: string;
  readonly apiKey: string;
  /** 0 or absent: any free port. */
  readonly port?: number;
  readonly keyHeader?: string;
  readonly arrivals?: Partial<UploadLimits>;
  readonly maxTasks?: number;
  /** Bytes of results kept on disk, about; those that nobody has fetched are kept in any case. */
  readonly maxStoredBytes?: number;
  readonly clock?: Clock;
  /** Receives one line each about what went wrong; never a key or a URL. */
  readonly log?: (line: string) => void;
  /** Starts the process for the graphics card; absent: the processor runs all networks. */
  readonly graphics?: LaunchGraphics | undefined;
  readonly workshop?: Partial<Omit<WorkerPoolOptions, 'log'>>;
}

export interface Engine {
  readonly baseUrl: string;
  /** Removes what has expired; happens by itself every hour. */
  sweep(): Promise<void>;
  /**
   * Refuses new work, gives up running work (tasks stay in the table), frees everything. False when a worker did not
   * stop in time: it still runs, and the process should not wait for it.
   */
  close(): Promise<boolean>;
}

const gigabyte = 1024 ** 3;
/** Memory that a job needs for each pixel of its images, about: what cutouts take at their most. */
const bytesPerPixel = 60;

/** Worker entry beside this file, in the sources as well as in the built app. */
const workerEntry = new URL(import.meta.url.endsWith('.ts') ? '../worker.ts' : '../worker.js', import.meta.url);

/**
 * Starts an engine on 127.0.0.1.
 * @throws DataFolderInUse when another engine works in `dataDir`; Error with code EADDRINUSE when the port is taken.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  // ONNX Runtime tells Microsoft about each use otherwise. Here, since what a worker puts into its environment is not the process's.
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
  // Turning the graphics card off and on again repeats the self-tests.
  if (!options.graphics) rmSync(verdictFile, { force: true });
  const workshop = createWorkerPool({
    entry: workerEntry,
    workers: 2,
    maxPixels: totalmem() / 4 / bytesPerPixel,
    maxWaiting: 64,
    idleMs: 10 * minuteMs,
    jobMs: 15 * minuteMs,
    cancelMs: minuteMs,
    closeMs: 4000,
    heapMb: 2048,
    graphics: options.graphics && { launch: options.graphics, verdictFile },
    ...options.workshop,
    log,
  });
  const runner = createTaskRunner(tasks, files, workshop, log);
  const context: EngineContext = {
    arrivals: createUploadBudget({ ...defaultUploadLimits, ...options.arrivals }),
    workshop,
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
  const sweeping = setInterval(() => void sweep().catch((error) => log(`sweeping failed: ${error}`)), hourMs);
  sweeping.unref();
  await sweep();
  runner.wake();

  return {
    baseUrl,
    sweep,
    async close() {
      clearInterval(sweeping);
      const stopped = runner.stop();
      const isClean = await workshop.close();
      await stopped;
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

/** Where tasks and results of an engine that runs on its own are kept: the user's data folder. */
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
