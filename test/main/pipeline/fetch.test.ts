import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { expect } from 'vitest';
import { workFolder } from '../../../main/pipeline/work-folder.ts';
import { operations } from '../../../preload/contract/operations/table.ts';
import { recipeOf, test } from '../../helpers/queue-stage.ts';
import { png, resultAt } from '../../helpers/service-answers.ts';

const submitCutout = `POST ${operations['portrait-background-removal'].path}`;
const download = 'GET /results/a.png';

test('a job whose work folder was swept makes it anew, and brings its result home', async ({ stage }) => {
  stage.server.script(submitCutout, resultAt(stage, '/results/a.png'));
  stage.server.script(download, { status: 500 });
  const job = await stage.add(recipeOf('portrait-background-removal'));
  stage.start();
  await stage.clock.until(() => stage.job(job.id).error !== null, 'the trouble with the result');
  await stage.queue.stop();
  expect(stage.job(job.id).state).toBe('fetching');
  stage.restart();
  const folder = workFolder(stage.store.workFolder, job);
  await rm(folder.path, { recursive: true });
  stage.start();
  await stage.clock.until(() => existsSync(folder.scratch), 'the work folder');
  stage.server.script(download, await png());
  await stage.reach(job, 'done');
  expect(stage.server.requestsOf(submitCutout)).toHaveLength(1);
  expect(await stage.outputs()).toEqual(['photo-1.png']);
});
