/** The graphics process, which runs networks on the graphics card, because its drivers may crash. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { MessagePort } from 'node:worker_threads';
import type { FromGraphics, GraphicsLost, ToGraphics } from '../../vision/runtimes/graphics/graphics-messages.ts';

/** The built app has the same folders as the sources. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const graphicsEntry = fileURLToPath(
  new URL(`../../vision/runtimes/graphics/graphics-runner.process.${extension}`, import.meta.url),
);

export interface GraphicsProcess {
  send(request: ToGraphics): void;
  onMessage(listener: (response: FromGraphics) => void): void;
  /** Calls `listener` once, even if the process did not start. */
  onExit(listener: () => void): void;
  kill(): void;
}

export type LaunchGraphics = () => GraphicsProcess;

/** Starts the process as a child of this Node process, whose end it does not survive. */
export function forkGraphics(entry: string = graphicsEntry): GraphicsProcess {
  // Output is ignored, because drivers write to both streams.
  const child = fork(entry, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] });
  // The engine keeps itself alive.
  child.unref();
  child.channel?.unref();
  const ended = new Promise<void>((resolve) => {
    child.once('exit', resolve);
    child.once('error', () => resolve());
  });
  // An error of a write to a process that has just ended.
  child.on('error', () => {});
  return {
    send: (request) => void child.send(request, () => {}),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void ended.then(listener),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** A port of Electron's utility processes. */
export type ElectronPort = NodeJS.EventEmitter & { postMessage(message: unknown): void };

/**
 * Requests the process from Electron's main process (`main/desktop/system/engine-process.ts`), because a packaged app
 * cannot run as Node. The response has a port to the process.
 */
export function requestGraphics(electron: ElectronPort): GraphicsProcess {
  const port = new Promise<ElectronPort & { start(): void }>((resolve) => {
    electron.once('message', ({ ports: [receivedPort] }) => {
      receivedPort.start();
      resolve(receivedPort);
    });
  });
  const { BURNISH_MODELS, BURNISH_NETWORKS } = process.env;
  electron.postMessage({ kind: 'start-graphics', env: { BURNISH_MODELS, BURNISH_NETWORKS } });
  return {
    send: (request) => void port.then((to) => to.postMessage(request)),
    onMessage: (listener) => void port.then((from) => from.on('message', ({ data }) => listener(data))),
    onExit: (listener) => void port.then((to) => to.once('close', listener)),
    kill: () => electron.postMessage({ kind: 'stop-graphics' }),
  };
}

/** Connects the inference thread to the process, which starts with the first request and ends when `port` closes. */
export function relayGraphics(port: MessagePort, launch: LaunchGraphics): void {
  let running: GraphicsProcess | undefined;
  let timer: NodeJS.Timeout | undefined;

  function start(): GraphicsProcess {
    const started = launch();
    started.onMessage((response) => {
      if (running !== started) return;
      if (response.kind !== 'models') clearTimeout(timer);
      port.postMessage(response);
    });
    started.onExit(() => {
      if (running === started) endAs('crashed');
    });
    return started;
  }

  function endAs(reason: GraphicsLost['reason']): void {
    end();
    port.postMessage({ kind: 'lost', reason } satisfies GraphicsLost);
  }

  function end(): void {
    clearTimeout(timer);
    const killed = running;
    running = undefined;
    killed?.kill();
  }

  port.on('message', (request: ToGraphics) => {
    running ??= start();
    if (request.kind === 'run') timer = setTimeout(() => endAs('slow'), request.timeoutMs).unref();
    running.send(request);
  });
  port.on('close', end);
  port.unref();
}
