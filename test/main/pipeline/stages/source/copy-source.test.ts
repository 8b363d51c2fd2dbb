import { createHash } from 'node:crypto';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect } from 'vitest';
import { extendedXmp, withSegments } from '../../../../campaign/files/bomb-parts.ts';
import { noisePhoto, recipeOf, test } from '../../../../helpers/queue/queue-stage.ts';

const recipe = recipeOf('portrait-background-removal');

describe('a photograph that changes after it was added', () => {
  test('continues with its new content, and its copy with the old one', async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const first = await stage.add(recipe, { name: 'first' });
    const copy = await stage.addCopy(first, 'copy.jpg');
    expect(copy.follows).toBe(first.id);
    writeFileSync(first.sourcePath, await noisePhoto(80, 40));

    stage.start();
    await stage.reach(first, 'done').catch(() => undefined);
    await stage.reach(copy, 'done');

    expect(stage.job(copy.id)).toMatchObject({ follows: null, contentHash: first.contentHash });
    expect(stage.job(first.id).contentHash).not.toBe(first.contentHash);
    expect(stage.texts(first.id).join()).toContain('has changed since it was added');
  });

  test('is processed with its original content if that is kept', async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const job = await stage.add(recipe);
    stage.server.script('GET /results/portrait-background-removal.png', { status: 404, json: {} });
    stage.start();
    await stage.clock.until(() => stage.job(job.id).state === 'fetching');
    rmSync(job.sourcePath);
    await stage.answers('portrait-background-removal');
    await stage.reach(job, 'done');
    expect(stage.job(job.id).contentHash).toBe(job.contentHash);
  });

  test('is not followed if a link has replaced it', async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const job = await stage.add(recipe);
    const secret = join(dirname(job.sourcePath), '..', 'secret.jpg');
    writeFileSync(secret, await noisePhoto(80, 40));
    rmSync(job.sourcePath);
    symlinkSync(secret, job.sourcePath);
    stage.start();
    await stage.reach(job, 'failed');
    expect(stage.job(job.id).error).toMatchObject({ code: 'SOURCE_REPLACED', advice: 'replace-file' });
    expect(stage.server.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

test('a photograph with excess metadata is completed, and this is reported', async ({ stage }) => {
  await stage.answers('portrait-background-removal');
  const ordinaryJob = await stage.add(recipe, { name: 'usual' });
  const heavy = withSegments(await noisePhoto(64, 48), extendedXmp(9));
  const contentHash = createHash('sha256').update(heavy).digest('hex');
  const job = await stage.add(recipe, { name: 'heavy', item: { contentHash, bytes: heavy.length } });
  writeFileSync(job.sourcePath, heavy);
  stage.start();
  await stage.reach(ordinaryJob, 'done');
  await stage.reach(job, 'done');
  const sentence = 'more than 8 MB of data besides the image';
  expect(stage.texts(job.id).join()).toContain(sentence);
  expect(stage.texts(ordinaryJob.id).join()).not.toContain(sentence);
});
