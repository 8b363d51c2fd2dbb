/** Placing of results: names, formats, sizes and kinds of results. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import type { OperationId } from '../../../../contract/operations/operation-spec.ts';
import type { Output } from '../../../../contract/recipes/output.ts';
import {
  cutoutPng,
  longAfter,
  noisePhoto,
  post,
  type QueueStage,
  recipeOf,
  remoteId,
  success,
  test,
} from '../../../helpers/queue/queue-stage.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { resultAt } from '../../../helpers/service/service-answers.ts';

const cut = 'portrait-background-removal';
const slim = 'smart-face-slimming';
const avatar = 'avatar-extraction';
const cutout = (output: Partial<Output> = {}) => recipeOf(cut, output, 'Soft: skin');
const mask = recipeOf([{ operation: cut, params: { return_form: 'mask' } }]);
const partsOf = (stage: QueueStage, operation: OperationId) =>
  stage.server.requestsOf(post(operation))[0]?.parts() ?? [];
const fieldsOf = (stage: QueueStage, operation: OperationId) => partsOf(stage, operation).map(({ name }) => name);

describe('a result', () => {
  test('is named by the template', async ({ stage }) => {
    await stage.answers(cut);
    const template = '{folder}_{name}_{operation}_{recipe}_{date}_{time}_{counter}';

    await stage.run(cutout({ template }), { name: 'IMG 1' });

    const [name] = await stage.outputs();
    expect(name).toMatch(
      /^photographs_IMG 1_portrait-background-removal_Soft_ skin_2026-0[12]-\d\d_\d\d-\d\d-\d\d_0001\.png$/,
    );
  });

  test('that the rule "skip" would discard is not paid for', async ({ stage }) => {
    await stage.answers(cut);
    await mkdir(stage.out, { recursive: true });
    await writeFile(join(stage.out, 'photo-1.png'), 'mine');

    const job = await stage.run(cutout({ conflict: 'skip' }));

    expect(await stage.outputs()).toEqual(['photo-1.png']);
    expect(await readFile(join(stage.out, 'photo-1.png'), 'utf8')).toBe('mine');
    expect(stage.store.views.byId([job.id])[0]?.resultCount).toBe(0);
    expect(stage.sent(cut)).toBe(0);
    expect(stage.texts(job.id)).toContain('“photo-1.png” already exists, so nothing was sent.');
  });

  test.for([
    ['left out if that cost nothing', false, /^“photo-1.png” already existed, so nothing was saved\.$/],
    [
      'given a number if it was paid',
      true,
      /^“photo-1.png” already existed .*\. The result was saved as “photo-1-2.png”/,
    ],
  ] as const)(
    'whose name is taken during the request is %s, by the rule "skip"',
    async ([, charges, said], { stage }) => {
      stage.store.profiles.save({ ...stage.store.profiles.get(remoteId)!, charges });
      await stage.answers(cut);
      const { json } = resultAt(stage, `/results/${cut}.png`);
      stage.server.script(post(cut), {
        json: () => {
          writeFileSync(join(stage.out, 'photo-1.png'), 'mine');
          return json;
        },
      });

      const job = await stage.run(cutout({ conflict: 'skip' }));

      expect(await readFile(join(stage.out, 'photo-1.png'), 'utf8')).toBe('mine');
      expect(stage.texts(job.id)).toContainEqual(expect.stringMatching(said));
      expect(await stage.outputs()).toEqual(charges ? ['photo-1-2.png', 'photo-1.png'] : ['photo-1.png']);
    },
  );

  test('is never written over a photograph, with no template and by no rule', async ({ stage }) => {
    stage.server.script(post(cut), resultAt(stage, '/results/a.jpg'));
    stage.server.script('GET /results/a.jpg', { bytes: await noisePhoto(64, 48), type: 'image/jpeg' });
    const recipe = cutout({ template: '{name}', conflict: 'replace', format: 'jpeg' });
    const outputFolder = join(stage.dir, 'photographs');
    const add = (name: string) => stage.add(recipe, { name, item: { outputFolder } });
    const jobs = [await add('a'), await add('b')];
    const photographs = () => Promise.all(jobs.map(({ sourcePath }) => readFile(sourcePath)));
    const before = await photographs();

    stage.start();
    for (const job of jobs) await stage.reach(job, 'done');

    expect((await photographs()).map((content, index) => content.equals(before[index]!))).toEqual([true, true]);
    expect((await readdir(outputFolder)).sort()).toEqual(['a-2.jpg', 'a.jpg', 'b-2.jpg', 'b.jpg']);
    expect(stage.texts(jobs[0]!.id)).toContain(
      '“a.jpg” is one of your photographs. The result was saved as “a-2.jpg”.',
    );
  });

  test('is written once, although recording that failed', async ({ stage }) => {
    await stage.answers(cut);
    const job = await stage.add(cutout());
    const database = new Database(join(stage.store.folder, 'burnish.db'));
    const failingTrigger = `CREATE TRIGGER trouble BEFORE INSERT ON results BEGIN SELECT RAISE(ABORT, 'a disk error'); END`;
    database.exec(failingTrigger);
    stage.start();
    await stage.clock.until(() => stage.faults.length > 0, 'the failure');
    expect(await stage.outputs()).toEqual(['photo-1.png']);

    database.exec('DROP TRIGGER trouble');
    database.close();
    await stage.clock.until(() => ['failed', 'done'].includes(stage.job(job.id).state), 'the end');
    stage.store.actions.retry([job.id]);
    await stage.reach(job, 'done');

    expect(await stage.outputs()).toEqual(['photo-1.png']);
    expect(stage.sent(cut)).toBe(1);
    expect(await stage.store.results.ofJob(job.id)).toHaveLength(1);
  });

  const formats = [
    ['auto', 'photo-1.png', 'png'],
    ['jpeg', 'photo-1.jpg', 'jpeg'],
    ['png', 'photo-1.png', 'png'],
    ['webp', 'photo-1.webp', 'webp'],
    ['tiff', 'photo-1.tif', 'tiff'],
  ] as const;
  for (const [tags, rows] of longAfter(2, formats))
    test.for(rows)('has the format of the recipe: %s', { tags }, async ([format, name, found], { stage }) => {
      await stage.answers(cut);

      await stage.run(cutout({ format }));

      expect(await stage.outputs()).toEqual([name]);
      expect(await sharp(join(stage.out, name)).metadata()).toMatchObject({ format: found, width: 64, height: 48 });
    });

  test('is recognized as the app’s own by its content', async ({ stage }) => {
    await stage.answers(cut);

    const job = await stage.run(cutout());

    const path = join(stage.out, 'photo-1.png');
    const hash = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    expect(stage.store.writtenFiles.isOwn(hash, '/elsewhere.png')).toBe(true);
    expect(stage.store.writtenFiles.isOwn(job.contentHash, job.sourcePath)).toBe(false);
    const [result] = await stage.store.results.ofJob(job.id);
    expect(result).toMatchObject({ kind: 'image', path, present: true, width: 64, height: 48 });
    await rm(path);
    expect((await stage.store.results.get(result!.id))?.present).toBe(false);
  });
});

describe('a photograph over the operation’s maximum size', () => {
  const size = { width: 2200, height: 1100 };
  const cutAtLimit = (stage: QueueStage) => stage.answers(cut, { width: 1999, height: 1000 });

  test('is sent scaled, and its cutout comes back at full size', async ({ stage }) => {
    await cutAtLimit(stage);

    const job = await stage.run(cutout(), { size });

    expect(await sharp(join(stage.out, 'photo-1.png')).metadata()).toMatchObject({ ...size, channels: 4 });
    expect(stage.texts(job.id).join()).toContain('Scaled from 2200 × 1100 to 1999 × 1000 px.');
    expect(stage.store.stepRuns.ofJob(job.id)[0]).toMatchObject({ uploadWidth: 1999, uploadHeight: 1000 });
  });

  test('gets a local mask from a plain cutout', { tags: ['long'] }, async ({ stage }) => {
    await cutAtLimit(stage);

    await stage.run(mask, { size });

    expect(fieldsOf(stage, cut)).toEqual(['image']);
    const meta = await sharp(join(stage.out, 'photo-1.png')).metadata();
    expect(meta).toMatchObject({ ...size, channels: 1, space: 'b-w' });
  });

  test('is rejected if the recipe allows no fitting', { tags: ['long'] }, async ({ stage }) => {
    const { error } = await stage.run({ ...cutout(), fit: false }, { size, until: 'failed' });

    expect(error).toMatchObject({ kind: 'input', advice: 'edit-recipe' });
    expect(messageText(error?.message)).toContain('“photo-1.jpg”');
    expect(stage.sent(cut)).toBe(0);
  });
});

describe('other kinds of results', () => {
  test('the form of an unscaled photograph’s result comes from the service', { tags: ['long'] }, async ({ stage }) => {
    await stage.answers(cut);

    await stage.run(mask);

    expect(fieldsOf(stage, cut)).toEqual(['return_form', 'image']);
  });

  /** Scripts a response with these elements. */
  const answersElements = (stage: QueueStage, ...elements: { name: string; [field: string]: unknown }[]) =>
    stage.server.script(post(avatar), {
      json: {
        ...success,
        data: {
          elements: elements.map(({ name, ...more }) => ({
            image_url: `${stage.server.baseUrl}/results/${name}.png`,
            ...more,
          })),
        },
      },
    });

  test('elements become one file each, with their location in the photograph', async ({ stage }) => {
    const boxes = [1, 30].map((x) => ({ x, y: 2, width: 20, height: 10 }));
    answersElements(stage, { name: 'a', ...boxes[0] }, { name: 'b', ...boxes[1] });
    stage.server.script('GET /results/*', { bytes: await cutoutPng(20, 10), type: 'image/png' });

    const job = await stage.run(recipeOf(avatar));

    expect(await stage.outputs()).toEqual(['photo-1-1.png', 'photo-1-2.png']);
    const results = await stage.store.results.ofJob(job.id);
    expect(results.map(({ element, box }) => [element, box])).toEqual([
      ['1', boxes[0]],
      ['2', boxes[1]],
    ]);
  });

  test('an element without a location is positioned if its size allows, or else kept unchanged', {
    tags: ['long'],
  }, async ({ stage }) => {
    answersElements(stage, { name: 'whole' }, { name: 'head' });
    const head = await cutoutPng(20, 30);
    stage.server.script('GET /results/whole.png', { bytes: await cutoutPng(64, 48), type: 'image/png' });
    stage.server.script('GET /results/head.png', { bytes: head, type: 'image/png' });

    const job = await stage.run(recipeOf(avatar));

    const results = await stage.store.results.ofJob(job.id);
    expect(results).toMatchObject([
      { width: 64, height: 48, box: null },
      { width: 20, height: 30, box: null },
    ]);
    const decoded = (png: string | Buffer) => sharp(png).raw().toBuffer();
    expect(await decoded(results[1]!.path!)).toEqual(await decoded(head));
  });

  test('an element without a location determines the scale of its source picture', async ({ stage }) => {
    answersElements(stage, { name: 'head', width: 20 });
    stage.server.script('GET /results/head.png', { bytes: await cutoutPng(20, 30), type: 'image/png' });

    const job = await stage.run(recipeOf(avatar), { size: { width: 2400, height: 300 } });

    const { width } = await sharp(partsOf(stage, avatar)[0]!.bytes).metadata();
    expect(width).toBeLessThan(2000);
    const percent = Math.round((width / 2400) * 100);
    expect(stage.texts(job.id).join(' ')).toContain(`cut from a picture at ${percent}% of the photograph’s size.`);
  });

  test('an analysis is kept completely, and read in px of the photograph', async ({ stage }) => {
    const location = { left: 100, top: 50, width: 200, height: 200, rotation: 3 };
    const body = { ...success, result: { face_num: 1, face_list: [{ face_token: 't', location }] }, extra: ['kept'] };
    stage.server.script(post('face-key-points'), { json: body });

    // The maximum is below 1920 × 1080, so 1918 × 959 px are sent.
    const job = await stage.run(recipeOf('face-key-points'), { size: { width: 3836, height: 1918 } });

    const [result] = await stage.store.results.ofJob(job.id);
    expect(result).toMatchObject({ kind: 'analysis', path: null, present: true });
    expect(stage.store.results.raw(result!.id)).toEqual(body);
    const view = stage.store.results.analysis(result!.id);
    expect(view).toMatchObject({ width: 3836, height: 1918, operation: 'face-key-points' });
    const upload = stage.store.stepRuns.ofJob(job.id)[0];
    const found = (view!.body as typeof body).result.face_list[0]?.location;
    expect(found?.left).toBeCloseTo((100 * 3836) / upload!.uploadWidth!, 5);
    expect(found?.rotation).toBe(3);
    expect(await stage.outputs()).toEqual([]);
  });

  test('a reference photograph is sent with the first', async ({ stage }) => {
    const reference = join(stage.dir, 'brows.jpg');
    await writeFile(reference, await noisePhoto(80, 80));
    stage.server.script(post('ai-eyebrows'), {
      status: 422,
      json: { error_detail: { code: 'ERROR_NO_FACE_IN_FILE' } },
    });

    await stage.run(recipeOf([{ operation: 'ai-eyebrows', reference }]), { until: 'failed' });

    expect(fieldsOf(stage, 'ai-eyebrows')).toEqual(['image', 'reference_image']);
  });
});

describe('a recipe of two steps', () => {
  const recipe = recipeOf([{ operation: slim }, { operation: cut }]);
  const size = { width: 300, height: 200 };

  test('feeds the image of the first to the second', async ({ stage }) => {
    const slimmed = await stage.answers(slim, size);
    await stage.answers(cut, size);

    const job = await stage.run(recipe, { size });

    const sent = partsOf(stage, cut).find(({ name }) => name === 'image');
    expect(Buffer.from(sent!.bytes).equals(slimmed)).toBe(true);
    expect(await stage.outputs()).toEqual(['photo-1.png']);
    expect(stage.store.stepRuns.ofJob(job.id).map(({ operation }) => operation)).toEqual([slim, cut]);
    expect(job).toMatchObject({ step: 1, operation: cut, attempts: 1 });
  });

  test('does not repeat the first when the second fails', async ({ stage }) => {
    await stage.answers(slim, size);
    stage.server.script(post(cut), { status: 422, json: { error_detail: { code: 'ERROR_NO_FACE_IN_FILE' } } });
    const job = await stage.run(recipe, { size, until: 'failed' });

    await stage.answers(cut, size);
    stage.store.actions.retry([job.id]);
    await stage.reach(job, 'done');

    expect(stage.sent(slim)).toBe(1);
    await stage.queue.drained();
    expect(await stage.workFolders()).toEqual([]);
  });
});

describe('the photograph', () => {
  test('is processed with its content at the start, even if it is removed', async ({ stage }) => {
    await stage.answers(cut);
    const { json } = resultAt(stage, `/results/${cut}.png`);
    const job = await stage.add(cutout());
    stage.server.script(post(cut), {
      json: () => {
        rmSync(job.sourcePath);
        return json;
      },
    });

    stage.start();
    await stage.reach(job, 'done');
  });

  test.for([251, 255])('can have a name of %d bytes', { tags: ['long'] }, async (bytes, { stage }) => {
    await stage.answers(cut);

    await stage.run(cutout(), { name: 'x'.repeat(bytes - '.jpg'.length) });

    expect(await stage.outputs()).toHaveLength(1);
  });

  const troubles: [string, RegExp, (path: string) => void][] = [
    ['is missing', /“photo-1.jpg” is missing/, (path) => rmSync(path)],
    ['is damaged', /“photo-1.jpg” is damaged/, (path) => truncateSync(path, 700)],
    [
      'has become a pipe, which does not block',
      /“photo-1.jpg” is missing/,
      (path) => {
        rmSync(path);
        execFileSync('mkfifo', [path]);
      },
    ],
  ];
  for (const [tags, rows] of longAfter(2, troubles))
    test.for(rows)('that %s at the start fails with its name', { tags }, async ([, message, spoil], { stage }) => {
      const job = await stage.add(cutout());
      spoil(job.sourcePath);

      stage.start();
      const { error } = await stage.reach(job, 'failed');

      expect(error).toMatchObject({ kind: 'input', advice: 'replace-file' });
      expect(messageText(error?.message)).toMatch(message);
    });
});
