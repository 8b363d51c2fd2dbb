/** Opens the window of a packaged app, and quits it through the menu's command. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Launch } from '../launch.ts';

/** Ends only an app that hangs (ms). */
const timeoutMs = 180_000;

/**
 * @param launch starts the app with a debugging port of its choice
 * @param data its data folder, which will contain the port
 * @returns what failed, as a sentence; null if the app waitForPage and quit
 */
export async function openAndQuit({ command, args, env }: Launch, data: string): Promise<string | null> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'close') as Promise<[number | null]>;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const isOpen = await Promise.race([waitForPage(data, signal), ended.then(() => false)]);
    if (!isOpen) return `The app exited with code ${child.exitCode} before its window waitForPage. Output:\n${output}`;
    await quit(data);
    const late = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)));
    const end = await Promise.race([ended, late]);
    if (end === null) return 'The app did not quit when asked.';
    return end[0] === 0 ? null : `The app exited with code ${end[0]} when it quit. Output:\n${output}`;
  } catch (fault) {
    if (!signal.aborted) throw fault;
    return `The window did not open. Output of the app:\n${output}`;
  } finally {
    child.kill();
  }
}

const endpoint = async (data: string) =>
  `http://127.0.0.1:${(await readFile(join(data, 'DevToolsActivePort'), 'utf8')).split('\n')[0]}`;

/** Resolves when the page shows data from the main process. */
async function waitForPage(data: string, signal: AbortSignal): Promise<true> {
  for (;;) {
    try {
      const pages = (await (await fetch(`${await endpoint(data)}/json/list`)).json()) as Record<string, string>[];
      const page = pages.find(({ url }) => url?.startsWith('app://burnish/'));
      const ask = { expression: 'document.querySelector("main")?.innerText ?? ""' };
      const text = page ? await devTools(page.webSocketDebuggerUrl!, 'Runtime.evaluate', ask) : null;
      if ((text as { result: { value: string } } | null)?.result.value) return true;
    } catch {
      // The page is not ready yet.
    }
    await wait(500, undefined, { signal });
  }
}

/** Quits as the menu does on every system. */
async function quit(data: string): Promise<void> {
  const version = (await (await fetch(`${await endpoint(data)}/json/version`)).json()) as Record<string, string>;
  await devTools(version.webSocketDebuggerUrl!, 'Browser.close', {});
}

/**
 * Calls a method of the Chrome DevTools Protocol.
 * @returns the result; null if there is none, for example because the app has quit
 */
function devTools(url: string, method: string, params: object): Promise<unknown> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    socket.onopen = () => socket.send(JSON.stringify({ id: 1, method, params }));
    socket.onmessage = ({ data }) => {
      resolve((JSON.parse(String(data)) as { result: unknown }).result);
      socket.close();
    };
    // Also fires after an error.
    socket.onclose = () => resolve(null);
  });
}
