/** Downloaded results after a damaged database has lost the fit of their photographs. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import type { OperationId } from '../../../../../contract/operations/operation-spec.ts';
import type { Size } from '../../../../../main/imaging/size.ts';
import { place } from '../../../../../main/pipeline/stages/place.ts';
import type { StepResponse } from '../../../../../main/pipeline/stages/stage-types.ts';
import { makeWorkFolder } from '../../../../../main/pipeline/stages/work/work-folder.ts';
import type { Job } from '../../../../../main/store/index.ts';
import { paperJob, recipeOf } from '../../../../helpers/queue/queue-stage.ts';
import { messageText } from '../../../../helpers/run/message-matchers.ts';
import { end, texts, toolsFor } from '../../../../helpers/store/placing.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const size = { width: 60, height: 40 };
const half = { width: 30, height: 20 };
const notice =
  'The database was damaged, so it is unknown how the photograph was fitted for the service. The result has the photograph’s size and was kept as received.';

interface Case {
  readonly upload?: Size;
  readonly result?: Size;
  readonly steps?: Parameters<typeof recipeOf>[0];
  readonly analysis?: unknown;
}

/** Adds a job whose result is downloaded; its photograph is blue, and its result red. */
async function atHome(stage: StoreStage, { upload = size, result = size, ...more }: Case): Promise<Job> {
  const { store } = stage;
  const draw = (of: Size, background: string) =>
    sharp({ create: { ...of, channels: 3, background } })
      .png()
      .toBuffer();
  const photograph = await draw(size, '#0000ff');
  const item = paperJob('a', recipeOf(more.steps ?? 'portrait-background-removal'), {
    outputFolder: join(stage.folder, 'out'),
    contentHash: createHash('sha256').update(photograph).digest('hex'),
  });
  const { jobIds } = store.jobs.add({ title: 'a', origin: 'drop', folderId: null }, [item]);
  const job = stage.bring(jobIds[0] ?? 0, 'placing');
  const { folder } = toolsFor(stage, job);
  await makeWorkFolder(folder);
  writeFileSync(folder.source, photograph);
  writeFileSync(folder.result(0, 0), await draw(result, '#ff0000'));
  const scale = upload.width / size.width;
  const image = { path: folder.source, format: 'png', bytes: 1, ...upload, original: size, scale, steps: [] };
  store.stepRuns.prepared(job.id, 0, {
    ...{ operation: job.operation, fitted: [], uploadWidth: upload.width, uploadHeight: upload.height },
    fit: { uploads: { image }, localForm: null },
  });
  const answer: StepResponse =
    more.analysis === undefined
      ? { files: [{ from: { path: folder.result(0, 0) }, element: '', box: null }] }
      : { files: [], analysis: more.analysis };
  store.stepRuns.answered(job.id, 0, answer);
  const database = new Database(store.file);
  database.exec(`UPDATE step_runs SET fit = replace(fit, '"steps":', '"stexs":')`);
  database.close();
  return job;
}

async function placed(stage: StoreStage, job: Job): Promise<Job> {
  await end(stage.store, job, await place(job, toolsFor(stage, job)));
  return stage.job(job.id);
}

/** Returns the first pixel of the file as `#rrggbb`. */
async function colorOf(path: string): Promise<string> {
  const pixels = await sharp(path).removeAlpha().raw().toBuffer();
  return `#${pixels.subarray(0, 3).toString('hex')}`;
}

describe('a result without the fit of its photograph', () => {
  test('is kept unchanged if it has the photograph’s size, and this is reported', async ({ stage }) => {
    const job = await atHome(stage, {});
    expect((await placed(stage, job)).state).toBe('done');
    expect(await colorOf(join(stage.folder, 'out', 'a.png'))).toBe('#ff0000');
    expect(texts(stage.store, job)).toContain(notice);
  });

  test('is the input of the next step, by the same rule', async ({ stage }) => {
    const steps = [{ operation: 'portrait-background-removal' }, { operation: 'smart-beauty' }] as const;
    const job = await atHome(stage, { steps });
    expect(await placed(stage, job)).toMatchObject({ state: 'queued', step: 1 });
    expect(await colorOf(toolsFor(stage, job).folder.stepInput(1))).toBe('#ff0000');
    expect(texts(stage.store, job)).toContain(notice);
  });

  const form = (operation: OperationId, return_form: string) => [{ operation, params: { return_form } }];
  test.for<[string, Case]>([
    ['the result is smaller', { result: half }],
    ['the upload was smaller', { upload: half }],
    ['the form that was asked for may be left to make', { steps: form('portrait-background-removal', 'mask') }],
  ])('waits for the user’s decision if %s', async ([, how], { stage }) => {
    const job = await placed(stage, await atHome(stage, how));
    expect(job).toMatchObject({ state: 'uncertain', error: { code: 'FIT_LOST', advice: 'decide' } });
    expect(messageText(job.error!.message)).toContain('it is unknown how the photograph was fitted for the service');
    const out = join(stage.folder, 'out');
    expect(existsSync(out) ? readdirSync(out) : []).toEqual([]);
  });

  test('is placed normally if it is never scaled to the photograph’s size', async ({ stage }) => {
    const job = await atHome(stage, { steps: 'ai-lip-bite-expressions', result: half });
    expect((await placed(stage, job)).state).toBe('done');
    expect(texts(stage.store, job)).not.toContain(notice);
  });

  test('gives an analysis of it in px of the photograph', async ({ stage }) => {
    const analysis = { face_rectangle: { left: 3, top: 2, width: 10, height: 8 } };
    const job = await atHome(stage, { steps: 'skin-analysis', upload: half, analysis });
    expect((await placed(stage, job)).state).toBe('done');
    const [found] = await stage.store.results.ofJob(job.id);
    expect(stage.store.results.analysis(found!.id)).toMatchObject({
      ...size,
      body: { face_rectangle: { left: 6, top: 4, width: 20, height: 16 } },
    });
  });
});
