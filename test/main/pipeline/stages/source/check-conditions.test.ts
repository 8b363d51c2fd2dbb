import Database from 'better-sqlite3';
import { describe, expect, vi } from 'vitest';
import { operations } from '../../../../../contract/operations/table.ts';
import type { Recipe } from '../../../../../contract/recipes/recipe.ts';
import { conditionsSchema } from '../../../../../contract/recipes/recipe-conditions.ts';
import type { Job } from '../../../../../main/store/index.ts';
import { builtInProfileId, post, recipeOf, success, test } from '../../../../helpers/queue/queue-stage.ts';
import { messageText } from '../../../../helpers/run/message-matchers.ts';
import type { Step } from '../../../../helpers/service/scripted-server.ts';
import { refusal, resultAt } from '../../../../helpers/service/service-answers.ts';

const look = 'face-analyzer-advanced';
const cut = 'universal-background-removal';
const products = 'commodity-background-removal';

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
  return { ...recipeOf(cut), only: conditionsSchema.parse(only) };
}
const whyOf = ({ error }: Job) => messageText(error!.message);

describe('a recipe with conditions', () => {
  test('sends matching photographs, and leaves the rest unchanged, uncharged and with a reason', async ({ stage }) => {
    await stage.answers(cut);
    stage.server.script(post(look), faces(2), faceless);
    const batch = stage.store.batches.create({ title: 'b', origin: 'drop', folderId: null });
    const meant = await stage.run(recipeFor(anyFace), { batch: { batchId: batch } });
    const excludedJob = await stage.reach(await stage.add(recipeFor(anyFace), { batch: { batchId: batch } }), 'done');
    expect(whyOf(excludedJob)).toBe('Left as it is. No face was found.');
    expect([stage.sent(cut), (await stage.outputs()).length]).toEqual([1, 1]);
    const { credits = 0 } = operations[cut];
    expect(stage.store.ledger.spentOfBatch(batch).credits).toBe(credits);
    expect(stage.job(meant.id).error).toBe(null);
  });

  test('analyzes each content once, and sends it if the user adds it again', async ({ stage }) => {
    await stage.answers(cut);
    stage.server.script(post(look), faces(1, 60));
    const first = await stage.add(recipeFor({ quality: 85 }), { name: 'a' });
    stage.start();
    expect(whyOf(await stage.reach(first, 'done'))).toContain('The face quality is 60 out of 100');
    const add = (recipe: Recipe) =>
      stage.store.jobs.add({ title: 'again', origin: 'drop', folderId: null }, [{ ...first, recipe }]);
    expect(add(recipeFor({ quality: 70 })).resumed).toEqual([first.id]);
    expect(whyOf(await stage.reach(first, 'done'))).toContain('but the recipe requires at least 70');
    expect([stage.sent(look), stage.sent(cut)]).toEqual([1, 0]);
    // Added explicitly by the user, the photograph is sent.
    const { jobIds } = stage.store.jobs.addAgain([first.id]);
    await stage.reach({ id: jobIds[0]! }, 'done');
    expect([stage.sent(look), stage.sent(cut)]).toEqual([1, 1]);
  });

  test('distinguishes people without a face from things', { tags: ['long'] }, async ({ stage }) => {
    await stage.answers(cut);
    stage.server.script(post(look), faceless);
    stage.server.script(post('portrait-background-removal'), resultAt(stage, '/mask'), nobody);
    const person = await stage.add(recipeFor({ subject: 'thing' }));
    stage.start();
    expect(whyOf(await stage.reach(person, 'done'))).toBe('Left as it is. A person was found.');
    const thing = await stage.reach(await stage.add(recipeFor({ subject: 'thing' })), 'done');
    expect([thing.error, stage.sent(cut)]).toEqual([null, 1]);
  });

  test('sends nothing while the engine is unavailable, reports that, and resumes afterwards', async ({ stage }) => {
    await stage.answers(cut);
    stage.server.script(post(look), { status: 500 }, faces(1));
    const job = await stage.add(recipeFor(anyFace));
    stage.start();
    await stage.clock.until(() => stage.job(job.id).error !== null, 'trouble');
    expect(whyOf(stage.job(job.id))).toContain('The built-in engine could not determine');
    expect([stage.job(job.id).state, stage.sent(cut)]).toEqual(['queued', 0]);
    await stage.reach(job, 'done');
    expect(stage.sent(cut)).toBe(1);
  });

  test('never sends a photograph that cannot be analyzed, however often that is tried', async ({ stage }) => {
    stage.server.script(post(look), { status: 500 });
    const job = await stage.add(recipeFor(anyFace));
    stage.start();
    await stage.clock.until(() => stage.job(job.id).state === 'failed', 'its end');
    expect(stage.sent(cut)).toBe(0);
  });

  test('applies to a photograph whose content another recipe has processed', { tags: ['long'] }, async ({ stage }) => {
    await stage.answers(cut);
    stage.server.script(post(look), faceless);
    const first = await stage.run(recipeOf(cut), { name: 'a' });
    const copy = await stage.addCopy(first, 'copy.jpg', { recipe: recipeFor(anyFace) });

    expect(whyOf(await stage.reach(copy, 'done'))).toBe('Left as it is. No face was found.');
    expect([stage.sent(cut), (await stage.outputs()).length]).toEqual([1, 1]);
  });
});

test('findings are removed with the batch, and the outcome is kept', async ({ stage }) => {
  stage.server.script(post(look), faceless);
  const job = await stage.run(recipeFor(anyFace));
  for (const _ of [1, 2]) await stage.store.analysisRemoval.forget({ batchId: job.batchId });
  expect(whyOf(stage.job(job.id))).toBe('Left as it is.');
  expect(stage.store.detectedSubjects.get(job.contentHash)).toBe(null);
  expect(stage.texts(job.id).join()).not.toContain('face');
});

describe('photographs with the same content', () => {
  test('are analyzed once, and each has the same outcome', async ({ stage }) => {
    stage.server.script(post(look), faceless);
    const first = await stage.add(recipeFor(anyFace), { name: 'a' });
    const copy = await stage.addCopy(first, 'copy.jpg');
    expect(copy.follows).toBe(first.id);

    stage.start();

    for (const job of [first, copy])
      expect(whyOf(await stage.reach(job, 'done'))).toBe('Left as it is. No face was found.');
    expect([stage.sent(look), stage.sent(cut)]).toEqual([1, 0]);
  });
});

describe('an excluded photograph', () => {
  test('waits on the light table for review', { tags: ['long'] }, async ({ stage }) => {
    stage.server.script(post(look), faceless);
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
    await stage.answers(products);
    stage.server.script(post(look), faceless);
    stage.store.recipes.save({ ...recipeOf(products, {}, 'Products'), id: 'products' });
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
    await stage.answers(products);
    stage.server.script(post(look), faceless);
    const otherRecipe: Recipe = {
      ...recipeOf(products, {}, 'Products'),
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
    expect([stage.sent(cut), stage.sent(products)]).toEqual([0, 1]);
  });

  test('is unchanged if the other recipe is missing', { tags: ['long'] }, async ({ stage }) => {
    stage.server.script(post(look), faceless);
    const job = await stage.add(recipeFor({ ...anyFace, otherwise: { kind: 'recipe', recipeId: 'gone' } }));
    stage.start();
    expect(whyOf(await stage.reach(job, 'done'))).toContain('the recipe to use instead no longer exists');
  });
});
