import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { batchTitle, type TakeInOptions, takeIn } from '../../../main/intake/take-in.ts';
import { openStore, type Store } from '../../../main/store/index.ts';
import { starterRecipes } from '../../../preload/contract/recipe.ts';

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
      profileId: null,
      from: 'hand',
      ...options,
    },
  );
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
    for (const { message } of report.refused) expect(message).toMatch(/^“.*\.$/);
    const jobs = store.views.ofBatch(report.batchId!);
    expect(jobs.map(({ name, width, height }) => [name, width, height])).toEqual([
      ['portrait.dat', 512, 512],
      ['cut.png', 0, 0],
    ]);
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

  it('takes from a watch folder each content once, whatever its name', async () => {
    const first = await take([put('a.png', sample('coffee.png'))], { from: 'watch' });
    const second = await take([put('copy of a.png', sample('coffee.png'))], { from: 'watch' });
    expect([first.accepted, second.accepted, second.skipped]).toEqual([1, 0, 1]);
    const byHand = await take([put('again.png', sample('coffee.png'))]);
    expect(byHand.accepted).toBe(1);
  });

  it('passes over what the app wrote itself', async () => {
    const path = put('result.png', sample('coffee.png'));
    const { createHash } = await import('node:crypto');
    const bytes = readFileSync(path);
    const hash = createHash('sha256').update(bytes).digest('hex');
    store.writtenFiles.add(
      { path: '/elsewhere/result.png', hash, bytes: bytes.length },
      { jobId: 1, step: 0, element: '' },
    );
    expect(await take([path], { from: 'watch' })).toMatchObject({ accepted: 0, skipped: 1, batchId: null });
  });

  it('leaves alone at a scan what was cancelled before, and takes it when it is copied in anew', async () => {
    const path = put('a.png', sample('coffee.png'));
    const first = await take([path], { from: 'watch' });
    store.actions.cancelBatch(first.batchId!);
    expect(await take([path], { from: 'scan' })).toMatchObject({ accepted: 0, skipped: 1 });
    expect(await take([path], { from: 'watch' })).toMatchObject({ accepted: 1 });
  });

  it('says nothing of other files in a watch folder', async () => {
    expect(await take([put('notes.txt', Buffer.from('x'))], { from: 'watch' })).toMatchObject({
      accepted: 0,
      refused: [],
    });
  });

  it('passes on what could not be read on the way', async () => {
    const report = await takeIn([{ path: '/gone', message: '“gone” cannot be opened.' }], {
      store,
      recipe: starterRecipes[0]!,
      batch: { title: 'test', origin: 'drop', folderId: null },
      outputFolder: folder,
      profileId: null,
      from: 'hand',
    });
    expect(report).toEqual({
      batchId: null,
      accepted: 0,
      skipped: 0,
      refused: [{ path: '/gone', message: '“gone” cannot be opened.' }],
    });
  });
});

it.each([
  [['/photos/wedding'], 'wedding'],
  [['/photos/a.jpg', '/photos/b.jpg'], '2 items from photos'],
  [['/photos/a.jpg', '/others/b.jpg'], '2 items'],
])('a batch of %j is called %j', (paths, title) => {
  expect(batchTitle(paths)).toBe(title);
});
