/**
 * The window of a packaged app, through the protocol of Chromium's developer tools, because Playwright cannot start
 * packaged apps.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { start } from './packaged-app.ts';

export interface AppWindow {
  /** Evaluates an expression in the page; `burnish` is the bridge. */
  ask<T>(expression: string): Promise<T>;
  /** Quits and waits for the end of the process. */
  quit(): Promise<void>;
  readonly process: ChildProcess;
}

/**
 * @param folder of the app's program
 * @param data its data folder
 */
export async function openPackaged(folder: string, data: string, env: NodeJS.ProcessEnv = {}): Promise<AppWindow> {
  const portFile = join(data, 'DevToolsActivePort');
  rmSync(portFile, { force: true });
  const child = start(folder, [`--data=${data}`, '--without-networks', '--remote-debugging-port=0'], env);
  child.stdout?.resume();
  child.stderr?.resume();
  let address = '';
  const find = async () => {
    const port = readFileSync(portFile, 'utf8').split('\n')[0];
    const pages = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
      url: string;
      webSocketDebuggerUrl: string;
    }[];
    address = pages.find(({ url }) => url === 'app://burnish/index.html')?.webSocketDebuggerUrl ?? '';
    return address;
  };
  await expect.poll(find).not.toBe('');
  const socket = new WebSocket(address);
  await once(socket, 'open');
  let lastId = 0;

  async function ask<T>(expression: string): Promise<T> {
    const id = ++lastId;
    const answer = new Promise<T>((resolve, reject) => {
      const read = ({ data: text }: MessageEvent) => {
        const message = JSON.parse(String(text));
        if (message.id !== id) return;
        socket.removeEventListener('message', read);
        const fault = message.error ?? message.result.exceptionDetails;
        if (fault) reject(new Error(JSON.stringify(fault)));
        else resolve(message.result.result.value as T);
      };
      socket.addEventListener('message', read);
    });
    const params = { expression, awaitPromise: true, returnByValue: true };
    socket.send(JSON.stringify({ id, method: 'Runtime.evaluate', params }));
    return answer;
  }
  await expect.poll(() => ask<boolean>("document.querySelector('[data-testid=app-ready]') !== null")).toBe(true);
  return {
    ask,
    process: child,
    async quit() {
      socket.close();
      if (child.exitCode === null) child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
