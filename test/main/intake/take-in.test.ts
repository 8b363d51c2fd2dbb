import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchTitle } from '../../../main/intake/named-paths.ts';
import { type FoundFile, type TakeInOptions, takeIn } from '../../../main/intake/take-in.ts';
import { openStore, type Store } from '../../../main/store/index.ts';
import { starterRecipes } from '../../../preload/contract/recipe.ts';
import { say } from '../../../preload/contract/sentence.ts';
import { said, saying } from '../../helpers/said.ts';

const sample = (name: string) => join(import.meta.dirname, '../../../assets/samples', name);

let folder: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-take-in-'));
  store = openStore({ folder: join(folder, 'data') });
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

function put(name: string, from: string | Buffer): string {
  const path = join(folder, name);
  if (typeof from === 'string') copyFileSync(from, path);
  else writeFileSync(path, from);
  return path;
}

function take(paths: readonly string[], options: Partial<TakeInOptions> = {}) {
  return takeIn(
    paths.map((path) => ({ path, relativeFolder: '' })),
    {
      store,
      recipe: starterRecipes[0]!,
      batch: {
        title: 'test',
        origin: options.from === undefined || options.from === 'hand' ? 'drop' : 'watch',
        folderId: null,
      },
      outputFolder: join(folder, 'out'),
      profileId: 'built-in',
      from: 'hand',
      ...options,
    },
  );
}

/** What the queue does with a photograph that cannot be processed. */
function stageFailed(id: number): void {
  const job = store.moves.claim('built-in', []);
  expect(job?.id).toBe(id);
  store.moves.move(job!, 'failed', { error: job!.error });
}

/** A signal that calls back when it is first listened to: by the stream that hashes a file which has been looked at. */
function onListening(callback: () => void): AbortSignal {
  const { signal } = new AbortController();
  const listen = signal.addEventListener.bind(signal);
  signal.addEventListener = (...how: Parameters<AbortSignal['addEventListener']>) => {
    callback();
    listen(...how);
  };
  return signal;
}

describe('takeIn', () => {
  it('takes photographs by content, keeps broken ones as jobs with their reason, and lists the rest', async () => {
    const whole = readFileSync(sample('astronaut.png'));
    const good = put('portrait.dat', sample('astronaut.png'));
    const broken = put('cut.png', whole.subarray(0, whole.length / 2));
    const text = put('notes.txt', Buffer.from('not a photograph'));
    const report = await take([good, broken, text]);
    expect(report).toMatchObject({ accepted: 1, skipped: 0 });
    expect(report.refused.map(({ path }) => basename(path))).toEqual(['cut.png', 'notes.txt']);
    for (const { message } of report.refused) expect(said(message)).toMatch(/^“.*\.$/);
    const jobs = store.views.ofBatch(report.batchId!);
    expect(jobs.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['portrait.dat', 512, 512],
      ['cut.png', 0, 0],
    ]);
    const waits = jobs.map(({ state, error }) => [state, error && said(error.message), error?.code]);
    const words = said(report.refused[0]?.message);
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

  it('lets each file stand for itself, also one that goes while it is looked at', async () => {
    for (const from of ['hand', 'watch'] as const) {
      const stays = put(`${from}.png`, sample('astronaut.png'));
      const goes = put(`goes ${from}.png`, sample('coffee.png'));
      const report = await take([goes, stays], { from, signal: onListening(() => rmSync(goes, { force: true })) });
      expect(report.accepted).toBe(1);
      expect(report.refused.map(({ message }) => said(message))).toEqual(
        from === 'hand' ? ['“goes hand.png” is no longer there.'] : [],
      );
    }
  });

  it('tells of the jobs it makes or goes on with as it finds them', async () => {
    const path = put('a.png', sample('coffee.png'));
    const told: number[][] = [];
    const onJobs = (ids: readonly number[]) => void (ids.length > 0 && told.push([...ids]));
    const { batchId } = await take([path], { onJobs });
    const [job] = store.views.ofBatch(batchId!);
    expect(told).toEqual([[job!.id]]);
    await take([path], { onJobs });
    expect(told).toEqual([[job!.id], [job!.id]]);
  });

  it('looks at nothing any more once it was stopped', async () => {
    const stop = new AbortController();
    async function* files() {
      yield { path: put('a.png', sample('coffee.png')), relativeFolder: '' };
      stop.abort(new Error('Ctrl-C'));
      // The first one breaks off meanwhile, and nobody hears of it yet.
      await new Promise((resolve) => setImmediate(resolve));
      yield { path: put('b.png', sample('coffee.png')), relativeFolder: '' };
    }
    const taken = takeIn(files(), {
      store,
      recipe: starterRecipes[0]!,
      batch: { title: 'test', origin: 'drop', folderId: null },
      outputFolder: join(folder, 'out'),
      profileId: 'built-in',
      from: 'hand',
      signal: stop.signal,
    });
    await expect(taken).rejects.toThrow('Ctrl-C');
    expect(store.views.counts().queued).toBe(0);
  });

  it('makes one batch of many files, in their order', async () => {
    const paths = ['b.png', 'a.png', 'c.png', 'd.png', 'e.png'].map((name) => put(name, sample('coffee.png')));
    const report = await take(paths);
    expect(report.accepted).toBe(5);
    expect(store.views.ofBatch(report.batchId!).map(({ name }) => name)).toEqual([
      'b.png',
      'a.png',
      'c.png',
      'd.png',
      'e.png',
    ]);
  });

  it('takes every file, and sends each content once', async () => {
    const first = await take([put('a.png', sample('coffee.png'))], { from: 'watch' });
    const second = await take([put('copy of a.png', sample('coffee.png'))], { from: 'watch' });
    const third = await take([put('again.png', sample('coffee.png'))]);
    expect([first.accepted, second.accepted, third.accepted]).toEqual([1, 1, 1]);
    const leader = store.views.ofBatch(first.batchId!)[0]!.id;
    expect(store.views.ofBatch(second.batchId!).map(({ follows }) => follows)).toEqual([leader]);
    expect(store.views.ofBatch(third.batchId!).map(({ follows }) => follows)).toEqual([leader]);
  });

  it('goes on with the job a photograph has, unless it is asked for again', async () => {
    const path = put('a.png', sample('coffee.png'));
    const first = await take([path]);
    store.actions.cancelBatch(first.batchId!);
    expect(await take([path])).toMatchObject({ accepted: 0, resumed: 1, batchId: null });
    expect(store.views.ofBatch(first.batchId!).map(({ state }) => state)).toEqual(['queued']);
    expect(await take([path], { again: true })).toMatchObject({ accepted: 1, resumed: 0 });
  });

  it('leaves alone in a watch folder what has moved with it', async () => {
    const path = put('a.png', sample('coffee.png'));
    await take([path], { from: 'scan' });
    mkdirSync(join(folder, 'elsewhere'));
    renameSync(path, join(folder, 'elsewhere', 'a.png'));
    expect(await take([join(folder, 'elsewhere', 'a.png')], { from: 'scan' })).toMatchObject({
      accepted: 0,
      skipped: 1,
    });
  });

  describe('a result of Burnish', () => {
    /** A file that a recipe wrote. */
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
    const inFolder = (path: string, options: Partial<TakeInOptions>) => take([path], options);
    const named = (path: string) =>
      takeIn([{ path, relativeFolder: '', named: true }], {
        store,
        recipe: starterRecipes[0]!,
        batch: { title: 'named', origin: 'drop', folderId: null },
        outputFolder: join(folder, 'out'),
        profileId: 'built-in',
        from: 'hand',
      });

    it.each(['hand', 'watch', 'scan'] as const)('is no photograph for a folder (%s)', async (from) => {
      const path = await result();
      expect(await inFolder(path, { from })).toMatchObject({ accepted: 0, skipped: 1, batchId: null });
    });

    it('is taken when it is named itself, and the job says what it is', async () => {
      const { accepted, batchId } = await named(await result());
      expect(accepted).toBe(1);
      const texts = store.events.ofJob(store.views.ofBatch(batchId!)[0]!.id).map(({ text }) => said(text));
      expect(texts).toContain('This is a result of Burnish, used as a photograph.');
    });

    it('is taken by a watch folder that takes results of other recipes, but never in a circle', async () => {
      const [cutout, product] = starterRecipes;
      const path = await result(cutout);
      const chained = { from: 'watch', takeResults: true } as const;
      expect(await inFolder(path, { ...chained, recipe: product! })).toMatchObject({ accepted: 1 });
      expect(await inFolder(path, { ...chained, recipe: cutout! })).toMatchObject({ accepted: 0, skipped: 1 });
    });
  });

  it('leaves alone at a scan what was cancelled before, and goes on with it when it is copied in anew', async () => {
    const path = put('a.png', sample('coffee.png'));
    const first = await take([path], { from: 'watch' });
    store.actions.cancelBatch(first.batchId!);
    expect(await take([path], { from: 'scan' })).toMatchObject({ accepted: 0, skipped: 1 });
    expect(await take([path], { from: 'watch' })).toMatchObject({ resumed: 1 });
  });

  it('says nothing of other files in a watch folder', async () => {
    expect(await take([put('notes.txt', Buffer.from('x'))], { from: 'watch' })).toMatchObject({
      accepted: 0,
      refused: [],
    });
  });

  it('leaves a file alone that was replaced by a link after it was found', async () => {
    const victim = join(folder, 'private.png');
    copyFileSync(join(import.meta.dirname, '../../../assets/samples/astronaut.png'), victim);
    const path = join(folder, 'found.png');
    symlinkSync(victim, path);
    const take = (found: Partial<FoundFile>) =>
      takeIn([{ path, relativeFolder: '', ...found }], {
        store,
        recipe: starterRecipes[0]!,
        batch: { title: 'test', origin: 'drop', folderId: null },
        outputFolder: folder,
        profileId: 'built-in',
        from: 'hand',
      });
    expect(await take({})).toMatchObject({
      accepted: 0,
      refused: [{ path, message: saying(/link/) }],
    });
    expect(await take({ isLink: true })).toMatchObject({ accepted: 1, refused: [] });
  });

  it('passes on what could not be read on the way', async () => {
    const report = await takeIn([{ path: '/gone', message: say('imaging.file.missing', { name: 'gone' }) }], {
      store,
      recipe: starterRecipes[0]!,
      batch: { title: 'test', origin: 'drop', folderId: null },
      outputFolder: folder,
      profileId: 'built-in',
      from: 'hand',
    });
    expect(report).toEqual({
      batchId: null,
      accepted: 0,
      resumed: 0,
      refusedAgain: 0,
      undecided: 0,
      skipped: 0,
      finishedBefore: [],
      notes: [],
      resultsGone: 0,
      refused: [{ path: '/gone', message: say('imaging.file.missing', { name: 'gone' }) }],
    });
  });
});

it.each([
  [['/photos/wedding'], 'wedding'],
  [['/photos/wedding/DSC_0416.jpg'], 'One photograph from wedding'],
  [['/photos/a.jpg', '/photos/b.NEF'], '2 photographs from photos'],
  [['/photos/a.jpg', '/others/b.jpg'], '2 photographs'],
  [['/photos/cover.jpg', '/photos/wedding'], 'wedding and one more'],
  [['/photos/day 1', '/photos/day 2', '/photos/day 3'], 'day 1 and 2 more'],
])('a batch of %j is called %j', (paths, title) => {
  expect(said(batchTitle(paths))).toBe(title);
});
