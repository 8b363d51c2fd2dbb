/** Utility processes of Electron for the built-in engine and, on its request, for the graphics card. */
import { dirname, extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { MessageChannelMain, type UtilityProcess, utilityProcess } from 'electron';
import { type EngineChild, engineEnvironment } from '../../service/engine/engine-host.ts';

export const engineName = 'Burnish engine';
export const graphicsName = 'Burnish graphics';

/** @param entry path of the engine's entry. @param log receives the lines of its standard error */
export function launchEngine(entry: string, args: readonly string[], log: (line: string) => void): EngineChild {
  const engine = utilityProcess.fork(entry, [...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    serviceName: engineName,
    env: engineEnvironment(process.env),
  });
  const lines = createInterface({ input: engine.stdout?.pipe(new PassThrough()) ?? new PassThrough() });
  if (engine.stderr) createInterface({ input: engine.stderr.pipe(new PassThrough()) }).on('line', log);
  serveGraphics(engine, entry);
  return {
    onLine: (listener) => void lines.on('line', listener),
    onExit: (listener) => void engine.once('exit', listener),
    stop: () => void engine.kill(),
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
