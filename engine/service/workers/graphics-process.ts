/** The process that runs networks on the graphics card: started at the first request, ended if it is slow. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
import type { FromGraphics, GraphicsLost, ToGraphics } from '../../vision/runtimes/graphics/messages.ts';

/** Entry next to the sources as well as in the built app. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
export const graphicsEntry = fileURLToPath(
  new URL(`../../vision/runtimes/graphics/graphics-runner.process.${extension}`, import.meta.url),
);

export interface GraphicsProcess {
  send(question: ToGraphics): void;
  onMessage(listener: (answer: FromGraphics) => void): void;
  /** Called once; also if the process did not start. */
  onExit(listener: () => void): void;
  kill(): void;
}

export type LaunchGraphics = () => GraphicsProcess;

/** Starts the process as a child of this Node; it ends when this process does. */
export function forkGraphics(entry: string = graphicsEntry): GraphicsProcess {
  // Drivers write to both streams.
  const child = fork(entry, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
  // The engine keeps itself alive.
  child.unref();
  child.channel?.unref();
  const ended = new Promise<void>((resolve) => {
    child.once('exit', resolve);
    child.once('error', () => resolve());
  });
  // Writing to a process that has just ended.
  child.on('error', () => {});
  return {
    send: (question) => void child.send(question, () => {}),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void ended.then(listener),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** A port of Electron's utility processes. */
export type ElectronPort = NodeJS.EventEmitter & { postMessage(message: unknown): void };

/**
 * Makes Electron's main process (`main/desktop/system/engine-process.ts`) start the process, because a packaged app cannot run as Node. It
 * returns a port to the process.
 */
export function requestGraphics(electron: ElectronPort): GraphicsProcess {
  const port = new Promise<ElectronPort & { start(): void }>((resolve) => {
    electron.once('message', ({ ports: [given] }) => {
      given.start();
      resolve(given);
    });
  });
  const { BURNISH_MODELS, BURNISH_NETWORKS } = process.env;
  electron.postMessage({ kind: 'start-graphics', env: { BURNISH_MODELS, BURNISH_NETWORKS } });
  return {
    send: (question) => void port.then((to) => to.postMessage(question)),
    onMessage: (listener) => void port.then((from) => from.on('message', ({ data }) => listener(data))),
    onExit: (listener) => void port.then((to) => to.once('close', listener)),
    kill: () => electron.postMessage({ kind: 'stop-graphics' }),
  };
}

/** Connects the thread of the networks, behind `port`, to the process; once the port closes, the process is ended. */
export function relayGraphics(port: MessagePort, launch: LaunchGraphics): void {
  let running: GraphicsProcess | undefined;
  let limit: NodeJS.Timeout | undefined;

  function start(): GraphicsProcess {
    const made = launch();
    made.onMessage((answer) => {
      if (running !== made) return;
      if (answer.kind !== 'models') clearTimeout(limit);
      port.postMessage(answer);
    });
    made.onExit(() => {
      if (running === made) lose('crashed');
    });
    return made;
  }

  function lose(reason: GraphicsLost['reason']): void {
    end();
    port.postMessage({ kind: 'lost', reason } satisfies GraphicsLost);
  }

  function end(): void {
    clearTimeout(limit);
    const ended = running;
    running = undefined;
    ended?.kill();
  }

  port.on('message', (question: ToGraphics) => {
    running ??= start();
    if (question.kind === 'run') limit = setTimeout(() => lose('slow'), question.limitMs).unref();
    running.send(question);
  });
  port.on('close', end);
  port.unref();
}
