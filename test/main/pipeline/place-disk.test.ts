/** Disks and folders that accept no result: nothing is paid twice, and nothing is lost. */

import { rmSync, writeFileSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
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
import { accepted, resultAt } from '../../helpers/service/service-answers.ts';

const cut = 'portrait-background-removal';

/** The cutout succeeds, but during the request a file replaces the output folder. */
async function answersWhileTheFolderGoes(stage: QueueStage): Promise<void> {
  await stage.answers(cut);
  const { json } = resultAt(stage, `/results/${cut}.png`);
  stage.server.script(post(cut), {
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
    await stage.answers(cut);
    await writeFile(stage.out, 'a file where the folder should be');
    const jobs = [await stage.add(recipeOf(cut)), await stage.add(recipeOf(cut)), await stage.add(recipeOf(cut))];
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
    expect(stage.sent(cut)).toBe(0);
    await rm(stage.out);
    for (const job of jobs) await stage.reach(job, 'done');
    expect(folderTroubles(stage)).toEqual([]);
    expect(stage.sent(cut)).toBe(3);
  });

  test('costs nothing more once repaired: downloaded results are written', async ({ stage }) => {
    await answersWhileTheFolderGoes(stage);
    const first = await stage.add(recipeOf(cut));
    stage.start();
    await stage.clock.until(() => folderTroubles(stage).length > 0, 'the trouble');
    const second = await stage.add(recipeOf(cut));
    // A paid result is never given up, however long that takes, and no more uploads start.
    const start = stage.clock.monotonic();
    await stage.clock.until(() => stage.clock.monotonic() > start + 600_000, 'ten minutes', 5000);
    expect(stage.job(first.id)).toMatchObject({ state: 'placing', error: { kind: 'disk', advice: 'choose-folder' } });
    expect(stage.job(second.id)).toMatchObject({ state: 'queued' });
    const messages = stage.texts(first.id).filter((text) => text.startsWith('Results cannot be written'));
    expect(messages).toHaveLength(1);
    expect(stage.sent(cut)).toBe(1);
    await rm(stage.out);
    await stage.answers(cut);
    await stage.reach(first, 'done');
    await stage.reach(second, 'done');
    expect(await stage.outputs()).toEqual(['photo-1.png', 'photo-2.png']);
    expect(stage.sent(cut)).toBe(2);
  });

  test('does not block downloads in progress', { tags: ['long'] }, async ({ stage }) => {
    const { server } = stage;
    const image_url = `${server.baseUrl}/results/skin.png`;
    server.script(post('smart-skin-advanced'), accepted('task-1'));
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
});

describe('another folder', () => {
  test('receives the result that could not be written, without paying twice', async ({ stage }) => {
    await answersWhileTheFolderGoes(stage);
    const job = await stage.add(recipeOf(cut));
    stage.start();
    await stage.clock.until(() => stage.job(job.id).error !== null, 'the trouble');
    const elsewhere = join(stage.dir, 'elsewhere');
    // Redirecting has no effect while the job is claimed.
    await stage.clock.until(() => stage.store.actions.redirect([job.id], elsewhere).length === 1, 'the other folder');
    await stage.reach({ id: job.id }, 'done');
    expect(await readdir(elsewhere)).toEqual(['photo-1.png']);
    expect(stage.sent(cut)).toBe(1);
    expect(stage.texts(job.id)).toContain(`Results now go to ${elsewhere}.`);
  });
});
