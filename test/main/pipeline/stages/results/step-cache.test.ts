/** Results of a recipe's first steps, reused by recipes that begin with them. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { operations } from '../../../../../contract/operations/table.ts';
import type { Recipe } from '../../../../../contract/recipes/recipe.ts';
import type { Job } from '../../../../../main/store/index.ts';
import { noisePhoto, type QueueStage, recipeOf, success, test } from '../../../../helpers/queue/queue-stage.ts';

const slim = 'smart-face-slimming';
const cut = 'portrait-background-removal';
const skin = 'smart-skin-advanced';
const size = { width: 300, height: 200 };
const slimOnly = recipeOf([{ operation: slim }]);
const slimThenCut = recipeOf([{ operation: slim }, { operation: cut }]);
const slimThenMask = recipeOf([{ operation: slim }, { operation: cut, params: { return_form: 'mask' } }]);

const sent = (stage: QueueStage, operation: typeof slim | typeof cut | typeof skin) =>
  stage.server.requestsOf(`POST ${operations[operation].path}`).length;

const kept = ({ store }: QueueStage) => readdirSync(join(store.workFolder, 'kept'));

/** Scripts the first step; returns its image. */
async function answerSlim({ server }: QueueStage): Promise<Buffer> {
  const image = await noisePhoto(size.width, size.height, 'png');
  server.script(`POST ${operations[slim].path}`, {
    json: { ...success, data: { image_url: `${server.baseUrl}/results/slim.png` } },
  });
  server.script('GET /results/slim.png', { bytes: image, type: 'image/png' });
  return image;
}

/** Adds the photograph again with another recipe. */
function addWith(stage: QueueStage, job: Job, recipe: Recipe, again = false): Job {
  const { sourcePath, relativeFolder, outputFolder, contentHash, bytes, width, height, profileId } = job;
  const item = {
    sourcePath,
    relativeFolder,
    outputFolder,
    contentHash,
    bytes,
    width,
    height,
    profileId,
    recipe,
    again,
  };
  const { jobIds } = stage.store.jobs.add({ title: 'with', origin: 'drop', folderId: null }, [item]);
  return stage.job(jobIds[0] ?? 0);
}

describe('a recipe whose first steps have been done before', () => {
  test('continues from the intermediate image, which is kept once a job is done', async ({ stage }) => {
    await answerSlim(stage);
    await stage.answers(cut, size);
    const first = await stage.add(slimThenCut, { size });
    stage.start();
    await stage.reach(first, 'done');
    await stage.queue.drained();
    expect(kept(stage)).toEqual([`${first.id}-1`]);
    const second = addWith(stage, first, slimThenMask);
    await stage.reach(second, 'done');
    expect([sent(stage, slim), sent(stage, cut)]).toEqual([1, 2]);
    expect(stage.texts(second.id).join(' ')).toContain('The first of 2 steps was already done');
    const between = await sharp(join(stage.store.workFolder, 'kept', `${first.id}-1`)).metadata();
    expect(between).toMatchObject(size);
  });

  test('continues from the result of a recipe with these steps only', async ({ stage }) => {
    const answer = await answerSlim(stage);
    await stage.answers(cut, size);
    const first = await stage.add(recipeOf([{ operation: slim }], { format: 'png' }), { size });
    stage.start();
    await stage.reach(first, 'done');
    const second = addWith(stage, first, slimThenCut);
    await stage.reach(second, 'done');
    expect([sent(stage, slim), sent(stage, cut)]).toEqual([1, 1]);
    const upload = stage.server
      .requestsOf(`POST ${operations[cut].path}`)[0]!
      .parts()
      .find(({ name }) => name === 'image')!.bytes;
    const [asked, was] = await Promise.all(
      [upload, answer].map((image) => sharp(image).removeAlpha().raw().toBuffer()),
    );
    expect(asked).toEqual(was);
  });

  test('continues from a job that failed after them', async ({ stage }) => {
    await answerSlim(stage);
    stage.server.script(`POST ${operations[cut].path}`, {
      status: 422,
      json: { error_code: 422, error_detail: { code: 'ERROR_NO_FACE_IN_FILE' } },
    });
    const first = await stage.add(slimThenCut, { size });
    stage.start();
    await stage.reach(first, 'failed');
    await stage.answers(skin, size);
    const second = addWith(stage, first, recipeOf([{ operation: slim }, { operation: skin }]));
    await stage.reach(second, 'done');
    expect([sent(stage, slim), sent(stage, skin)]).toEqual([1, 1]);
  });

  test('starts over if nothing is kept, its settings differ, or that is requested', async ({ stage }) => {
    await answerSlim(stage);
    await stage.answers(cut, size);
    const first = await stage.add(slimThenCut, { size });
    stage.start();
    await stage.reach(first, 'done');
    const changedRecipe = recipeOf([{ operation: slim, params: { slim_degree: 0.3 } }, { operation: cut }]);
    await stage.reach(addWith(stage, first, changedRecipe), 'done');
    expect(sent(stage, slim)).toBe(2);
    await stage.reach(addWith(stage, first, slimThenCut, true), 'done');
    expect(sent(stage, slim)).toBe(3);
    await stage.queue.drained();
    rmSync(join(stage.store.workFolder, 'kept'), { recursive: true });
    await stage.reach(addWith(stage, first, slimThenMask), 'done');
    expect(sent(stage, slim)).toBe(4);
  });

  test('does not use a retouched result', async ({ stage }) => {
    await answerSlim(stage);
    await stage.answers(cut, size);
    const first = await stage.add(slimOnly, { size });
    stage.start();
    await stage.reach(first, 'done');
    const path = (await stage.store.results.ofJob(first.id))[0]?.path ?? '';
    writeFileSync(path, await sharp(readFileSync(path)).negate().toBuffer());
    await stage.reach(addWith(stage, first, slimThenCut), 'done');
    expect(sent(stage, slim)).toBe(2);
  });
});
