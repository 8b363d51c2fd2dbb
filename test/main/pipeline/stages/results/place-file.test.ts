import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { msg } from '../../../../../contract/messages/message.ts';
import { placeholderText } from '../../../../../main/pipeline/output/target-file.ts';
import { StageEnd } from '../../../../../main/pipeline/stage-outcome.ts';
import { findPlacedBefore } from '../../../../../main/pipeline/stages/results/place-file.ts';
import type { StageContext } from '../../../../../main/pipeline/stages/stage-types.ts';
import type { Job } from '../../../../../main/store/index.ts';
import { entryAt, entryKinds } from '../../../../helpers/queue/path-entries.ts';
import { cutoutPng, longAfter } from '../../../../helpers/queue/queue-stage.ts';
import { matchingMessage, messageText } from '../../../../helpers/run/message-matchers.ts';
import { bringHome, placeText, takeIn, texts, toolsFor } from '../../../../helpers/store/placing.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const out = (stage: StoreStage, ...name: string[]) => join(stage.folder, 'out', ...name);
const inOut = (stage: StoreStage) =>
  readdirSync(out(stage))
    .sort()
    .map((name) => [name, readFileSync(out(stage, name), 'utf8')]);
const placing = (stage: StoreStage, ...given: Parameters<typeof takeIn> extends [StoreStage, ...infer R] ? R : never) =>
  stage.bring(takeIn(stage, ...given).id, 'placing');
const place = (stage: StoreStage, job: Job, text: string, more: Partial<StageContext> = {}) =>
  placeText(job, text, toolsFor(stage, job, more));
const sameNames = (stage: StoreStage, count: number) =>
  Array.from({ length: count }, (_, index) =>
    placing(stage, `content ${index}`, {}, { sourcePath: `/photographs/${index}/a.jpg` }),
  );

describe('a finished file', () => {
  test('gets its name, with a number if that is taken', async ({ stage }) => {
    for (const [index, job] of sameNames(stage, 3).entries()) await place(stage, job, `${index}`);
    expect(inOut(stage)).toEqual([
      ['a-2.png', '1'],
      ['a-3.png', '2'],
      ['a.png', '0'],
    ]);
  });

  test('is not written through a link out of the output folder', async ({ stage }) => {
    const elsewhere = join(stage.folder, 'elsewhere');
    mkdirSync(elsewhere);
    mkdirSync(out(stage), { recursive: true });
    symlinkSync(elsewhere, out(stage, 'day'));
    const job = placing(stage, 'a', { mirror: true }, { relativeFolder: 'day' });
    await expect(place(stage, job, 'mine')).rejects.toMatchObject({
      outcome: { kind: 'retry', error: { code: 'ESCAPED' } },
    });
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('shares no name and no record with concurrent ones', async ({ stage }) => {
    const jobs = sameNames(stage, 20);
    const placed = await Promise.all(jobs.map((job, index) => place(stage, job, `content ${index}`)));
    const paths = placed.map((file) => ('path' in file ? file.path : ''));
    expect(new Set(paths).size).toBe(20);
    for (const [index, job] of jobs.entries()) {
      expect(readFileSync(paths[index]!, 'utf8')).toBe(`content ${index}`);
      // If the records were mixed up, the file would have no owner after a crash.
      const noted = stage.store.writtenFiles.ofResult({ jobId: job.id, step: 0, element: '' });
      expect(noted.map(({ path }) => path)).toEqual([paths[index]]);
    }
  });

  test('does not take the name of a manual version whose file is missing', { tags: ['long'] }, async ({ stage }) => {
    const made = takeIn(stage, 'a', {}, { sourcePath: '/photographs/a.jpg' });
    await bringHome(stage, made, 'result');
    const [own] = await stage.store.results.ofJob(made.id);
    const version = { path: out(stage, 'a touched.png'), hash: 'f'.repeat(64), bytes: 7 };
    const id = stage.store.touchUps.list(own!.id, version, { by: 'brush', strokes: [] })!;
    const job = placing(stage, 'other', {}, { sourcePath: '/photographs/a touched.jpg' });
    expect(await place(stage, job, 'other')).toMatchObject({ path: out(stage, 'a touched-2.png') });
    expect(stage.store.touchUps.get(id)).toMatchObject({ path: version.path, hash: version.hash });
  });

  test('is skipped by the rule "skip"', async ({ stage }) => {
    const job = placing(stage, 'a', { conflict: 'skip' });
    writeFileSync(out(stage, 'a.png'), 'mine');
    expect(await place(stage, job, 'new', { canCharge: false })).toEqual({ skipped: out(stage, 'a.png') });
    expect(inOut(stage)).toEqual([['a.png', 'mine']]);
    expect(stage.store.writtenFiles.isOwn('', out(stage, 'a.png'))).toBe(false);
  });

  test('that was paid gets a number instead, and the job reports why', async ({ stage }) => {
    const job = placing(stage, 'a', { conflict: 'skip' });
    writeFileSync(out(stage, 'a.png'), 'mine');
    expect(await place(stage, job, 'new')).toMatchObject({
      path: out(stage, 'a-2.png'),
      events: [
        {
          kind: 'notice',
          text: matchingMessage(/^“a.png” already existed .* paid result .*\. The result was saved as “a-2.png”\.$/),
        },
      ],
    });
    expect(inOut(stage)).toEqual([
      ['a-2.png', 'new'],
      ['a.png', 'mine'],
    ]);
  });

  test('never replaces a file that appears at the last moment, nor claims it as its own', async ({ stage }) => {
    const job = placing(stage, 'a');
    const { store } = stage;
    const noted: [string, boolean][] = [];
    const add: typeof store.writtenFiles.add = (file, key) => {
      noted.push([file.path, readdirSync(out(stage)).includes('a.png')]);
      store.writtenFiles.add(file, key);
      if (file.path === out(stage, 'a.png')) writeFileSync(file.path, 'somebody was faster');
    };
    const slow = { ...store, writtenFiles: { ...store.writtenFiles, add } };
    const placed = await place(stage, job, 'new', { store: slow });
    expect(placed).toMatchObject({ path: out(stage, 'a-2.png') });
    // It was recorded before the file existed.
    expect(noted[0]).toEqual([out(stage, 'a.png'), false]);
    expect(readFileSync(out(stage, 'a.png'), 'utf8')).toBe('somebody was faster');
    expect(store.writtenFiles.isOwn('', out(stage, 'a.png'))).toBe(false);
    expect(store.writtenFiles.isOwn('', out(stage, 'a-2.png'))).toBe(true);
  });

  test('is not written once another station may have the job', async ({ stage }) => {
    const job = placing(stage, 'a');
    const lease = new AbortController();
    const reserve = async () => {
      lease.abort(new Error('the lease is lost'));
      return true;
    };

    await expect(place(stage, job, 'new', { signal: lease.signal, reserve })).rejects.toThrow('the lease is lost');

    expect(inOut(stage)).toEqual([]);
    expect(stage.store.writtenFiles.isOwn('', out(stage, 'a.png'))).toBe(false);
    expect(stage.store.temporaryFiles.list()).toEqual([]);
  });

  test('leaves no file in the work folder, and no record of a temporary file', async ({ stage }) => {
    const job = placing(stage, 'a');
    await place(stage, job, 'new');
    expect(readdirSync(toolsFor(stage, job).folder.path)).toEqual(['source']);
    expect(stage.store.temporaryFiles.list()).toEqual([]);
    expect(statSync(out(stage, 'a.png')).nlink).toBe(1);
  });

  test('waits for its folder without a limit', async ({ stage }) => {
    const job = placing(stage, 'a');
    rmSync(out(stage), { recursive: true });
    writeFileSync(out(stage), 'a file in its place');
    const end = await place(stage, job, 'new').catch((error: unknown) => error);
    expect(end).toBeInstanceOf(StageEnd);
    const { outcome } = end as StageEnd;
    const error = {
      kind: 'disk',
      advice: 'choose-folder',
      message: msg('pipeline.folder.fileInTheWay', { folder: out(stage) }),
    };
    expect(outcome).toMatchObject({ kind: 'closed', closed: { folder: out(stage), error } });
  });
});

for (const [tags, rules] of longAfter(1, ['replace', 'number'] as const))
  describe.each(rules)('by the rule "%s"', { tags }, (conflict) => {
    const words =
      '“a.png” already exists and is not an earlier result of this photograph. The result was saved as “a-2.png”.';

    test.for(Object.entries(entryKinds))(
      '%s under the name is kept, and the result gets a number',
      async ([, make], { stage }) => {
        const job = placing(stage, 'a', { conflict });
        const photograph = join(stage.folder, 'photograph.jpg');
        writeFileSync(photograph, 'mine');
        make(out(stage, 'a.png'), photograph);
        const before = entryAt(out(stage, 'a.png'));

        const placed = await place(stage, job, 'new');

        expect(placed).toMatchObject({ path: out(stage, 'a-2.png') });
        expect(readFileSync(out(stage, 'a-2.png'), 'utf8')).toBe('new');
        expect(entryAt(out(stage, 'a.png'))).toBe(before);
        expect(readFileSync(photograph, 'utf8')).toBe('mine');
        expect(readdirSync(out(stage)).sort()).toEqual(['a-2.png', 'a.png']);
        const messages = 'events' in placed ? placed.events.map(({ text }) => messageText(text)) : [];
        expect(messages).toEqual(conflict === 'replace' ? [words] : []);
        expect(texts(stage.store, job)).not.toContain(words);
      },
    );
  });

describe('the file of an earlier attempt', () => {
  const withFile = async (stage: StoreStage) => {
    const job = placing(stage, 'a');
    const png = await cutoutPng(4, 3);
    const tools = toolsFor(stage, job);
    const placed = await placeText(job, png as unknown as string, tools);
    if ('skipped' in placed) throw new Error('it was left out');
    return { job, tools, path: placed.path, bytes: png.length };
  };

  test('is found again', async ({ stage }) => {
    const { job, tools, path, bytes } = await withFile(stage);
    expect(await findPlacedBefore(job, { element: '', output: 0 }, tools)).toEqual({
      path,
      bytes,
      width: 4,
      height: 3,
    });
    expect(await findPlacedBefore(job, { element: '1', output: 0 }, tools)).toBe(null);
  });

  test.for(Object.entries(entryKinds))(
    'is not %s that has replaced it since',
    { tags: ['long'] },
    async ([, make], { stage }) => {
      const { job, tools, path } = await withFile(stage);
      const photograph = join(stage.folder, 'photograph.png');
      writeFileSync(photograph, readFileSync(path));
      rmSync(path);
      make(path, photograph);
      const before = entryAt(path);

      expect(await findPlacedBefore(job, { element: '', output: 0 }, tools)).toBe(null);
      expect(entryAt(path)).toBe(before);
    },
  );

  test('that only reserves the name is replaced', async ({ stage }) => {
    const { job, tools, path } = await withFile(stage);
    writeFileSync(path, placeholderText);
    expect(await findPlacedBefore(job, { element: '', output: 0 }, tools)).toBe(null);
    expect(inOut(stage)).toEqual([]);
  });

  test('is not another program’s empty file under the intended name', { tags: ['long'] }, async ({ stage }) => {
    const { job, tools, path } = await withFile(stage);
    writeFileSync(path, '');
    expect(await findPlacedBefore(job, { element: '', output: 0 }, tools)).toBe(null);
    expect(await place(stage, job, 'new')).toMatchObject({ path: out(stage, 'a-2.png') });
    expect(inOut(stage)).toEqual([
      ['a-2.png', 'new'],
      ['a.png', ''],
    ]);
  });
});
