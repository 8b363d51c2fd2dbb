/** Starts the built-in engine as a utility process of Electron. */
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { utilityProcess } from 'electron';
import type { EngineChild } from '../service/engine/engine-host.ts';

export const engineName = 'Burnish engine';

/** @param entry the engine's built entry. @param log takes what the process prints on standard error, line by line. */
export function launchEngine(entry: string, args: readonly string[], log: (line: string) => void): EngineChild {
  const running = utilityProcess.fork(entry, [...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    serviceName: engineName,
  });
  const lines = createInterface({ input: running.stdout?.pipe(new PassThrough()) ?? new PassThrough() });
  if (running.stderr) createInterface({ input: running.stderr.pipe(new PassThrough()) }).on('line', log);
  return {
    onLine: (listener) => void lines.on('line', listener),
    onExit: (listener) => void running.once('exit', listener),
    stop: () => void running.kill(),
  };
}
