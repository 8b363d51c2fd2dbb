import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { msg } from '../../../contract/messages/message.ts';
import { additionalOutput } from '../../../contract/recipes/output.ts';
import { starterRecipes } from '../../../contract/recipes/recipe.ts';
import { addPhotographs } from '../../../main/intake/add-photographs.ts';
import { batchTitle } from '../../../main/intake/batch-title.ts';
import type { AddPhotosOptions } from '../../../main/intake/examine/add-options.ts';
import { jobError } from '../../../main/pipeline/stage-outcome.ts';
import { type Job, openStore, type Store } from '../../../main/store/index.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';
import { matchingMessage, messageText } from '../../helpers/run/message-matchers.ts';

const sample = (name: string) => join(import.meta.dirname, '../../../assets/samples', name);

let folder: string;
let store: Store;
beforeEach(() => {
  folder = scratchFolder();
  store = openStore({ folder: join(folder, 'data') });
});
afterEach(() => {
  store.close();
});

function put(name: string, from: string | Buffer): string {
  const path = join(folder, name);
  if (typeof from === 'string') copyFileSync(from, path);
  else writeFileSync(path, from);
  return path;
}

/** Adds files as a walk through a folder finds them. */
function add(files: Parameters<typeof addPhotographs>[0], options: Partial<AddPhotosOptions> = {}) {
  const origin = options.from === undefined || options.from === 'hand' ? 'drop' : 'watch';
  return addPhotographs(files, {
    ...{ store, recipe: starterRecipes[0]!, batch: { title: 'test', origin, folderId: null } },
    ...{ outputFolder: join(folder, 'out'), profileId: 'built-in', from: 'hand' },
    ...options,
  });
}

const take = (paths: readonly string[], options?: Partial<AddPhotosOptions>) =>
  add(
    paths.map((path) => ({ path, relativeFolder: '' })),
    options,
  );

/** Fails a job as the queue does. */
function stageFailed(id: number): void {
  const job = store.moves.claim('built-in', []);
  expect(job?.id).toBe(id);
  store.moves.move(job!, 'failed', { error: job!.error });
}

/** Finishes the next job as the queue does. */
function finishOne(): Job {
  const job = store.moves.claim('built-in', [])!;
  const { id: jobId, batchId, step, operation } = job;
  const result = { kind: 'analysis', raw: {}, body: null, width: 1, height: 1 } as const;
  store.results.add({ jobId, batchId, step, operation, ...result });
  store.moves.move(job, 'done');
  return job;
}

/** Creates a signal that calls back once it has been checked more than `files` times, i.e. while a file is read. */
function createCallbackSignal(files: number, callback: () => void): AbortSignal {
  const { signal } = new AbortController();
  let checkCount = 0;
  signal.throwIfAborted = () => {
    checkCount += 1;
    if (checkCount > files) callback();
  };
  return signal;
}

describe('addPhotographs', () => {
  it('recognizes photographs by content, keeps damaged ones as jobs with a reason, and lists the rest', async () => {
    const pngBytes = readFileSync(sample('astronaut.png'));
    const good = put('portrait.dat', sample('astronaut.png'));
    const broken = put('cut.png', pngBytes.subarray(0, pngBytes.length / 2));
    const text = put('notes.txt', Buffer.from('not a photograph'));
    const report = await take([good, broken, text]);
    expect(report).toMatchObject({ accepted: 1, skipped: 0 });
    expect(report.refused.map(({ path }) => basename(path))).toEqual(['cut.png', 'notes.txt']);
    for (const { message } of report.refused) expect(messageText(message)).toMatch(/^“.*\.$/);
    const jobs = store.views.ofBatch(report.batchId!);
    expect(jobs.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['portrait.dat', 512, 512],
      ['cut.png', 0, 0],
    ]);
    const waits = jobs.map(({ state, error }) => [state, error && messageText(error.message), error?.code]);
    const words = messageText(report.refused[0]?.message);
    expect(waits).toEqual([
      ['queued', null, undefined],
      ['queued', words, 'UNUSABLE_FILE'],
    ]);
    stageFailed(jobs[1]!.id);
    expect(await take([broken])).toMatchObject({ resumed: 1, refusedAgain: 1 });
    expect(store.jobs.get(jobs[1]!.id)).toMatchObject({
      state: 'queued',
      error: { message: report.refused[0]?.message },
    });
  });

  it('keeps decisions of other programs, in the photograph and in sidecars', async () => {
    const packet = (attributes: string) =>
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
       <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" ${attributes}/></rdf:RDF></x:xmpmeta>`;
    const green = 'xmp:Rating="4" xmp:Label="Grün"';
    const cases = [
      { name: 'a.jpg', attributes: green, decision: [0, 4, 3, ''] },
      { name: 'b.png', attributes: green, decision: [0, 4, 3, ''] },
      { name: 'c.webp', attributes: green, decision: [0, 4, 3, ''] },
      { name: 'd.tiff', attributes: green, decision: [0, 4, 3, ''] },
      { name: 'rejected.jpg', attributes: 'xmp:Rating="-1"', decision: [-1, 0, 0, ''] },
      { name: 'sidecar.jpg', attributes: green, decision: [0, 2, 3, ''] },
      { name: 'none.jpg', attributes: '', decision: [0, 0, 0, ''] },
      { name: 'text.jpg', attributes: 'xmp:Label="Kunde A"', decision: [0, 0, 0, 'Kunde A'] },
    ];
    for (const [index, { name, attributes }] of cases.entries()) {
      const picture = sharp({ create: { width: 300, height: 200 + index, channels: 3, background: '#7a6652' } });
      await picture.withXmp(packet(attributes)).toFile(join(folder, name));
    }
    put('sidecar.xmp', Buffer.from(packet('xmp:Rating="2"')));

    await take(cases.map(({ name }) => join(folder, name)));

    const database = new Database(store.file, { readonly: true });
    const rows = database.prepare('SELECT flag, stars, label, foreign_label FROM photographs ORDER BY id').raw().all();
    database.close();
    expect(rows).toEqual(cases.map(({ decision }) => decision));
  });

  it('uses the first picture of a file that has several (MPO)', async () => {
    const jpeg = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#7a6652' } })
        .jpeg()
        .toBuffer();
    const path = put('DSCF0001.MPO', Buffer.concat([await jpeg(300, 200), await jpeg(640, 400)]));

    const report = await take([path]);

    expect(report).toMatchObject({ accepted: 1, refused: [] });
    expect(store.views.ofBatch(report.batchId!)).toMatchObject([{ width: 300, height: 200 }]);
  });

  it.each([
    ['hand', ['“gone.png” can no longer be found.']],
    ['watch', []],
  ] as const)(
    'handles each file separately, also one that disappears during the check (%s)',
    async (from, refusals) => {
      const remainingPath = put('a.png', sample('astronaut.png'));
      const vanishingPath = put('gone.png', sample('coffee.png'));
      const signal = createCallbackSignal(2, () => rmSync(vanishingPath, { force: true }));

      const report = await take([vanishingPath, remainingPath], { from, signal });

      expect(report.accepted).toBe(1);
      expect(report.refused.map(({ message }) => messageText(message))).toEqual(refusals);
    },
  );

  it('reports jobs as it creates or resumes them', async () => {
    const path = put('a.png', sample('coffee.png'));
    const reportedIds: number[][] = [];
    const onJobs = (ids: readonly number[]) => void (ids.length > 0 && reportedIds.push([...ids]));
    const { batchId } = await take([path], { onJobs });
    const [job] = store.views.ofBatch(batchId!);
    expect(reportedIds).toEqual([[job!.id]]);
    await take([path], { onJobs });
    expect(reportedIds).toEqual([[job!.id], [job!.id]]);
  });

  it('checks no more files once it is stopped', async () => {
    const stop = new AbortController();
    async function* files() {
      yield { path: put('a.png', sample('coffee.png')), relativeFolder: '' };
      stop.abort(new Error('Ctrl-C'));
      // The first file is aborted here, but its error has not been reported yet.
      await new Promise((resolve) => setImmediate(resolve));
      yield { path: put('b.png', sample('coffee.png')), relativeFolder: '' };
    }
    const taken = add(files(), { signal: stop.signal });
    await expect(taken).rejects.toThrow('Ctrl-C');
    expect(store.views.counts().queued).toBe(0);
  });

  it('makes one batch of many files, in their order', async () => {
    const names = ['b.png', 'a.png', 'c.png', 'd.png', 'e.png'];

    const report = await take(names.map((name) => put(name, sample('coffee.png'))));

    expect(report.accepted).toBe(5);
    expect(store.views.ofBatch(report.batchId!).map(({ name }) => name)).toEqual(names);
  });

  it('adds every file, and sends each content once', async () => {
    const first = await take([put('a.png', sample('coffee.png'))], { from: 'watch' });
    const second = await take([put('copy of a.png', sample('coffee.png'))], { from: 'watch' });
    const third = await take([put('again.png', sample('coffee.png'))]);
    expect([first.accepted, second.accepted, third.accepted]).toEqual([1, 1, 1]);
    const leader = store.views.ofBatch(first.batchId!)[0]!.id;
    expect(store.views.ofBatch(second.batchId!).map(({ follows }) => follows)).toEqual([leader]);
    expect(store.views.ofBatch(third.batchId!).map(({ follows }) => follows)).toEqual([leader]);
  });

  it('resumes the job of a photograph, unless it is requested again', async () => {
    const path = put('a.png', sample('coffee.png'));
    const first = await take([path]);
    store.actions.cancelBatch(first.batchId!);
    expect(await take([path])).toMatchObject({ accepted: 0, resumed: 1, batchId: null });
    expect(store.views.ofBatch(first.batchId!).map(({ state }) => state)).toEqual(['queued']);
    expect(await take([path], { again: true })).toMatchObject({ accepted: 1, resumed: 0 });
  });

  it('adds a photograph once if its watch folder is also reached through a link', async () => {
    const path = put('a.png', sample('coffee.png'));
    symlinkSync('.', join(folder, 'link'));
    const linked = join(folder, 'link', 'a.png');
    await take([path], { from: 'scan' });
    for (const from of ['scan', 'watch'] as const)
      expect(await take([linked], { from })).toMatchObject({ accepted: 0, skipped: 1 });
    expect(await take([put('b.png', sample('coffee.png'))], { from: 'watch' })).toMatchObject({ accepted: 1 });
  });

  it('recognizes a result that another program has changed, under any name of its folder', async () => {
    await take([put('a.png', sample('coffee.png'))]);
    const { id } = finishOne();
    const [own, link] = [join(folder, 'results'), join(folder, 'link')];
    mkdirSync(own);
    symlinkSync('results', link);
    copyFileSync(sample('astronaut.png'), join(own, 'made.png'));
    for (const [written, found] of [
      [own, link],
      [link, own],
    ] as const) {
      store.writtenFiles.add(
        { path: join(written, 'made.png'), hash: 'f'.repeat(64), bytes: 1 },
        { jobId: id, step: 0, element: '' },
      );
      const outputFolder = written;
      expect(await take([join(found, 'made.png')], { from: 'scan', outputFolder })).toMatchObject({ accepted: 0 });
      store.writtenFiles.forget(join(written, 'made.png'), id);
    }
  });

  it('skips photographs that moved together with their watch folder', async () => {
    const path = put('a.png', sample('coffee.png'));
    await take([path], { from: 'scan' });
    mkdirSync(join(folder, 'elsewhere'));
    renameSync(path, join(folder, 'elsewhere', 'a.png'));
    expect(await take([join(folder, 'elsewhere', 'a.png')], { from: 'scan' })).toMatchObject({
      accepted: 0,
      skipped: 1,
    });
  });

  it('skips finished photographs of a watch folder after its recipe was edited, until they are requested', async () => {
    const photo = put('a.png', sample('astronaut.png'));
    const [recipe] = starterRecipes;
    await take([photo], { recipe, from: 'scan' });
    const job = finishOne();
    const edits = [{ quality: 80 }, { format: 'webp' as const }].map((change) => ({
      ...recipe!,
      output: { ...recipe!.output, ...change },
    }));
    for (const edited of edits) {
      for (const from of ['scan', 'watch'] as const)
        expect(await take([photo], { recipe: edited, from })).toMatchObject({ accepted: 0, resumed: 0, skipped: 1 });
    }
    for (const edited of edits) {
      // Requested by hand, a file is made with the current recipe, from the first result, which is paid.
      const report = await take([photo], { recipe: edited });
      expect(report).toMatchObject({ accepted: 1, skipped: 0 });
      expect(store.jobs.get(store.views.ofBatch(report.batchId!)[0]!.id)?.follows).toBe(job.id);
      expect(await take([photo], { recipe: edited })).toMatchObject({ accepted: 0 });
    }
    const more = { ...recipe!, alsoAs: [additionalOutput()] };
    expect(await take([photo], { recipe: more })).toMatchObject({ accepted: 0, skipped: 1 });
  });

  it('adds a photograph once if it is renamed when done, also by case, in a watch folder', async () => {
    await take([put('a.png', sample('coffee.png'))], { from: 'watch' });
    const rename = (from: string, to: string) => {
      renameSync(join(folder, from), join(folder, to));
      return take([join(folder, to)], { from: 'watch' });
    };
    finishOne();
    expect(await rename('a.png', 'b.png')).toMatchObject({ accepted: 0, skipped: 1 });
    expect(await rename('b.png', 'A.PNG')).toMatchObject({ accepted: 0, skipped: 1 });
    const [original] = store.filePlaces.originalsBelow(folder);
    expect(store.filePlaces.pathsOf({ subject: 'photograph', id: original!.id })).toContain(join(folder, 'A.PNG'));
    // A copy in the same folder is a separate photograph with a separate file.
    expect(await take([put('c.png', sample('coffee.png'))], { from: 'watch' })).toMatchObject({ accepted: 1 });
    expect(await take([join(folder, 'A.PNG')], { from: 'scan' })).toMatchObject({ accepted: 0, skipped: 1 });
  });

  it('adds a photograph again if it is renamed before it is done, in a watch folder', async () => {
    await take([put('a.png', sample('coffee.png'))], { from: 'watch' });
    renameSync(join(folder, 'a.png'), join(folder, 'b.png'));
    expect(await take([join(folder, 'b.png')], { from: 'watch' })).toMatchObject({ accepted: 1 });
  });

  it('adds a photograph once if it grows or its metadata changes, in a watch folder', async () => {
    const [recipe] = starterRecipes;
    const picture = await sharp(sample('coffee.png')).jpeg().toBuffer();
    const photo = put('a.jpg', picture);
    await take([photo], { recipe, from: 'watch' });
    const job = finishOne();
    put('a.jpg', Buffer.concat([picture, Buffer.alloc(10_000, 5)]));
    for (const from of ['watch', 'scan'] as const)
      expect(await take([photo], { recipe, from })).toMatchObject({ accepted: 0, resumed: 0, skipped: 1 });
    put('a.jpg', await sharp(picture).rotate(180).jpeg().toBuffer());
    expect(await take([photo], { recipe, from: 'watch' })).toMatchObject({ accepted: 1 });
    // Added by hand under another name, it gets a separate file at no charge.
    const renamedPhoto = put('b.jpg', Buffer.concat([picture, Buffer.alloc(5, 5)]));
    const { batchId } = await take([renamedPhoto], { recipe });
    expect(store.jobs.get(store.views.ofBatch(batchId!)[0]!.id)?.follows).toBe(job.id);
  });

  it('retries failed jobs with the current recipe', async () => {
    const photo = put('a.png', sample('astronaut.png'));
    const [recipe] = starterRecipes;
    await take([photo], { recipe });
    const job = store.moves.claim('built-in', [])!;
    const error = { ...jobError('network', 'X', msg('store.same.failed'), 'retry') };
    store.moves.move(job, 'failed', { error });
    const edited = { ...recipe!, output: { ...recipe!.output, format: 'webp' as const } };
    expect(await take([photo], { recipe: edited })).toMatchObject({ accepted: 0, resumed: 1 });
    expect(store.jobs.get(job.id)).toMatchObject({ state: 'queued', recipe: { output: { format: 'webp' } } });
    expect(await take([photo], { recipe: edited })).toMatchObject({ accepted: 0, resumed: 1 });
  });

  describe('a result of Burnish', () => {
    /** Creates a file that a recipe wrote. */
    const result = async (recipe = starterRecipes[0]!): Promise<string> => {
      const photograph = put('photograph.png', sample('astronaut.png'));
      const { batchId } = await take([photograph], { recipe });
      const path = put('result.png', sample('coffee.png'));
      const bytes = readFileSync(path);
      const hash = createHash('sha256').update(bytes).digest('hex');
      const jobId = store.views.ofBatch(batchId!)[0]!.id;
      store.writtenFiles.add(
        { path: '/elsewhere/result.png', hash, bytes: bytes.length },
        { jobId, step: 0, element: '' },
      );
      return path;
    };
    it.each(['hand', 'watch', 'scan'] as const)('is not added from a folder (%s)', async (from) => {
      const path = await result();
      expect(await take([path], { from })).toMatchObject({ accepted: 0, skipped: 1, batchId: null });
    });

    it('is added if named explicitly, and its job reports what it is', async () => {
      const { accepted, batchId } = await add([{ path: await result(), relativeFolder: '', named: true }]);
      expect(accepted).toBe(1);
      const texts = store.events.ofJob(store.views.ofBatch(batchId!)[0]!.id).map(({ text }) => messageText(text));
      expect(texts).toContain('This is a Burnish result, used as a photograph.');
    });

    it('is added by a watch folder that takes results of other recipes, but never in a circle', async () => {
      const [cutout, product] = starterRecipes;
      const path = await result(cutout);
      const chained = { from: 'watch', takeResults: true } as const;
      expect(await take([path], { ...chained, recipe: product! })).toMatchObject({ accepted: 1 });
      expect(await take([path], { ...chained, recipe: cutout! })).toMatchObject({ accepted: 0, skipped: 1 });
    });
  });

  it('skips cancelled photographs at a scan, and resumes them if they are copied in again', async () => {
    const path = put('a.png', sample('coffee.png'));
    const first = await take([path], { from: 'watch' });
    store.actions.cancelBatch(first.batchId!);
    expect(await take([path], { from: 'scan' })).toMatchObject({ accepted: 0, skipped: 1 });
    expect(await take([path], { from: 'watch' })).toMatchObject({ resumed: 1 });
  });

  it('does not report other files in a watch folder', async () => {
    expect(await take([put('notes.txt', Buffer.from('x'))], { from: 'watch' })).toMatchObject({
      accepted: 0,
      refused: [],
    });
  });

  it('skips a file that was replaced by a link after it was found', async () => {
    const victim = join(folder, 'private.png');
    copyFileSync(join(import.meta.dirname, '../../../assets/samples/astronaut.png'), victim);
    const path = join(folder, 'found.png');
    symlinkSync(victim, path);
    expect(await take([path])).toMatchObject({ accepted: 0, refused: [{ path, message: matchingMessage(/link/) }] });
    expect(await add([{ path, relativeFolder: '', isLink: true }])).toMatchObject({ accepted: 1, refused: [] });
  });

  it('passes on paths that could not be read', async () => {
    const missing = { path: '/gone', message: msg('imaging.file.missing', { name: 'gone' }) };
    const report = await add([missing]);
    expect(report).toEqual({
      ...{ batchId: null, accepted: 0, resumed: 0, refusedAgain: 0, undecided: 0, skipped: 0 },
      ...{ finishedBefore: [], notes: [], resultsGone: 0, refused: [missing] },
    });
  });
});

it.each([
  [['/photos/wedding'], 'wedding'],
  [['/photos/wedding/DSC_0416.jpg'], 'DSC_0416 · wedding'],
  [['/photos/a.jpg', '/photos/b.NEF'], 'photos · 2 photographs'],
  [['/photos/a.jpg', '/others/b.jpg'], 'others and one more · 2 photographs'],
  [
    ['/copies/2026-05-14/a.jpg', '/copies/2026-05-12/b.jpg', '/copies/2026-05-13/c.jpg'],
    '2026-05-12 and 2 more · 3 photographs',
  ],
  [[], '0 photographs'],
  [['/photos/cover.jpg', '/photos/wedding'], 'wedding and one more'],
  [['/photos/day 1', '/photos/day 2', '/photos/day 3'], 'day 1 and 2 more'],
])('a batch of %j is called %j', (paths, title) => {
  expect(messageText(batchTitle(paths))).toBe(title);
});
