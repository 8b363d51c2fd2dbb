/** Recipes with conditions: excluded photographs end before sending, as the recipe defines, and once. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, vi } from 'vitest';
import { operations } from '../../../../../contract/operations/table.ts';
import type { Recipe } from '../../../../../contract/recipes/recipe.ts';
import { conditionsSchema } from '../../../../../contract/recipes/recipe-conditions.ts';
import type { Job } from '../../../../../main/store/index.ts';
import {
  builtInProfileId,
  post,
  type QueueStage,
  recipeOf,
  success,
  test,
} from '../../../../helpers/queue/queue-stage.ts';
import { messageText } from '../../../../helpers/run/message-matchers.ts';
import type { Step } from '../../../../helpers/service/scripted-server.ts';
import { refusal, resultAt } from '../../../../helpers/service/service-answers.ts';

const look = post('face-analyzer-advanced');
const cutout = post('universal-background-removal');
const people = post('portrait-background-removal');
const sent = ({ server }: QueueStage, route = cutout) => server.requestsOf(route).length;

/** The engine's response for `count` faces, with the rating of the largest. */
const faces = (count: number, rating = 90): Step => ({
  json: {
    ...success,
    data: {
      face_count: count,
      qualities: { score_list: Array(count).fill(rating), blur_list: Array(count).fill(rating) },
    },
  },
});
const faceless = refusal('ERROR_NO_FACE_IN_FILE', 422);
const nobody = refusal('ERROR_NO_RECOGNITION_TARGET_DETECTED', 422);
const anyFace = { faces: { rule: 'at-least', count: 1 } };

function recipeFor(only: object): Recipe {
  return { ...recipeOf('universal-background-removal'), only: conditionsSchema.parse(only) };
}
const whyOf = ({ error }: Job) => messageText(error!.message);

describe('a recipe with conditions', () => {
  test('sends matching photographs, and leaves the rest unchanged, uncharged and with a reason', async ({ stage }) => {
    await stage.answers('universal-background-removal');
    stage.server.script(look, faces(2), faceless);
    const batch = stage.store.batches.create({ title: 'b', origin: 'drop', folderId: null });
    const meant = await stage.run(recipeFor(anyFace), { batch: { batchId: batch } });
    const excludedJob = await stage.reach(await stage.add(recipeFor(anyFace), { batch: { batchId: batch } }), 'done');
    expect(whyOf(excludedJob)).toBe('Left as it is. No face was found.');
    expect([sent(stage), (await stage.outputs()).length]).toEqual([1, 1]);
    const { credits = 0 } = operations['universal-background-removal'];
    expect(stage.store.ledger.spentOfBatch(batch).credits).toBe(credits);
    expect(stage.job(meant.id).error).toBe(null);
  });

  test('analyzes each content once, and sends it if the user adds it again', async ({ stage }) => {
    await stage.answers('universal-background-removal');
    stage.server.script(look, faces(1, 60));
    const first = await stage.add(recipeFor({ quality: 85 }), { name: 'a' });
    stage.start();
    expect(whyOf(await stage.reach(first, 'done'))).toContain('The face quality is 60 out of 100');
    const { contentHash, sourcePath, bytes, width, height, profileId, outputFolder } = first;
    const item = { contentHash, sourcePath, bytes, width, height, profileId, outputFolder, relativeFolder: '' };
    const add = (recipe: Recipe) =>
      stage.store.jobs.add({ title: 'again', origin: 'drop', folderId: null }, [{ ...item, recipe }]);
    expect(add(recipeFor({ quality: 70 })).resumed).toEqual([first.id]);
    expect(whyOf(await stage.reach(first, 'done'))).toContain('but the recipe requires at least 70');
    expect([sent(stage, look), sent(stage)]).toEqual([1, 0]);
    // Added explicitly by the user, the photograph is sent.
    const { jobIds } = stage.store.jobs.addAgain([first.id]);
    await stage.reach({ id: jobIds[0]! }, 'done');
    expect([sent(stage, look), sent(stage)]).toEqual([1, 1]);
  });

  test('distinguishes people without a face from things', { tags: ['long'] }, async ({ stage }) => {
    await stage.answers('universal-background-removal');
    stage.server.script(look, faceless);
    stage.server.script(people, resultAt(stage, '/mask'), nobody);
    const person = await stage.add(recipeFor({ subject: 'thing' }));
    stage.start();
    expect(whyOf(await stage.reach(person, 'done'))).toBe('Left as it is. A person was found.');
    const thing = await stage.reach(await stage.add(recipeFor({ subject: 'thing' })), 'done');
    expect([thing.error, sent(stage)]).toEqual([null, 1]);
  });

  test('sends nothing while the engine is unavailable, reports that, and resumes afterwards', async ({ stage }) => {
    await stage.answers('universal-background-removal');
    stage.server.script(look, { status: 500 }, faces(1));
    const job = await stage.add(recipeFor(anyFace));
    stage.start();
    await stage.clock.until(() => stage.job(job.id).error !== null, 'trouble');
    expect(whyOf(stage.job(job.id))).toContain('The built-in engine could not determine');
    expect([stage.job(job.id).state, sent(stage)]).toEqual(['queued', 0]);
    await stage.reach(job, 'done');
    expect(sent(stage)).toBe(1);
  });

  test('never sends a photograph that cannot be analyzed, however often that is tried', async ({ stage }) => {
    stage.server.script(look, { status: 500 });
    const job = await stage.add(recipeFor(anyFace));
    stage.start();
    await stage.clock.until(() => stage.job(job.id).state === 'failed', 'its end');
    expect(sent(stage)).toBe(0);
  });

  test('applies to a photograph whose content another recipe has processed', { tags: ['long'] }, async ({ stage }) => {
    await stage.answers('universal-background-removal');
    stage.server.script(look, faceless);
    const first = await stage.run(recipeOf('universal-background-removal'), { name: 'a' });
    const copy = join(stage.dir, 'photographs', 'copy.jpg');
    copyFileSync(first.sourcePath, copy);
    const { contentHash, bytes, width, height, profileId, outputFolder } = first;
    const item = { contentHash, bytes, width, height, profileId, outputFolder, relativeFolder: '', sourcePath: copy };
    const { jobIds } = stage.store.jobs.add({ title: 'c', origin: 'drop', folderId: null }, [
      { ...item, recipe: recipeFor(anyFace) },
    ]);
    expect(whyOf(await stage.reach({ id: jobIds[0]! }, 'done'))).toBe('Left as it is. No face was found.');
    expect([sent(stage), (await stage.outputs()).length]).toEqual([1, 1]);
  });
});

test('findings are removed with the batch, and the outcome is kept', async ({ stage }) => {
  stage.server.script(look, faceless);
  const job = await stage.run(recipeFor(anyFace));
  for (const _ of [1, 2]) await stage.store.analysisRemoval.forget({ batchId: job.batchId });
  expect(whyOf(stage.job(job.id))).toBe('Left as it is.');
  expect(stage.store.detectedSubjects.get(job.contentHash)).toBe(null);
  expect(stage.texts(job.id).join()).not.toContain('face');
});

describe('photographs with the same content', () => {
  test('are analyzed once, and each has the same outcome', async ({ stage }) => {
    stage.server.script(look, faceless);
    const first = await stage.add(recipeFor(anyFace), { name: 'a' });
    const copy = join(stage.dir, 'photographs', 'copy.jpg');
    copyFileSync(first.sourcePath, copy);
    const { contentHash, bytes, width, height, profileId, outputFolder, recipe } = first;
    const item = { contentHash, bytes, width, height, profileId, outputFolder, recipe, relativeFolder: '' };
    const { jobIds } = stage.store.jobs.add({ batchId: first.batchId }, [{ ...item, sourcePath: copy }]);
    expect(stage.job(jobIds[0]!).follows).toBe(first.id);
    stage.start();
    for (const id of [first.id, jobIds[0]!])
      expect(whyOf(await stage.reach({ id }, 'done'))).toBe('Left as it is. No face was found.');
    expect([sent(stage, look), sent(stage)]).toEqual([1, 0]);
  });
});

describe('an excluded photograph', () => {
  test('waits on the light table for review', { tags: ['long'] }, async ({ stage }) => {
    stage.server.script(look, faceless);
    const recipe = recipeFor({ ...anyFace, otherwise: { kind: 'look' } });
    const job = await stage.add(recipe);
    const secondJob = await stage.add(recipe, { batch: { batchId: job.batchId } });
    stage.start();
    expect(whyOf(await stage.reach(job, 'done'))).toBe('Waiting in Review. No face was found.');
    await stage.reach(secondJob, 'done');
    const [left] = stage.store.excluded.left(3);
    expect(left).toMatchObject({ batchId: job.batchId, reasons: [{ count: 2 }] });
    expect(stage.store.excluded.leftIn(job.batchId)).toEqual([job.id, secondJob.id]);
    const { title, proofs } = stage.store.batches.get(left!.proofsBatchId!)!;
    expect([title, proofs]).toEqual([stage.store.batches.get(job.batchId)?.title, true]);
    const rows = stage.store.proofs.remove([job.photographId!, secondJob.photographId!]);
    expect(rows.map(({ batchId }) => batchId)).toEqual([left?.proofsBatchId, left?.proofsBatchId]);
  });

  test('is stored with another recipe before work on that starts', async ({ stage }) => {
    await stage.answers('commodity-background-removal');
    stage.server.script(look, faceless);
    stage.store.recipes.save({ ...recipeOf('commodity-background-removal', {}, 'Products'), id: 'products' });
    const recipe = recipeFor({ ...anyFace, otherwise: { kind: 'recipe', recipeId: 'products' } });
    const job = await stage.add(recipe, { profileId: builtInProfileId });
    const exec = vi.spyOn(Database.prototype, 'exec');
    const toProcess = vi.spyOn(stage.store.excluded, 'toProcess');
    try {
      stage.start();
      await stage.reach(job, 'done');
      const [added = 0] = toProcess.mock.invocationCallOrder;
      const before = exec.mock.calls.filter(
        ([sql], index) => sql.startsWith('PRAGMA synchronous') && (exec.mock.invocationCallOrder[index] ?? 0) < added,
      );
      expect(before.at(-1)).toEqual(['PRAGMA synchronous = FULL']);
    } finally {
      exec.mockRestore();
      toProcess.mockRestore();
    }
  });

  test('is processed with another recipe in the same batch once, also if both commits are interrupted', {
    tags: ['long'],
  }, async ({ stage }) => {
    await stage.answers('commodity-background-removal');
    stage.server.script(look, faceless);
    const otherRecipe: Recipe = {
      ...recipeOf('commodity-background-removal', {}, 'Products'),
      id: 'products',
      // The conditions of the other recipe are not checked.
      only: conditionsSchema.parse({ ...anyFace, otherwise: { kind: 'recipe', recipeId: 'test-recipe' } }),
    };
    stage.store.recipes.save(otherRecipe);
    const recipe = recipeFor({ ...anyFace, otherwise: { kind: 'recipe', recipeId: 'products' } });
    const job = await stage.add(recipe, { profileId: builtInProfileId });
    // Killed after the analysis, before its outcome was written.
    stage.store.detectedSubjects.put(job.contentHash, { faces: 0, quality: null, sharpness: null, person: null });
    stage.start();
    stage.crash();
    stage.start();
    expect(whyOf(await stage.reach(job, 'done'))).toBe('Processed with “Products” instead. No face was found.');
    const instead = stage.store.excluded.insteadOf([job.id]);
    expect(instead).toHaveLength(1);
    const done = await stage.reach({ id: instead[0]! }, 'done');
    expect([done.batchId, done.recipe.name, done.recipe.only]).toEqual([job.batchId, 'Products', null]);
    expect(stage.texts(done.id)).toContain(
      'This photograph does not match “Test”, so it is processed with this recipe instead.',
    );
    // A retry continues with the existing replacement.
    stage.store.actions.retry([job.id]);
    await stage.reach(job, 'done');
    expect(stage.store.excluded.insteadOf([job.id])).toEqual(instead);
    const route = post('commodity-background-removal');
    expect([sent(stage), sent(stage, route)]).toEqual([0, 1]);
  });

  test('is unchanged if the other recipe is missing', { tags: ['long'] }, async ({ stage }) => {
    stage.server.script(look, faceless);
    const job = await stage.add(recipeFor({ ...anyFace, otherwise: { kind: 'recipe', recipeId: 'gone' } }));
    stage.start();
    expect(whyOf(await stage.reach(job, 'done'))).toContain('the recipe to use instead no longer exists');
  });
});
