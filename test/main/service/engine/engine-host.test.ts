import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createEngineHost,
  type EngineChild,
  type EngineHost,
  graphicsArguments,
  restartEngine,
} from '../../../../main/service/engine/engine-host.ts';
import { matchingMessage } from '../../../helpers/run/message-matchers.ts';

/** The latest child process. */
let running: ChildProcessByStdio<null, Readable, null>;

/** A real process that runs `script` under this Node. */
function child(script: string): EngineChild {
  running = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const own = running;
  const lines = createInterface({ input: own.stdout });
  return {
    onLine: (listener) => void lines.on('line', listener),
    onExit: (listener) => void own.once('exit', listener),
    stop: () => void own.kill('SIGTERM'),
  };
}

const announce = (port: number) => `console.log(JSON.stringify({ baseUrl: 'http://127.0.0.1:${port}', apiKey: 'k' }));`;
const notStarting = { sentence: matchingMessage(/does not start/) };
const stay = 'setInterval(() => {}, 1000);';

let host: EngineHost | null = null;
afterEach(async () => {
  await host?.stop();
});

function open(scripts: string[], restartDelays = [1, 1], now = () => performance.now()) {
  const seen: string[] = [];
  let started = 0;
  host = createEngineHost({
    launch: () => child(scripts[Math.min(started++, scripts.length - 1)]!),
    onChange: ({ condition }) => seen.push(condition),
    restartDelays,
    now,
  });
  return { host, seen, started: () => started };
}

describe('the engine host', () => {
  it('starts one process for many callers and reads its address among other lines', async () => {
    const { host, started } = open([`console.log('warming up'); ${announce(4001)} ${stay}`]);
    const addresses = await Promise.all([host.address(), host.address(), host.address()]);
    expect(addresses.map((address) => address.baseUrl)).toEqual(Array(3).fill('http://127.0.0.1:4001'));
    expect(started()).toBe(1);
    expect(host.condition).toEqual({ condition: 'ready', message: null });
  });

  it('restarts it after a crash, and then knows the new address', async () => {
    const { host, seen } = open([`${announce(4001)} ${stay}`, `${announce(4002)} ${stay}`]);
    expect((await host.address()).baseUrl).toBe('http://127.0.0.1:4001');
    running.kill('SIGKILL');
    await expect.poll(async () => (await host.address()).baseUrl).toBe('http://127.0.0.1:4002');
    expect(seen).toEqual(['starting', 'ready', 'starting', 'ready']);
  });

  describe('that never starts', () => {
    const scripts = ['process.exit(3)', 'process.exit(3)', 'process.exit(3)', `${announce(4003)} ${stay}`];

    it('gives up with a message, and retries at once at the user’s request', async () => {
      const { host, started } = open(scripts);
      await expect(host.address()).rejects.toMatchObject(notStarting);
      expect(host.condition.condition).toBe('failed');
      await expect(host.address()).rejects.toMatchObject(notStarting);
      expect(started()).toBe(3);
      host.endPause();
      expect((await host.address()).baseUrl).toBe('http://127.0.0.1:4003');
    });

    it('is retried automatically for a caller after a pause', async () => {
      let now = 1000;
      const { host, started } = open(scripts, [1, 1], () => now);
      await expect(host.address()).rejects.toMatchObject(notStarting);
      now += 59_999;
      await expect(host.address()).rejects.toMatchObject(notStarting);
      expect(started()).toBe(3);
      now += 1;
      expect((await host.address()).baseUrl).toBe('http://127.0.0.1:4003');
    });
  });

  it('starts no process if stopped between two attempts', async () => {
    const { host, started } = open(['process.exit(3)', `${announce(4001)} ${stay}`], [200]);
    const address = host.address();
    await expect.poll(() => running?.exitCode).toBe(3);
    await host.stop();
    await expect(address).rejects.toMatchObject(notStarting);
    expect(started()).toBe(1);
    expect(host.condition.condition).toBe('stopped');
    expect((await host.address()).baseUrl).toBe('http://127.0.0.1:4001');
  });

  it('waits for the process to end when stopping, and restarts it on demand', async () => {
    const { host, started } = open([`${announce(4001)} ${stay}`]);
    await host.address();
    await host.stop();
    expect(host.condition.condition).toBe('stopped');
    await host.address();
    expect(started()).toBe(2);
  });

  it('is restarted with another address if running or starting, or else stays stopped', async () => {
    const { host, started, seen } = open([`${announce(4001)} ${stay}`, `${announce(4002)} ${stay}`]);
    await restartEngine(host);
    expect(started()).toBe(0);
    const first = host.address();
    await restartEngine(host);
    expect((await first).baseUrl).toBe('http://127.0.0.1:4001');
    expect((await host.address()).baseUrl).toBe('http://127.0.0.1:4002');
    expect([started(), seen]).toEqual([2, ['starting', 'ready', 'stopped', 'starting', 'ready']]);
    // It still recovers from a crash.
    running.kill('SIGKILL');
    await expect.poll(started).toBe(3);
  });
});

it('the graphics card is an argument of the engine', () => {
  expect([graphicsArguments(true), graphicsArguments(false)]).toEqual([['--graphics'], []]);
});
