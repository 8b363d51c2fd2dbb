/** Results of a recipe's first steps, reused by recipes that begin with them. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Recipe } from '../../../../../contract/recipes/recipe.ts';
import type { Job } from '../../../../../main/store/index.ts';
import { post, type QueueStage, recipeOf, test } from '../../../../helpers/queue/queue-stage.ts';
import { refusal } from '../../../../helpers/service/service-answers.ts';

const slim = 'smart-face-slimming';
const cut = 'portrait-background-removal';
const skin = 'smart-skin-advanced';
const size = { width: 300, height: 200 };
const slimOnly = recipeOf(slim, { format: 'png' });
const slimThenCut = recipeOf([{ operation: slim }, { operation: cut }]);
const slimThenMask = recipeOf([{ operation: slim }, { operation: cut, params: { return_form: 'mask' } }]);

/** Finishes a photograph with `recipe`; returns its job and the image of the first step. */
async function finishFirst(stage: QueueStage, recipe: Recipe) {
  const slimmed = await stage.answers(slim, size);
  await stage.answers(cut, size);
  const first = await stage.run(recipe, { size });
  await stage.queue.drained();
  return { first, slimmed };
}

/** Finishes the photograph again with another recipe. */
async function finishWith(stage: QueueStage, job: Job, recipe: Recipe, again = false): Promise<Job> {
  const batch = { title: 'with', origin: 'drop', folderId: null } as const;
  const [id = 0] = stage.store.jobs.add(batch, [{ ...job, recipe, again }]).jobIds;
  return stage.reach({ id }, 'done');
}

test('a recipe continues from the intermediate image of another one, which is kept once a job is done', async ({
  stage,
}) => {
  const { first } = await finishFirst(stage, slimThenCut);
  expect(readdirSync(join(stage.store.workFolder, 'kept'))).toEqual([`${first.id}-1`]);

  const second = await finishWith(stage, first, slimThenMask);

  expect([stage.sent(slim), stage.sent(cut)]).toEqual([1, 2]);
  expect(stage.texts(second.id).join(' ')).toContain('The first of 2 steps was already done');
  const between = await sharp(join(stage.store.workFolder, 'kept', `${first.id}-1`)).metadata();
  expect(between).toMatchObject(size);
});

test('a recipe continues from the result of a recipe with its first steps only', async ({ stage }) => {
  const { first, slimmed } = await finishFirst(stage, slimOnly);

  await finishWith(stage, first, slimThenCut);

  expect([stage.sent(slim), stage.sent(cut)]).toEqual([1, 1]);
  const parts = stage.server.requestsOf(post(cut))[0]!.parts();
  const upload = parts.find(({ name }) => name === 'image')!.bytes;
  const pixels = (image: Buffer) => sharp(image).removeAlpha().raw().toBuffer();
  expect(await pixels(upload)).toEqual(await pixels(slimmed));
});

test('a recipe continues from a job that failed after its first steps', async ({ stage }) => {
  await stage.answers(slim, size);
  stage.server.script(post(cut), refusal('ERROR_NO_FACE_IN_FILE', 422));
  const first = await stage.run(slimThenCut, { size, until: 'failed' });
  await stage.answers(skin, size);

  await finishWith(stage, first, recipeOf([{ operation: slim }, { operation: skin }]));

  expect([stage.sent(slim), stage.sent(skin)]).toEqual([1, 1]);
});

test('a recipe starts over if nothing is kept, its settings differ, or that is requested', async ({ stage }) => {
  const { first } = await finishFirst(stage, slimThenCut);

  const changedRecipe = recipeOf([{ operation: slim, params: { slim_degree: 0.3 } }, { operation: cut }]);
  await finishWith(stage, first, changedRecipe);
  expect(stage.sent(slim)).toBe(2);
  await finishWith(stage, first, slimThenCut, true);
  expect(stage.sent(slim)).toBe(3);
  await stage.queue.drained();
  rmSync(join(stage.store.workFolder, 'kept'), { recursive: true });
  await finishWith(stage, first, slimThenMask);
  expect(stage.sent(slim)).toBe(4);
});

test('a recipe does not continue from a retouched result', async ({ stage }) => {
  const { first } = await finishFirst(stage, slimOnly);
  const path = (await stage.store.results.ofJob(first.id))[0]?.path ?? '';
  writeFileSync(path, await sharp(readFileSync(path)).negate().toBuffer());

  await finishWith(stage, first, slimThenCut);

  expect(stage.sent(slim)).toBe(2);
});
