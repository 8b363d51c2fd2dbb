import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { troubleOf } from '../../../main/store/index.ts';
import { openThread, type Thread, ThreadError } from '../../../main/threads/worker-thread.ts';

interface Answers {
  double(n: number): number;
  data(_: null): string;
  fail(code: string | null): void;
  crash(_: null): void;
  opened(_: null): number;
  refuse(_: null): void;
  wait(_: null): Promise<string>;
  ended(_: null): string;
}

const answerAs = new URL('../../../main/threads/serve-thread.ts', import.meta.url);
let folder: string;
let thread: Thread<Answers>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-thread-'));
  const entry = join(folder, 'entry.mjs');
  writeFileSync(
    entry,
    `import { serveThread } from ${JSON.stringify(answerAs.href)};
     let tries = 0;
     serveThread((data) => {
       tries += 1;
       if (data.failsFirst && tries === 1) throw new Error('not yet');
       return { answers: {
         double: (n) => 2 * n,
         data: () => data.word,
         opened: () => tries,
         refuse: () => { throw Object.assign(new Error('no'), { sentence: { key: 'app.paused' } }); },
         wait: (_, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(data.ended = String(signal.reason)))),
         ended: () => data.ended ?? '',
         fail: (code) => { throw Object.assign(new Error('the file is damaged'), code ? { code } : {}); },
         crash: () => { setImmediate(() => { throw new Error('crashed'); }); return new Promise(() => {}); },
       } };
     });`,
  );
  thread = openThread<Answers>(pathToFileURL(entry), { word: 'given', failsFirst: true });
});
afterEach(async () => {
  await thread.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a thread', () => {
  it('answers each request with its data, and reopens a resource that could not be opened', async () => {
    await expect(thread.ask('double', 1)).rejects.toThrow('not yet');
    expect(await Promise.all([1, 2, 3].map((n) => thread.ask('double', n)))).toEqual([2, 4, 6]);
    expect(await thread.ask('data', null)).toBe('given');
    expect(await thread.ask('opened', null)).toBe(2);
  });

  it('ends the work on a cancelled request, and fails it at once', async () => {
    await thread.ask('data', null).catch(() => undefined);
    const ending = new AbortController();
    const waiting = thread.ask('wait', null, ending.signal);
    ending.abort(new Error('no more'));
    await expect(waiting).rejects.toThrow('no more');
    expect(await thread.ask('ended', null)).toContain('called off');
    await expect(thread.ask('ended', null, ending.signal)).rejects.toThrow('no more');
  });

  it('passes on the user message of an error', async () => {
    await thread.ask('data', null).catch(() => undefined);
    const fault = await thread.ask('refuse', null).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(ThreadError);
    expect((fault as ThreadError).sentence).toEqual({ key: 'app.paused' });
  });

  it('reports SQLite errors as such, and any other error by its text', async () => {
    await thread.ask('data', null).catch(() => undefined);
    expect(troubleOf(await thread.ask('fail', 'SQLITE_CORRUPT').catch((fault: unknown) => fault))).toBe('damaged');
    await expect(thread.ask('fail', null)).rejects.toThrow('the file is damaged');
    expect(await thread.ask('double', 4)).toBe(8);
  });

  it('is restarted after a crash, and fails the pending request', async () => {
    await thread.ask('data', null).catch(() => undefined);
    const lost = thread.ask('crash', null);
    await expect(lost).rejects.toThrow();
    await thread.ask('data', null).catch(() => undefined);
    expect(await thread.ask('double', 5)).toBe(10);
  });

  it('rejects requests once it is closed', async () => {
    await thread.ask('data', null).catch(() => undefined);
    await thread.close();
    await expect(thread.ask('double', 1)).rejects.toThrow('closed');
  });
});
