import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished } from 'vitest';
import { test } from '../../../helpers/store/store-stage.ts';

/** Starts another process that takes the queue of the same data folder and prints the outcome. */
async function anotherProcess(folder: string): Promise<{ child: ChildProcess; said: string }> {
  const store = new URL('../../../../main/store/index.ts', import.meta.url).href;
  const program = `
    import { openStore } from ${JSON.stringify(store)};
    const take = openStore({ folder: ${JSON.stringify(folder)} }).queueLock.take('a command');
    setInterval(() => {
      gc();
      console.log(JSON.stringify(take));
    }, 100);`;
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A leftover process would keep the test runner from ending.
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, said };
}

describe('the queue', () => {
  test('has one owner, which can be named', ({ stage }) => {
    const { store, clock } = stage;
    const secondStore = stage.second();
    expect(store.queueLock.holder()).toBe(null);
    const take = store.queueLock.take('the window');
    expect(take.taken).toBe(true);
    const holder = { pid: process.pid, what: 'the window', since: clock.now() };
    expect(secondStore.queueLock.take('a command')).toEqual({ taken: false, holder });
    expect(secondStore.queueLock.holder()).toEqual(holder);
    if (take.taken) take.release();
    expect(secondStore.queueLock.holder()).toBe(null);
    expect(secondStore.queueLock.take('a command').taken).toBe(true);
  });

  test('is released when the store is closed', ({ stage }) => {
    const secondStore = stage.second();
    const third = stage.second();
    expect(secondStore.queueLock.take('the window').taken).toBe(true);
    secondStore.close();
    expect(third.queueLock.take('a command').taken).toBe(true);
  });

  test('is free again when its owner is killed', async ({ stage }) => {
    const { child, said } = await anotherProcess(stage.folder);
    expect(JSON.parse(said)).toEqual({ taken: true });
    expect(stage.store.queueLock.take('the window')).toMatchObject({
      taken: false,
      holder: { pid: child.pid, what: 'a command' },
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(stage.store.queueLock.holder()).toBe(null);
    expect(stage.store.queueLock.take('the window').taken).toBe(true);
  });
});
