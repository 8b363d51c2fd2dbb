/** Starts the built-in engine as a utility process of Electron, and another one for the graphics card if the engine asks for it. */
import { dirname, extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { MessageChannelMain, type UtilityProcess, utilityProcess } from 'electron';
import { type EngineChild, engineEnvironment } from '../../service/engine/engine-host.ts';

export const engineName = 'Burnish engine';
export const graphicsName = 'Burnish graphics';

/** @param entry the engine's built entry. @param log takes what the process prints on standard error, line by line. */
export function launchEngine(entry: string, args: readonly string[], log: (line: string) => void): EngineChild {
  const running = utilityProcess.fork(entry, [...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    serviceName: engineName,
    env: engineEnvironment(process.env),
  });
  const lines = createInterface({ input: running.stdout?.pipe(new PassThrough()) ?? new PassThrough() });
  if (running.stderr) createInterface({ input: running.stderr.pipe(new PassThrough()) }).on('line', log);
  serveGraphics(running, entry);
  return {
    onLine: (listener) => void lines.on('line', listener),
    onExit: (listener) => void running.once('exit', listener),
    stop: () => void running.kill(),
  };
}

/** A request of the engine (`engine/service/workers/graphics-process.ts`). */
type GraphicsRequest =
  | { readonly kind: 'start-graphics'; readonly env: NodeJS.ProcessEnv }
  | { readonly kind: 'stop-graphics' };

/** Starts and ends the graphics process for an engine, and connects the two. */
function serveGraphics(engine: UtilityProcess, engineEntry: string): void {
  const entry = join(dirname(engineEntry), `vision/runtimes/graphics/graphics-runner.process${extname(engineEntry)}`);
  let child: UtilityProcess | undefined;
  engine.on('message', (request: GraphicsRequest) => {
    child?.kill();
    child = undefined;
    if (request.kind !== 'start-graphics') return;
    child = utilityProcess.fork(entry, [], {
      stdio: 'ignore',
      serviceName: graphicsName,
      env: { ...process.env, ...request.env },
    });
    const { port1, port2 } = new MessageChannelMain();
    child.postMessage(null, [port1]);
    engine.postMessage(null, [port2]);
  });
  engine.once('exit', () => child?.kill());
}
