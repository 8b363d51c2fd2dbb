import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { starterRecipes } from '../../../../contract/recipes/recipe.ts';
import { UserError } from '../../../../main/ipc/bridge/user-error.ts';
import { test as bulkTest } from '../../../helpers/queue/bulk-stage.ts';
import { paperJob } from '../../../helpers/queue/queue-stage.ts';
import { matchingError, messageText } from '../../../helpers/run/message-matchers.ts';
import { addUndecided } from '../../../helpers/store/undecided-jobs.ts';
import { test } from '../../../helpers/window/page-stage.ts';

describe('jobs and results', () => {
  test('are shown in detail, run again, canceled and removed', async ({ page }) => {
    const { app, handlers } = page;
    const { batchId } = await handlers['intake.samples'](undefined);
    const [job] = app.core.store.views.ofBatch(batchId!);
    const on = { ids: [job!.id] };

    const detail = await handlers['jobs.detail']({ id: job!.id });
    const again = await handlers['jobs.again']({ on, onlyDone: false });
    await handlers['jobs.cancel']({ on });
    await handlers['jobs.remove']({ on });

    expect(detail).toMatchObject({ job: { name: 'astronaut.png' }, recipe: { id: 'portrait-cutout' }, results: [] });
    expect(again).toMatchObject({ accepted: 1, resumed: 0, skipped: 0, finishedBefore: [], refused: [] });
    expect(app.core.store.views.ofBatch(batchId!)).toEqual([]);
  });

  test('are added with another recipe, and with the current version of their own', async ({ page }) => {
    const { app, handlers } = page;
    const { store } = app.core;
    const { batchId } = await handlers['intake.samples'](undefined);
    const [job] = store.views.ofBatch(batchId!);
    const on = { ids: [job!.id] };
    const report = await handlers['jobs.processWith']({ on, recipeId: 'skin-soft' });
    expect(report).toMatchObject({ accepted: 1, resumed: 0, refused: [], notes: [] });
    const [made] = store.views.ofBatch(report.batchId!);
    expect(made).toMatchObject({ recipeName: 'Skin, soft', sourcePath: job!.sourcePath });
    expect(messageText(store.batches.get(report.batchId!)?.title)).toBe('astronaut (again)');

    const cutout = store.recipes.get('portrait-cutout')!;
    const [step] = cutout.steps;
    store.recipes.save({ ...cutout, steps: [{ ...step!, params: { return_form: 'mask' } }] });
    const own = await handlers['jobs.processWith']({ on, recipeId: null });
    expect(own).toMatchObject({ accepted: 1, resumed: 0 });
    const [edited] = store.views.ofBatch(own.batchId!);
    expect(store.jobs.get(edited!.id)?.recipe.steps[0]?.params).toEqual({ return_form: 'mask' });
    // A repeated request finds the existing job.
    expect(await handlers['jobs.processWith']({ on, recipeId: null })).toMatchObject({ accepted: 0, resumed: 1 });

    const photograph = { ids: [store.photographViews.ofJob(job!.id)!] };
    const product = await handlers['photographs.processWith']({ on: photograph, recipeId: 'product-on-white' });
    expect(product).toMatchObject({ accepted: 1 });
    await expect(handlers['jobs.processWith']({ on, recipeId: 'no-such' })).rejects.toThrow(UserError);
  });

  test('are left unchanged if their recipe is missing', async ({ page }) => {
    const { app, handlers } = page;
    const { store } = app.core;
    const { batchId } = await handlers['intake.samples'](undefined);
    const [job] = store.views.ofBatch(batchId!);
    store.recipes.remove('portrait-cutout');
    const report = await handlers['jobs.processWith']({ on: { ids: [job!.id] }, recipeId: null });
    expect(report).toMatchObject({ batchId: null, accepted: 0 });
    expect(report.notes.map((note) => messageText(note))).toEqual([
      'One photograph was not processed: its recipe “Portrait cutout” no longer exists. Choose another one.',
    ]);
  });

  test('that are uncertain are shown and decided by cause, also if the list does not contain them', async ({
    page,
  }) => {
    const { app, handlers } = page;
    const { store } = app.core;
    const [lost] = addUndecided(store, 'NO_ANSWER', 2);
    const [webPage] = addUndecided(store, 'ANSWER_IS_WEB_PAGE', 1);
    const shown = async () => (await handlers['app.snapshot'](undefined)).undecided;
    expect(await shown()).toMatchObject([
      { cause: 'NO_ANSWER', message: 'Because of NO_ANSWER.', count: 2 },
      { cause: 'ANSWER_IS_WEB_PAGE', message: 'Because of ANSWER_IS_WEB_PAGE.', count: 1 },
    ]);
    const giveUp = { cause: 'NO_ANSWER', decision: 'give-up' } as const;
    // The user saw one job. There are two, so nothing is decided.
    expect(await handlers['jobs.decideCause']({ ...giveUp, seen: 1 })).toMatchObject({ cause: 'NO_ANSWER', count: 2 });
    expect(store.jobs.get(lost!)?.state).toBe('uncertain');
    expect(await handlers['jobs.decideCause']({ ...giveUp, seen: 2 })).toBeNull();
    expect((await shown()).map(({ cause }) => cause)).toEqual(['ANSWER_IS_WEB_PAGE']);
    expect(store.jobs.get(lost!)?.state).toBe('cancelled');
    await handlers['jobs.decideCause']({ cause: 'ANSWER_IS_WEB_PAGE', decision: 'send-again', seen: 1 });
    expect(store.jobs.get(webPage!)?.state).toBe('queued');
    expect(await shown()).toEqual([]);
  });

  test('that are unknown are not run, and are rejected with a message', async ({ page }) => {
    const { handlers } = page;
    const again = await handlers['jobs.again']({ on: { ids: [99] }, onlyDone: false });
    expect(again).toMatchObject({ batchId: null, accepted: 0 });
    expect(await handlers['jobs.detail']({ id: 99 })).toBeNull();
    for (const name of ['results.reveal', 'jobs.revealSource', 'results.revealFolder'] as const)
      await expect(async () => handlers[name]({ id: 99 }), name).rejects.toThrow(UserError);
  });

  test('are shown in the folder where the user has found them, not in the old one', async ({ page }) => {
    const { app, handlers, folder, revealed } = page;
    const { store } = app.core;
    const path = (of: string, name: string) => join(folder, of, name);
    for (const of of ['card', 'archive']) mkdirSync(join(folder, of));
    writeFileSync(path('card', 'here.jpg'), 'a photograph');
    writeFileSync(path('archive', 'moved.jpg'), 'another photograph');
    const items = ['here', 'moved'].map((name) =>
      paperJob(name, starterRecipes[0]!, { sourcePath: path('card', `${name}.jpg`) }),
    );
    const { jobIds } = store.jobs.add({ title: 't', origin: 'drop', folderId: null }, items);
    const [here, moved] = [jobIds[0]!, jobIds[1]!];
    await expect(async () => handlers['jobs.revealSource']({ id: moved })).rejects.toThrow(matchingError(/moved\.jpg/));
    const id = store.jobs.get(moved)?.photographId ?? 0;
    store.filePlaces.originalsFound([{ id, from: path('card', 'moved.jpg'), to: path('archive', 'moved.jpg') }]);
    for (const job of [here, moved]) await handlers['jobs.revealSource']({ id: job });
    expect(revealed).toEqual([path('card', 'here.jpg'), path('archive', 'moved.jpg')]);
  });
});

test('photographs go to another folder by a grant for it', async ({ page }) => {
  const { app, handlers, chosen } = page;
  const { batchId } = await handlers['intake.samples'](undefined);
  const on = { ids: app.core.store.views.ofBatch(batchId!).map(({ id }) => id) };
  const to = await chosen('/elsewhere');
  await handlers['jobs.redirect']({ on, folder: to });
  await expect(handlers['jobs.redirect']({ on, folder: to })).rejects.toThrow(UserError);
  await expect(handlers['jobs.redirect']({ on, folder: '/etc' })).rejects.toThrow(UserError);
});

bulkTest('what was held is told of as held, also when it is done again', { tags: ['long'] }, async ({ table }) => {
  await table.hold();
  const did = messageText(await table.undo.undo());
  expect(did).toMatch(/^Paused /);
  expect(messageText(await table.undo.redo())).toBe(did);
});
