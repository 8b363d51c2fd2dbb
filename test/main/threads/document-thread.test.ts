import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DocumentThread, openDocumentThread, readDocument } from '../../../main/threads/document-thread.ts';
import { matchingError } from '../../helpers/run/message-matchers.ts';

interface Answers {
  count(_: null): number;
  hang(_: null): void;
  fill(_: null): void;
  crash(_: null): void;
  refuse(_: null): void;
  fail(_: null): void;
}

const served = (name: string) => JSON.stringify(new URL(`../../../main/threads/${name}`, import.meta.url).href);
let folder: string;
let entry: URL;
let thread: DocumentThread<Answers>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-document-'));
  const file = join(folder, 'entry.mjs');
  writeFileSync(
    file,
    `import { serveThread } from ${served('serve-thread.ts')};
     import { documentAnswers } from ${served('document-answers.ts')};
     let asked = 0;
     serveThread(() => ({ answers: {
       ...documentAnswers(async (count) => ({ head: 'head', items: Array.from({ length: count }, (_, index) => index) })),
       count: () => (asked += 1),
       hang: () => { for (;;); },
       fill: () => { const all = []; for (;;) all.push(new Array(100_000).fill(Math.sqrt(all.length))); },
       crash: () => process.exit(1),
       refuse: () => { throw Object.assign(new Error('no'), { sentence: { key: 'intake.products.noSku' } }); },
       fail: () => { throw new Error('a fault of ours'); },
     } }));`,
  );
  entry = pathToFileURL(file);
  thread = openDocumentThread<Answers>(entry, { heapMegabytes: 32 });
});
afterEach(async () => {
  await thread.end();
  rmSync(folder, { recursive: true, force: true });
});

const tooMuch = matchingError(/^“list\.csv” could not be read\. Reading it took too much memory or time/);

describe('a thread for documents', () => {
  it.each(['fill', 'crash'] as const)('fails only the document that crashes it (%s)', async (name) => {
    const before = thread.ask('count', null, 'a.csv');
    const ended = thread.ask(name, null, 'list.csv');
    const after = thread.ask('count', null, 'b.csv');
    expect(await before).toBe(1);
    await expect(ended).rejects.toEqual(tooMuch);
    expect(await after).toBe(1);
  });

  it('ends a document that takes too long', async () => {
    const hasty = openDocumentThread<Answers>(entry, { timeoutMs: 300 });
    await expect(hasty.ask('hang', null, 'list.csv')).rejects.toEqual(tooMuch);
    await hasty.end();
  });

  it('stops at once when it is cancelled, and reads the next document', async () => {
    const cancelled = new AbortController();
    const result = thread.ask('hang', null, 'list.csv', cancelled.signal);
    cancelled.abort(new Error('cancelled'));
    await expect(result).rejects.toThrow('cancelled');
    expect(await thread.ask('count', null, 'list.csv')).toBe(1);
  });

  it('passes on the messages of the thread, and its errors unchanged', async () => {
    await expect(thread.ask('refuse', null, 'list.csv')).rejects.toEqual(matchingError(/^It has no SKU\.$/));
    await expect(thread.ask('fail', null, 'list.csv')).rejects.toThrow('a fault of ours');
    expect(await thread.ask('count', null, 'list.csv')).toBe(1);
  });

  it('ends when idle', async () => {
    const idle = openDocumentThread<Answers>(entry, { idleMs: 1 });
    expect(await idle.ask('count', null, 'list.csv')).toBe(1);
    // Each request asks a new thread as soon as the last one has ended.
    await expect.poll(async () => await restarted(idle), { timeout: 30_000 }).toBe(true);
    await idle.end();
  });

  it('hands a long list over in parts, in order', async () => {
    const { head, items } = await readDocument<number, string, number>(entry, 1234, 'list.csv');
    expect(head).toBe('head');
    expect(items).toEqual(Array.from({ length: 1234 }, (_, index) => index));
    expect((await readDocument<number, string, number>(entry, 0, 'list.csv')).items).toEqual([]);
  });
});

async function restarted(thread: DocumentThread<Answers>): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, 20));
  return (await thread.ask('count', null, 'list.csv')) === 1;
}
