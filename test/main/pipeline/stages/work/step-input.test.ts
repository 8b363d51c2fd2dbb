/** Input images and work files between two steps, lost or damaged by a power cut. */

import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import type { OperationId } from '../../../../../contract/operations/operation-spec.ts';
import { workFolder } from '../../../../../main/pipeline/stages/work/work-folder.ts';
import type { Job } from '../../../../../main/store/index.ts';
import { noisePhoto, post, type QueueStage, recipeOf, taskQuery, test } from '../../../../helpers/queue/queue-stage.ts';
import { accepted, resultAt, taskResult } from '../../../../helpers/service/service-answers.ts';

const slim = 'smart-face-slimming';
const skin = 'smart-skin-advanced';
const cut = 'portrait-background-removal';
const size = { width: 300, height: 200 };

const damages: readonly (readonly [string, (path: string) => void])[] = [
  ['missing', (path) => rmSync(path)],
  ['empty', (path) => truncateSync(path, 0)],
  ['cut off', (path) => truncateSync(path, readFileSync(path).length >> 1)],
  ['zeroes', (path) => writeFileSync(path, readFileSync(path).fill(0, 200))],
];

/** A job from an earlier start whose first step is done and whose second one the service rejects for now. */
async function leftBetweenSteps(stage: QueueStage, first: OperationId): Promise<{ job: Job; image: Buffer }> {
  const image = await noisePhoto(size.width, size.height, 'png');
  stage.server.script(post(first), first === skin ? accepted('task-1') : resultAt(stage, '/results/first.png'));
  stage.server.script(taskQuery, taskResult(stage, '/results/first.png'));
  stage.server.script('GET /results/first.png', { bytes: image, type: 'image/png' });
  stage.server.script(post(cut), { status: 503 });
  const job = await stage.add(recipeOf([{ operation: first }, { operation: cut }]), { size });
  stage.start();
  await stage.clock.until(() => stage.sent(cut) > 0, 'the second step');
  await stage.queue.stop();
  stage.restart();
  await stage.answers(cut, size);
  return { job: stage.job(job.id), image };
}

describe('the image between two steps', () => {
  test.for(damages)('that is %s is made again, and neither step is paid twice', async ([, damage], { stage }) => {
    const { job, image } = await leftBetweenSteps(stage, slim);
    expect(job).toMatchObject({ step: 1, state: 'queued' });
    damage(workFolder(stage.store.workFolder, job).stepInput(1));
    stage.start();
    await stage.reach(job, 'done');
    expect(stage.sent(slim)).toBe(1);
    const parts = stage.server.requestsOf(post(cut)).at(-1)!.parts();
    const upload = parts.find(({ name }) => name === 'image')!.bytes;
    const pixels = (picture: Buffer) => sharp(picture).removeAlpha().raw().toBuffer();
    expect(await pixels(upload)).toEqual(await pixels(image));
    expect(stage.store.stepRuns.ofJob(job.id).map(({ answer }) => answer)).toEqual([null, null]);
  });

  test('that cannot be recreated is left to the user, and nothing is sent', async ({ stage }) => {
    const { job } = await leftBetweenSteps(stage, slim);
    const folder = workFolder(stage.store.workFolder, job);
    truncateSync(folder.stepInput(1), 0);
    truncateSync(folder.result(0, 0), 10);
    const uploads = stage.sent(cut);
    stage.start();
    await stage.reach(job, 'uncertain');
    expect(stage.job(job.id).error).toMatchObject({ code: 'RESULT_GONE', advice: 'decide' });
    expect([stage.sent(slim), stage.sent(cut)]).toEqual([1, uploads]);
  });

  test('is made from the task’s result if no local file is left', async ({ stage }) => {
    const { job } = await leftBetweenSteps(stage, skin);
    const folder = workFolder(stage.store.workFolder, job);
    rmSync(folder.stepInput(1));
    rmSync(folder.result(0, 0));
    const queries = stage.server.requestsOf(taskQuery).length;
    stage.start();
    await stage.reach(job, 'done');
    expect(stage.sent(skin)).toBe(1);
    expect(stage.server.requestsOf(taskQuery).length).toBeGreaterThan(queries);
  });
});

/** A job from an earlier start whose downloaded result could not be placed; its folder accepts results again. */
async function leftUnplaced(stage: QueueStage): Promise<Job> {
  await stage.answers(cut, size);
  stage.server.script(`GET /results/${cut}.png`, { status: 500 });
  const job = await stage.add(recipeOf(cut), { size });
  stage.start();
  await stage.clock.until(() => stage.job(job.id).error !== null, 'the trouble with the result');
  await rm(stage.out, { recursive: true });
  writeFileSync(stage.out, 'no folder');
  await stage.answers(cut, size);
  await stage.clock.until(() => stage.job(job.id).state === 'placing' && stage.job(job.id).lease === null, 'placing');
  await stage.queue.stop();
  stage.restart();
  await rm(stage.out);
  await mkdir(stage.out);
  return stage.job(job.id);
}

describe('for a result that waits for its folder', () => {
  test.for(damages)('the copy of the photograph that is %s is made again', async ([, damage], { stage }) => {
    const job = await leftUnplaced(stage);
    const { source } = workFolder(stage.store.workFolder, job);
    expect(existsSync(source)).toBe(true);
    damage(source);
    stage.start();
    await stage.reach(job, 'done');
    expect(await stage.outputs()).toEqual(['photo-1.png']);
    expect(stage.sent(cut)).toBe(1);
  });

  test.for(damages)('the file that is %s is not placed, and is left to the user', async ([, damage], { stage }) => {
    const job = await leftUnplaced(stage);
    damage(workFolder(stage.store.workFolder, job).result(0, 0));
    stage.start();
    await stage.reach(job, 'uncertain');
    expect(stage.job(job.id).error).toMatchObject({ code: 'RESULT_GONE', advice: 'decide' });
    expect(await stage.outputs()).toEqual([]);
    expect(stage.sent(cut)).toBe(1);
  });
});
