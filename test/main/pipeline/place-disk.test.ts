/** Disks and folders that will not take a result: nothing is paid twice, and nothing is lost. */
import { rmSync, writeFileSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { maxAttempts } from '../../../main/pipeline/backoff.ts';
import { operations } from '../../../preload/contract/operations/table.ts';
import type { Output } from '../../../preload/contract/recipe.ts';
import { type QueueStage, recipeOf, success, test } from '../../helpers/queue-stage.ts';

const cutout = (output: Partial<Output> = {}) => recipeOf('portrait-background-removal', output, 'Soft: skin');
const submitCutout = `POST ${operations['portrait-background-removal'].path}`;

/** The cutout succeeds, but while the photograph is at the service a file takes the place of the output folder. */
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

const retries = (stage: QueueStage, { id }: { id: number }) =>
  stage.store.events.ofJob(id).filter(({ kind }) => kind === 'retry').length;

describe('a disk that will not take the result', () => {
  test('is found out before anything is paid', async ({ stage }) => {
    await writeFile(stage.out, 'a file where the folder should be');
    const job = await stage.add(cutout());
    stage.start();
    const failed = await stage.reach(job, 'failed');
    expect(failed.error).toMatchObject({ kind: 'disk', advice: 'choose-folder' });
    expect(failed.error?.message).toContain(`“${stage.out}”`);
    expect(stage.server.requestsOf(submitCutout)).toEqual([]);
  });

  test('costs nothing more when it is put right: what is at home is written', async ({ stage }) => {
    await answersWhileTheFolderGoes(stage);
    const job = await stage.add(cutout());
    stage.start();
    // However long that takes: it was paid, so it is never given up.
    await stage.clock.until(() => retries(stage, job) > maxAttempts, 'more tries than any other stage has');
    expect(stage.job(job.id)).toMatchObject({ state: 'placing', error: { kind: 'disk', advice: 'choose-folder' } });
    await rm(stage.out);
    await stage.reach({ id: job.id }, 'done');
    expect(await stage.outputs()).toEqual(['photo-1.png']);
    expect(stage.server.requestsOf(submitCutout)).toHaveLength(1);
    expect(stage.server.requestsOf('GET /results/portrait-background-removal.png')).toHaveLength(1);
  });
});

describe('another folder', () => {
  test('takes the result that could not be written, without paying twice', async ({ stage }) => {
    await answersWhileTheFolderGoes(stage);
    const job = await stage.add(cutout());
    stage.start();
    await stage.clock.until(() => stage.job(job.id).error !== null, 'the trouble');
    const elsewhere = join(stage.dir, 'elsewhere');
    // Not while somebody is at work on it.
    await stage.clock.until(() => stage.store.actions.redirect([job.id], elsewhere).length === 1, 'the other folder');
    await stage.reach({ id: job.id }, 'done');
    expect(await readdir(elsewhere)).toEqual(['photo-1.png']);
    expect(stage.server.requestsOf(submitCutout)).toHaveLength(1);
    expect(stage.texts(job.id)).toContain(`Results go to ${elsewhere} now.`);
  });
});
