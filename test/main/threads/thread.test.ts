import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { troubleOf } from '../../../main/store/index.ts';
import { openThread, type Thread } from '../../../main/threads/thread.ts';

interface Answers {
  double(n: number): number;
  data(_: null): string;
  fail(code: string | null): void;
  crash(_: null): void;
  opened(_: null): number;
}

const answerAs = new URL('../../../main/threads/answer-as.ts', import.meta.url);
let folder: string;
let thread: Thread<Answers>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-thread-'));
  const entry = join(folder, 'entry.mjs');
  writeFileSync(
    entry,
    `import { answerAs } from ${JSON.stringify(answerAs.href)};
     let tries = 0;
     answerAs((data) => {
       tries += 1;
       if (data.failsFirst && tries === 1) throw new Error('not yet');
       return { answers: {
         double: (n) => 2 * n,
         data: () => data.word,
         opened: () => tries,
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
  it('answers each question, with what it was given; opens again what could not be opened', async () => {
    await expect(thread.ask('double', 1)).rejects.toThrow('not yet');
    expect(await Promise.all([1, 2, 3].map((n) => thread.ask('double', n)))).toEqual([2, 4, 6]);
    expect(await thread.ask('data', null)).toBe('given');
    expect(await thread.ask('opened', null)).toBe(2);
  });

  it('says what is wrong as SQLite says it, and any other fault by its text', async () => {
    await thread.ask('data', null).catch(() => undefined);
    expect(troubleOf(await thread.ask('fail', 'SQLITE_CORRUPT').catch((fault: unknown) => fault))).toBe('damaged');
    await expect(thread.ask('fail', null)).rejects.toThrow('the file is damaged');
    expect(await thread.ask('double', 4)).toBe(8);
  });

  it('is started again after it has crashed, and fails what it was asked', async () => {
    await thread.ask('data', null).catch(() => undefined);
    const lost = thread.ask('crash', null);
    await expect(lost).rejects.toThrow();
    await thread.ask('data', null).catch(() => undefined);
    expect(await thread.ask('double', 5)).toBe(10);
  });

  it('has nothing to say once it is closed', async () => {
    await thread.ask('data', null).catch(() => undefined);
    await thread.close();
    await expect(thread.ask('double', 1)).rejects.toThrow('closed');
  });
});
