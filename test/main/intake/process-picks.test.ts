/** Picks that start work: each photograph once, after a delay, while the rule exists. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import type { PickMark } from '../../../contract/recipes/pick-rules.ts';
import { addPhotographs } from '../../../main/intake/add-photographs.ts';
import { type FollowPicksOptions, startPickProcessing } from '../../../main/intake/process-picks.ts';
import { reprocess } from '../../../main/intake/reprocess.ts';
import { openReviewQueries } from '../../../main/store/review/queries.ts';
import { noisePhoto, recipeOf } from '../../helpers/queue/queue-stage.ts';
import { type StoreStage, test } from '../../helpers/store/store-stage.ts';

const recipe = { ...recipeOf('universal-background-removal'), id: 'paid' };

/** Adds photographs to the light table, in a batch whose picks start work. */
async function lookedAt({ folder, store }: StoreStage, names: readonly string[], mark: PickMark = 'picked') {
  store.recipes.save(recipe);
  mkdirSync(join(folder, 'card'));
  const items = [];
  for (const name of names) {
    const sourcePath = join(folder, 'card', `${name}.jpg`);
    writeFileSync(sourcePath, await noisePhoto(64, 48));
    const content = readFileSync(sourcePath);
    const contentHash = createHash('sha256').update(content).digest('hex');
    items.push({ sourcePath, contentHash, bytes: content.length, width: 64, height: 48, relativeFolder: '' });
  }
  const { batchId } = store.proofs.add({ title: 'card', origin: 'drop', folderId: null }, items);
  store.pickRules.set(batchId!, { mark, recipeId: recipe.id });
  const ids = items.map((item) => store.photographs.findOrCreate(item));
  return { batchId: batchId!, ids };
}

/** Follows picks as the app does, until the test ends. */
function follow({ folder, store, clock }: StoreStage) {
  const queries = openReviewQueries(`${folder}/burnish.db`);
  const faults: unknown[] = [];
  const sourcesOf = async (ids: readonly number[]) => queries['photographs.sources']({ ids: [...ids] });
  const take: FollowPicksOptions['take'] = (sources, _, into) =>
    reprocess(sources, {
      ...{ store, origin: 'drop', into },
      targetFor: () => ({ recipe, outputFolder: folder }),
      take: (files, options, batch) =>
        addPhotographs(files, { ...options, store, batch, profileId: 'built-in', from: 'hand' }),
    });
  const end = startPickProcessing({
    ...{ store, clock, sourcesOf, take },
    onTaken: () => undefined,
    onFault: (fault) => faults.push(fault),
  });
  onTestFinished(async () => {
    await end();
    queries.close();
    expect(faults).toEqual([]);
  });
  return {
    take,
    sourcesOf,
    names: () =>
      store.views
        .summaries()
        .map(({ name }) => name)
        .sort(),
  };
}

const flag = ({ store }: StoreStage, id: number, to: -1 | 0 | 1) => store.photographs.decide([id], { flag: to });
/** Waits for `count` photographs, in real time because files are involved. */
const settle = (stage: StoreStage, names: () => string[], count: number) =>
  stage.clock.until(() => names().length >= count, `${count} photographs`);

describe('picks', () => {
  test('start work on picked photographs only, once, in one batch', async ({ stage }) => {
    const { store } = stage;
    const { ids } = await lookedAt(stage, ['a', 'b', 'c']);
    flag(stage, ids[0]!, 1);
    const { names } = follow(stage);
    await settle(stage, names, 1);
    flag(stage, ids[2]!, 1);
    await settle(stage, names, 2);
    expect(names()).toEqual(['a.jpg', 'c.jpg']);
    expect(new Set(store.views.summaries().map(({ batchId }) => batchId)).size).toBe(1);
    // After an undone pick, running jobs continue; picking again does not restart them.
    flag(stage, ids[0]!, 0);
    flag(stage, ids[0]!, 1);
    expect(store.pickRules.due()).toEqual([]);
    expect(store.views.counts()).toMatchObject({ queued: 2, cancelled: 0 });
  });

  test('that are undone at once, or made after the rule was stopped, start nothing', async ({ stage }) => {
    const { store, clock } = stage;
    const { ids, batchId } = await lookedAt(stage, ['a', 'b']);
    const { names } = follow(stage);
    flag(stage, ids[0]!, 1);
    await Promise.resolve();
    clock.advance(4000);
    flag(stage, ids[0]!, 0);
    await Promise.resolve();
    clock.advance(60_000);
    store.pickRules.set(batchId, null);
    flag(stage, ids[1]!, 1);
    await Promise.resolve();
    clock.advance(60_000);
    expect([store.pickRules.due(), names()]).toEqual([[], []]);
    expect(store.batches.get(batchId)?.pickRule).toBe(null);
  });

  test('that were added but not recorded when the program ended resume their existing jobs', async ({ stage }) => {
    const { store } = stage;
    const { ids } = await lookedAt(stage, ['a']);
    flag(stage, ids[0]!, 1);
    const { take, sourcesOf, names } = follow(stage);
    await take(await sourcesOf(ids), 'paid', null);
    const [job] = store.views.summaries();
    await stage.clock.until(() => store.pickRules.due().length === 0, 'what was picked');
    expect([names(), store.views.summaries()[0]?.id]).toEqual([['a.jpg'], job?.id]);
  });

  test('of a client, and labels, start work as well', async ({ stage }) => {
    const { store } = stage;
    const { ids, batchId } = await lookedAt(stage, ['a', 'b'], 'red');
    store.photographs.decide([ids[0]!], { label: 1 });
    expect(store.pickRules.due()).toMatchObject([{ photographIds: [ids[0]] }]);
    store.pickRules.set(batchId, { mark: 'client', recipeId: 'paid' });
    expect(store.pickRules.due()).toEqual([]);
    store.galleries.add('g', 'Gallery', []);
    const picks = [{ photographId: ids[1]!, picked: true, stars: 0, comment: '' }];
    store.clientPicks.swap({ galleryId: 'g', name: 'Anna' }, { savedAt: null, picks });
    expect(store.pickRules.due()).toMatchObject([{ photographIds: [ids[1]] }]);
  });
});
