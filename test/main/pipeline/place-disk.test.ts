/** Disks and folders that accept no result: nothing is paid twice, and nothing is lost. */

import { rmSync, writeFileSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Output } from '../../../contract/recipes/output.ts';
import {
  cutoutPng,
  post,
  type QueueStage,
  recipeOf,
  success,
  taskQuery,
  test,
} from '../../helpers/queue/queue-stage.ts';
import { messageText } from '../../helpers/run/message-matchers.ts';
import { accepted } from '../../helpers/service/service-answers.ts';

const cutout = (output: Partial<Output> = {}) => recipeOf('portrait-background-removal', output, 'Soft: skin');
const submitSkin = post('smart-skin-advanced');
const submitCutout = post('portrait-background-removal');

/** The cutout succeeds, but during the request a file replaces the output folder. */
async function answersWhileTheFolderGoes(stage: QueueStage): Promise<void> {
  await stage.answers('portrait-background-removal');
  const json = { ...success, data: { image_url: `${stage.server.baseUrl}/results/portrait-background-removal.png` } };
  stage.server.script(submitCutout, {
    json: () => {
      rmSync(stage.out, { recursive: true });
      writeFileSync(stage.out, 'a file where the folder should be');
      return json;
    },
  });
}

const folderTroubles = ({ queue }: QueueStage) => queue.outputs.troubles().map(({ message }) => messageText(message));

describe('a disk that does not accept the result', () => {
  test('is detected before anything is paid, reported once for all jobs, and work resumes automatically', async ({
    stage,
  }) => {
    await stage.answers('portrait-background-removal');
    await writeFile(stage.out, 'a file where the folder should be');
    const jobs = [await stage.add(cutout()), await stage.add(cutout()), await stage.add(cutout())];
    stage.start();
    await stage.clock.until(() => folderTroubles(stage).length > 0, 'the trouble');
    const say = `Results cannot be written to “${stage.out}”: a file exists where the folder should be. Move the file, or choose another folder.`;
    await stage.clock.until(() => jobs.every(({ id }) => stage.job(id).state === 'queued'), 'all to wait');
    const start = stage.clock.monotonic();
    await stage.clock.until(() => stage.clock.monotonic() > start + 120_000, 'two minutes', 5000);
    expect(folderTroubles(stage)).toEqual([say]);
    for (const { id } of jobs) {
      expect(stage.job(id)).toMatchObject({ state: 'queued', error: null, attempts: 0 });
      expect(stage.store.events.ofJob(id).filter(({ kind }) => kind === 'retry' || kind === 'error')).toEqual([]);
    }
    expect(stage.server.requestsOf(submitCutout)).toEqual([]);
    await rm(stage.out);
    for (const job of jobs) await stage.reach(job, 'done');
    expect(folderTroubles(stage)).toEqual([]);
    expect(stage.server.requestsOf(submitCutout)).toHaveLength(3);
  });

  test('costs nothing more once repaired: downloaded results are written', async ({ stage }) => {
    await answersWhileTheFolderGoes(stage);
    const first = await stage.add(cutout());
    stage.start();
    await stage.clock.until(() => folderTroubles(stage).length > 0, 'the trouble');
    const second = await stage.add(cutout());
    // A paid result is never given up, however long that takes, and no more uploads start.
    const start = stage.clock.monotonic();
    await stage.clock.until(() => stage.clock.monotonic() > start + 600_000, 'ten minutes', 5000);
    expect(stage.job(first.id)).toMatchObject({ state: 'placing', error: { kind: 'disk', advice: 'choose-folder' } });
    expect(stage.job(second.id)).toMatchObject({ state: 'queued' });
    const messages = stage.texts(first.id).filter((text) => text.startsWith('Results cannot be written'));
    expect(messages).toHaveLength(1);
    expect(stage.server.requestsOf(submitCutout)).toHaveLength(1);
    await rm(stage.out);
    await stage.answers('portrait-background-removal');
    await stage.reach(first, 'done');
    await stage.reach(second, 'done');
    expect(await stage.outputs()).toEqual(['photo-1.png', 'photo-2.png']);
    expect(stage.server.requestsOf(submitCutout)).toHaveLength(2);
  });

  test('does not block downloads in progress', { tags: ['long'] }, async ({ stage }) => {
    const { server } = stage;
    const image_url = `${server.baseUrl}/results/skin.png`;
    server.script(submitSkin, accepted('task-1'));
    server.script(taskQuery, { json: () => ({ ...success, task_status: 1 }) });
    server.script('GET /results/skin.png', { bytes: await cutoutPng(64, 48), type: 'image/png' });
    const job = await stage.run(recipeOf('smart-skin-advanced'), { until: 'waiting' });
    rmSync(stage.out, { recursive: true });
    writeFileSync(stage.out, 'a file where the folder should be');
    server.script(taskQuery, { json: { ...success, task_status: 2, data: { image_url } } });
    await stage.clock.until(() => folderTroubles(stage).length > 0, 'the trouble');
    expect(stage.job(job.id).state).toBe('placing');
    await rm(stage.out);
    await stage.reach(job, 'done');
  });

  test('does not block jobs that write no file', { tags: ['long'] }, async ({ stage }) => {
    const location = { left: 10, top: 5, width: 20, height: 20, rotation: 3 };
    const body = { ...success, result: { face_num: 1, face_list: [{ face_token: 't', location }] } };
    stage.server.script(post('face-key-points'), { json: body });
    await writeFile(stage.out, 'a file where the folder should be');
    const waits = await stage.add(cutout());
    stage.start();
    await stage.clock.until(() => folderTroubles(stage).length > 0, 'the trouble');
    await stage.reach(await stage.add(recipeOf('face-key-points'), { size: { width: 320, height: 240 } }), 'done');
    expect(stage.job(waits.id).state).toBe('queued');
  });
});

describe('another folder', () => {
  test('receives the result that could not be written, without paying twice', async ({ stage }) => {
    await answersWhileTheFolderGoes(stage);
    const job = await stage.add(cutout());
    stage.start();
    await stage.clock.until(() => stage.job(job.id).error !== null, 'the trouble');
    const elsewhere = join(stage.dir, 'elsewhere');
    // Redirecting has no effect while the job is claimed.
    await stage.clock.until(() => stage.store.actions.redirect([job.id], elsewhere).length === 1, 'the other folder');
    await stage.reach({ id: job.id }, 'done');
    expect(await readdir(elsewhere)).toEqual(['photo-1.png']);
    expect(stage.server.requestsOf(submitCutout)).toHaveLength(1);
    expect(stage.texts(job.id)).toContain(`Results now go to ${elsewhere}.`);
  });
});
