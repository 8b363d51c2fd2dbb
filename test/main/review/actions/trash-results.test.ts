import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import { Bulk } from '../../../../main/review/actions/bulk-work.ts';
import { keepOneResult } from '../../../../main/review/actions/trash-results.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { finishInStore } from '../../../helpers/store/finished-in-store.ts';
import { test as base, type FinishedPhotograph } from '../../../helpers/store/review-stage.ts';

interface Stand {
  /** Absolute path of the folder for removed files. */
  readonly trash: string;
  /** Adds a photograph with a cutout and a later retouch. */
  several(name: string): Promise<FinishedPhotograph & { readonly laterId: number; readonly later: string }>;
  readonly tools: Parameters<typeof keepOneResult>[2];
  listed(photographId: number): Promise<(string | null)[]>;
}

const test = base.extend<{ stand: Stand }>({
  stand: async ({ review }, use) => {
    const { store, out, folder } = review;
    const trash = join(folder, 'trash');
    mkdirSync(trash);
    await use({
      trash,
      async several(name) {
        const first = await review.finished(name);
        const later = join(out, `${name} soft.png`);
        copyFileSync(first.original, later);
        const made = await finishInStore(store, {
          operation: 'smart-skin-advanced',
          original: first.original,
          result: later,
        });
        expect(made.photographId).toBe(first.photographId);
        return { ...first, later, laterId: made.resultId };
      },
      tools: {
        store,
        bulk: new Bulk(() => undefined),
        trash: async (path) => renameSync(path, join(trash, basename(path))),
      },
      listed: async (id) => (await store.photographViews.versions(id)).map(({ path }) => path),
    });
  },
});

test('primary results stay, and the files of the others go to the trash', async ({ stand, review }) => {
  const [a, b] = [await stand.several('a'), await stand.several('b')];
  const alone = await review.finished('c');
  review.store.versionDecisions.decide([b.resultId], { flag: 1 });
  const ids = [a, b, alone].map(({ photographId }) => photographId);
  expect(review.store.variants.others(ids, null)).toHaveLength(2);
  expect(await keepOneResult(ids, null, stand.tools)).toEqual({ removed: 2, left: 0, why: null });
  expect(await stand.listed(a.photographId)).toEqual([a.later]);
  expect(await stand.listed(b.photographId)).toEqual([b.result]);
  expect(await stand.listed(alone.photographId)).toEqual([alone.result]);
  expect(readdirSync(stand.trash).sort()).toEqual([basename(a.result), basename(b.later)].sort());
  expect([a.original, b.original, a.later, b.result].every(existsSync)).toBe(true);
  // A trashed file is still recognized as Burnish's own if restored, but its job shows no result.
  expect(review.store.writtenFiles.isOwn('', a.result)).toBe(true);
  expect(review.store.views.byId([a.jobId])).toMatchObject([{ state: 'done', resultCount: 0 }]);
  expect(review.store.events.ofJob(a.jobId).map(({ text }) => messageText(text))).toContain(
    'Another result was kept. “a.png” was moved to the trash.',
  );
  expect(await keepOneResult(ids, null, stand.tools)).toEqual({ removed: 0, left: 0, why: null });
});

test('the viewed result can be kept instead of the primary one', async ({ stand }) => {
  const { photographId, resultId, result } = await stand.several('a');
  expect((await keepOneResult([photographId], resultId, stand.tools)).removed).toBe(1);
  expect(await stand.listed(photographId)).toEqual([result]);
});

test('files of others stay in place, and a file that cannot be moved stays a result', async ({ stand }) => {
  const { photographId, result, later } = await stand.several('a');
  writeFileSync(result, 'painted by hand');
  expect(await keepOneResult([photographId], null, stand.tools)).toEqual({ removed: 1, left: 0, why: null });
  expect([existsSync(result), await stand.listed(photographId)]).toEqual([true, [later]]);

  const second = await stand.several('b');
  const stuck = { ...stand.tools, trash: () => Promise.reject(new Error('there is none')) };
  const { removed, left, why } = await keepOneResult([second.photographId], null, stuck);
  expect([removed, left, messageText(why)]).toEqual([0, 1, expect.stringContaining('b.png')]);
  expect([existsSync(second.result), await stand.listed(second.photographId)]).toEqual([
    true,
    [second.result, second.later],
  ]);
});

test('a file shared by two jobs stays with the kept one', async ({ stand, review }) => {
  const { photographId, result, original } = await stand.several('a');
  const same = { operation: 'universal-background-removal', original, result } as const;
  await finishInStore(review.store, same);
  expect((await keepOneResult([photographId], null, stand.tools)).removed).toBe(2);
  expect([existsSync(result), await stand.listed(photographId)]).toEqual([true, [result]]);
});
