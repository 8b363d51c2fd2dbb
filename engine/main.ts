/** Entry of the engine's process: `npm run service`, a child of the command line, or a utility process of Electron. */
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

const shutdownTimeoutMs = 8000;

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
  // Photographs and findings must only be readable by their owner.
  if (process.platform !== 'win32') process.umask(0o077);
  const stopSignal = watchForStop();
  let options: ReturnType<typeof readArguments>;
  try {
    options = readArguments();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}\n`);
    process.exit(2);
  }
  if (options.help) {
    process.stdout.write(`${usage}\n`);
    process.exit(0);
  }
  // Workers inherit the environment.
  if (options.models) process.env.BURNISH_MODELS = resolve(options.models);
  if (options.networks) process.env.BURNISH_NETWORKS = resolve(options.networks);
  const apiKey = process.env.BURNISH_ENGINE_KEY || randomBytes(24).toString('base64url');
  delete process.env.BURNISH_ENGINE_KEY;
  const keyHeader = options['key-header'];

  // Loaded late, so that signals and invalid arguments are handled at once.
  const { defaultDataDir, startEngine } = await import('./service/engine.ts');
  const { forkGraphics, requestGraphics } = await import('./service/workers/graphics-process.ts');
  const electron = parentPort();
  const engine = await startEngine({
    dataDir: resolve(options.data ?? defaultDataDir(process.env, process.platform, homedir())),
    apiKey,
    port: options.port,
    ...(keyHeader ? { keyHeader } : {}),
    ...(options.graphics ? { graphics: electron ? () => requestGraphics(electron) : () => forkGraphics() } : {}),
    log,
  });
  stopOn(stopSignal, engine);
  process.stdout.write(`${JSON.stringify({ baseUrl: engine.baseUrl, apiKey })}\n`);
}

/**
 * Returns a signal that aborts on a signal of the system, or when the parent process has ended. The parent may end while
 * the engine starts; a task must not fail because of that.
 */
function watchForStop(): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  process.on('disconnect', stop);
  parentPort()?.on('close', stop);
  // The reader of the stream has ended.
  process.stdout.on('error', stop);
  process.stderr.on('error', stop);
  return controller.signal;
}

function stopOn(signal: AbortSignal, engine: Engine): void {
  const stop = () => {
    setTimeout(killProcess, shutdownTimeoutMs).unref();
    engine.close().then(
      (isClean) => (isClean ? process.exit(0) : killProcess()),
      (error: unknown) => {
        log(`stopping failed: ${error}`);
        killProcess();
      },
    );
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
}

/** Ends the process without an exit, which would crash while workers run native code. */
function killProcess(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('unreachable');
}

/** Returns the port to Electron's main process, in a utility process. */
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
