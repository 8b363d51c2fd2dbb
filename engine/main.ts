/** The engine as a process of its own: for `npm run service`, as a child of the command line, or Electron's utility process. */
import '../formats/disable-sharp-cache.ts';
import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Engine } from './service/engine.ts';
import type { ElectronPort } from './service/workers/graphics-process.ts';

const usage = `Usage: npm run service -- [--port N] [--data DIR] [--models DIR] [--networks DIR] [--key-header NAME] [--graphics]

  --port        port to listen on (default: any free port)
  --data        folder for tasks and results
  --models      folder with the models
  --networks    folder with downloaded networks
  --key-header  HTTP header for the API key
  --graphics    run networks on the graphics card if that is faster

The API key is read from BURNISH_ENGINE_KEY, or generated. Prints {"baseUrl", "apiKey"} as JSON once the engine is listening.`;

/** How long a clean stop may take, in ms. */
const stopPatience = 8000;

const log = (line: string) => process.stderr.write(`${new Date().toISOString()} engine: ${line}\n`);

function readArguments() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      data: { type: 'string' },
      models: { type: 'string' },
      networks: { type: 'string' },
      'key-header': { type: 'string' },
      graphics: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error('--port must be a whole number from 0 to 65535.');
  return { ...values, port };
}

async function run(): Promise<void> {
  // Photographs and what is found in them: for nobody but their owner, whoever writes them.
  if (process.platform !== 'win32') process.umask(0o077);
  const ending = endOfService();
  let given: ReturnType<typeof readArguments>;
  try {
    given = readArguments();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}\n`);
    process.exit(2);
  }
  if (given.help) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  // The workers inherit the environment, and look there for the models.
  if (given.models) process.env.BURNISH_MODELS = resolve(given.models);
  if (given.networks) process.env.BURNISH_NETWORKS = resolve(given.networks);
  const apiKey = process.env.BURNISH_ENGINE_KEY || randomBytes(24).toString('base64url');
  delete process.env.BURNISH_ENGINE_KEY;
  const keyHeader = given['key-header'];

  // Loaded only now: signals are heeded meanwhile, and words that are not understood are answered at once.
  const { defaultDataDir, startEngine } = await import('./service/engine.ts');
  const { forkGraphics, requestGraphics } = await import('./service/workers/graphics-process.ts');
  const electron = parentPort();
  const engine = await startEngine({
    dataDir: resolve(given.data ?? defaultDataDir(process.env, process.platform, homedir())),
    apiKey,
    port: given.port,
    ...(keyHeader ? { keyHeader } : {}),
    ...(given.graphics ? { graphics: electron ? () => requestGraphics(electron) : () => forkGraphics() } : {}),
    log,
  });
  stopOn(ending, engine);
  process.stdout.write(`${JSON.stringify({ baseUrl: engine.baseUrl, apiKey })}\n`);
}

/**
 * Fires on a signal, and when the parent that talks to this process is gone. Listens from the first moment on: a parent may die
 * while the engine is still starting, and a task must not be held against an image because of that.
 */
function endOfService(): AbortSignal {
  const ending = new AbortController();
  const end = () => ending.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  process.on('disconnect', end);
  parentPort()?.on('close', end);
  // Nobody reads any more.
  process.stdout.on('error', end);
  process.stderr.on('error', end);
  return ending.signal;
}

function stopOn(ending: AbortSignal, engine: Engine): void {
  const stop = () => {
    setTimeout(quit, stopPatience).unref();
    engine.close().then(
      (isClean) => (isClean ? process.exit(0) : quit()),
      (error: unknown) => {
        log(`stopping failed: ${error}`);
        quit();
      },
    );
  };
  if (ending.aborted) stop();
  else ending.addEventListener('abort', stop, { once: true });
}

/** Ends a process whose workers are still inside native code, where an ordinary exit would crash. */
function quit(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('unreachable');
}

/** Electron's port to the main process; there in a utility process only. */
function parentPort(): ElectronPort | undefined {
  return (process as { parentPort?: ElectronPort }).parentPort;
}

process.on('uncaughtException', (error) => {
  log(`stopped by an unexpected error: ${error.stack}`);
  process.exit(1);
});

await run().catch((error: Error) => {
  log(error.message);
  process.exit(1);
});
