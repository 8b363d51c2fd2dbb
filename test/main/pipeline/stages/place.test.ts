/** Placing of results: names, folders, formats, sizes, and disks that accept none. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { operations } from '../../../../contract/operations/table.ts';
import type { Output } from '../../../../contract/recipes/output.ts';
import { cutoutPng, noisePhoto, type QueueStage, recipeOf, success, test } from '../../../helpers/queue/queue-stage.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

const cutout = (output: Partial<Output> = {}) => recipeOf('portrait-background-removal', output, 'Soft: skin');
const submitCutout = `POST ${operations['portrait-background-removal'].path}`;

describe('a result', () => {
  test('is named by the template', async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const template = '{folder}_{name}_{operation}_{recipe}_{date}_{time}_{counter}';
    const job = await stage.add(cutout({ template }), { name: 'IMG 1' });
    stage.start();
    await stage.reach(job, 'done');
    const [name] = await stage.outputs();
    const pattern =
      /^photographs_IMG 1_portrait-background-removal_Soft_ skin_2026-0[12]-\d\d_\d\d-\d\d-\d\d_0001\.png$/;
    expect(name).toMatch(pattern);
  });

  test('is stored in the source’s subfolder, or in none, and never above the output folder', {
    tags: ['long'],
  }, async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const item = { relativeFolder: join('day 1', 'raw') };
    const mirrored = await stage.add(cutout(), { name: 'a', item });
    const flat = await stage.add(cutout({ mirror: false }), { name: 'b', item });
    const outside = await stage.add(cutout(), { name: 'c', item: { relativeFolder: '../../elsewhere' } });
    stage.start();
    for (const job of [mirrored, flat, outside]) await stage.reach(job, 'done');
    expect(await stage.outputs()).toEqual(['b.png', join('day 1', 'raw', 'a.png'), join('elsewhere', 'c.png')]);
  });

  test.for([
    ['number', ['photo-1-2.png', 'photo-1-3.png', 'photo-1.png']],
    ['skip', ['photo-1.png']],
    ['replace', ['photo-1-2.png', 'photo-1-3.png', 'photo-1.png']],
  ] as const)(
    'leaves existing files unchanged, by the rule for existing names: %s',
    async ([conflict, names], { stage }) => {
      await stage.answers('portrait-background-removal');
      await mkdir(stage.out, { recursive: true });
      await writeFile(join(stage.out, 'photo-1.png'), 'mine');
      const recipe = cutout({ conflict });
      stage.start();
      const first = await stage.add(recipe, { name: 'photo-1' });
      await stage.reach(first, 'done');
      const second = await stage.add(recipe, { name: 'photo-1' });
      await stage.reach(second, 'done');
      expect(await stage.outputs()).toEqual(names);
      expect(await readFile(join(stage.out, 'photo-1.png'), 'utf8')).toBe('mine');
      expect(stage.store.views.byId([first.id])[0]?.resultCount).toBe(conflict === 'skip' ? 0 : 1);
      // A result that would be discarded is not paid for.
      expect(stage.server.requestsOf(submitCutout)).toHaveLength(conflict === 'skip' ? 0 : 2);
      const text = '“photo-1.png” already exists, so nothing was sent.';
      expect(stage.texts(first.id).includes(text)).toBe(conflict === 'skip');
    },
  );

  test.for([
    ['left out where that cost nothing', false, '“photo-1.png” already existed, so nothing was saved.'],
    [
      'given a number where it was paid',
      true,
      expect.stringMatching(/^“photo-1.png” already existed .*\. The result was saved as “photo-1-2.png”\.$/),
    ],
  ] as const)(
    'whose name is taken during the request is %s, by the rule "skip"',
    async ([, charges, said], { stage }) => {
      stage.store.profiles.save({ ...stage.store.profiles.get('remote')!, charges });
      await stage.answers('portrait-background-removal');
      const json = {
        ...success,
        data: { image_url: `${stage.server.baseUrl}/results/portrait-background-removal.png` },
      };
      const job = await stage.add(cutout({ conflict: 'skip' }));
      stage.server.script(submitCutout, {
        json: () => {
          writeFileSync(join(stage.out, 'photo-1.png'), 'mine');
          return json;
        },
      });
      stage.start();
      await stage.reach(job, 'done');
      expect(await readFile(join(stage.out, 'photo-1.png'), 'utf8')).toBe('mine');
      expect(stage.texts(job.id)).toContainEqual(said);
      expect(await stage.outputs()).toEqual(charges ? ['photo-1-2.png', 'photo-1.png'] : ['photo-1.png']);
    },
  );

  test('is never written over a photograph, with no template and by no rule', async ({ stage }) => {
    stage.server.script(submitCutout, {
      json: { ...success, data: { image_url: `${stage.server.baseUrl}/results/a.jpg` } },
    });
    stage.server.script('GET /results/a.jpg', { bytes: await noisePhoto(64, 48), type: 'image/jpeg' });
    const recipe = cutout({ template: '{name}', conflict: 'replace', format: 'jpeg' });
    const outputFolder = join(stage.dir, 'photographs');
    const jobs = [await stage.add(recipe, { name: 'a', item: { outputFolder } })];
    jobs.push(await stage.add(recipe, { name: 'b', item: { outputFolder } }));
    const before = await Promise.all(jobs.map(({ sourcePath }) => readFile(sourcePath)));
    stage.start();
    for (const job of jobs) await stage.reach(job, 'done');
    const after = await Promise.all(jobs.map(({ sourcePath }) => readFile(sourcePath)));
    expect(after.map((content, index) => content.equals(before[index]!))).toEqual([true, true]);
    expect((await readdir(outputFolder)).sort()).toEqual(['a-2.jpg', 'a.jpg', 'b-2.jpg', 'b.jpg']);
    expect(stage.texts(jobs[0]!.id)).toContain(
      '“a.jpg” is one of your photographs. The result was saved as “a-2.jpg”.',
    );
  });

  test('replaces the previous one if the recipe has that rule and the photograph is added again', {
    tags: ['long'],
  }, async ({ stage }) => {
    const old = await stage.answers('portrait-background-removal');
    const job = await stage.add(cutout({ conflict: 'replace' }));
    stage.start();
    await stage.reach(job, 'done');
    const renewed = await stage.answers('portrait-background-removal');
    const [id = 0] = stage.store.jobs.addAgain([job.id]).jobIds;
    await stage.reach({ id }, 'done');
    expect(await stage.outputs()).toEqual(['photo-1-2.png', 'photo-1.png']);
    const pixels = async (from: string | Buffer) => sharp(from).raw().toBuffer();
    expect(await pixels(join(stage.out, 'photo-1.png'))).toEqual(await pixels(renewed));
    expect(await pixels(join(stage.out, 'photo-1-2.png'))).toEqual(await pixels(old));
  });

  test('is placed even if a damaged database has lost the fit of its photograph', { tags: ['long'] }, async ({
    stage,
  }) => {
    await stage.answers('portrait-background-removal');
    const image_url = `${stage.server.baseUrl}/results/portrait-background-removal.png`;
    stage.server.script(submitCutout, {
      json: () => {
        const database = new Database(join(stage.store.folder, 'burnish.db'));
        database.exec(`UPDATE step_runs SET fit = replace(fit, '"steps":', '"stexs":')`);
        database.close();
        return { ...success, data: { image_url } };
      },
    });
    const job = await stage.add(cutout());
    stage.start();
    await stage.reach(job, 'done');
    expect(await stage.outputs()).toHaveLength(1);
  });

  test('is written once, although recording that failed', async ({ stage }) => {
    await stage.answers('portrait-background-removal');
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
    expect(stage.server.requestsOf(submitCutout)).toHaveLength(1);
    expect(await stage.store.results.ofJob(job.id)).toHaveLength(1);
  });

  const formats = [
    ['auto', '.png', 'png'],
    ['png', '.png', 'png'],
    ['jpeg', '.jpg', 'jpeg'],
    ['webp', '.webp', 'webp'],
    ['tiff', '.tif', 'tiff'],
  ] as const;
  const checkFormat = async (
    [format, extension, found]: (typeof formats)[number],
    { stage }: { stage: QueueStage },
  ) => {
    await stage.answers('portrait-background-removal');
    const job = await stage.add(cutout({ format }));
    stage.start();
    await stage.reach(job, 'done');
    expect(await stage.outputs()).toEqual([`photo-1${extension}`]);
    const meta = await sharp(join(stage.out, `photo-1${extension}`)).metadata();
    expect([meta.format, meta.width, meta.height]).toEqual([found, 64, 48]);
  };
  test.for(formats.slice(0, 3))('has the format of the recipe: %s', checkFormat);
  test.for(formats.slice(3))('has the format of the recipe: %s', { tags: ['long'] }, checkFormat);

  test('is recognized as the app’s own by its content', async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const job = await stage.add(cutout());
    stage.start();
    await stage.reach(job, 'done');
    const hash = createHash('sha256')
      .update(await readFile(join(stage.out, 'photo-1.png')))
      .digest('hex');
    expect(stage.store.writtenFiles.isOwn(hash, '/elsewhere.png')).toBe(true);
    expect(stage.store.writtenFiles.isOwn(job.contentHash, job.sourcePath)).toBe(false);
    const [result] = await stage.store.results.ofJob(job.id);
    expect(result).toMatchObject({
      kind: 'image',
      path: join(stage.out, 'photo-1.png'),
      present: true,
      width: 64,
      height: 48,
    });
    await rm(join(stage.out, 'photo-1.png'));
    expect((await stage.store.results.get(result!.id))?.present).toBe(false);
  });
});

describe('a photograph over the operation’s maximum size', () => {
  const size = { width: 2200, height: 1100 };
  const cutAtLimit = async (stage: QueueStage) => {
    const png = await cutoutPng(1999, 1000);
    stage.server.script(submitCutout, {
      json: { ...success, data: { image_url: `${stage.server.baseUrl}/results/a.png` } },
    });
    stage.server.script('GET /results/a.png', { bytes: png, type: 'image/png' });
  };
  const sentFields = (stage: QueueStage) =>
    stage.server
      .requestsOf(submitCutout)[0]
      ?.parts()
      .map(({ name }) => name);

  test('is sent scaled, and its cutout comes back at full size', async ({ stage }) => {
    await cutAtLimit(stage);
    const job = await stage.add(cutout(), { size });
    stage.start();
    await stage.reach(job, 'done');
    const meta = await sharp(join(stage.out, 'photo-1.png')).metadata();
    expect([meta.width, meta.height, meta.channels]).toEqual([2200, 1100, 4]);
    expect(stage.texts(job.id).join()).toContain('Scaled from 2200 × 1100 to 1999 × 1000 px.');
    expect(stage.store.stepRuns.ofJob(job.id)[0]).toMatchObject({ uploadWidth: 1999, uploadHeight: 1000 });
  });

  test('gets a local mask from a plain cutout', { tags: ['long'] }, async ({ stage }) => {
    await cutAtLimit(stage);
    const recipe = recipeOf([{ operation: 'portrait-background-removal', params: { return_form: 'mask' } }]);
    const job = await stage.add(recipe, { size });
    stage.start();
    await stage.reach(job, 'done');
    expect(sentFields(stage)).toEqual(['image']);
    const meta = await sharp(join(stage.out, 'photo-1.png')).metadata();
    expect([meta.width, meta.height, meta.channels, meta.space]).toEqual([2200, 1100, 1, 'b-w']);
  });

  test('is rejected if the recipe allows no fitting', { tags: ['long'] }, async ({ stage }) => {
    const job = await stage.add({ ...cutout(), fit: false }, { size });
    stage.start();
    const failed = await stage.reach(job, 'failed');
    expect(failed.error).toMatchObject({ kind: 'input', advice: 'edit-recipe' });
    expect(messageText(failed.error?.message)).toContain('“photo-1.jpg”');
    expect(stage.server.requestsOf(submitCutout)).toEqual([]);
  });
});

describe('other kinds of results', () => {
  test('the form of an unscaled photograph’s result comes from the service', { tags: ['long'] }, async ({ stage }) => {
    const mask = await sharp(await noisePhoto(64, 48))
      .greyscale()
      .png()
      .toBuffer();
    stage.server.script(submitCutout, {
      json: { ...success, data: { image_url: `${stage.server.baseUrl}/results/m.png` } },
    });
    stage.server.script('GET /results/m.png', { bytes: mask, type: 'image/png' });
    const job = await stage.add(
      recipeOf([{ operation: 'portrait-background-removal', params: { return_form: 'mask' } }]),
    );
    stage.start();
    await stage.reach(job, 'done');
    expect(
      stage.server
        .requestsOf(submitCutout)[0]
        ?.parts()
        .map(({ name }) => name),
    ).toEqual(['return_form', 'image']);
  });

  test('elements become one file each, with their location in the photograph', async ({ stage }) => {
    const element = (x: number) => ({
      image_url: `${stage.server.baseUrl}/results/${x}.png`,
      x,
      y: 2,
      width: 20,
      height: 10,
    });
    stage.server.script(`POST ${operations['avatar-extraction'].path}`, {
      json: { ...success, data: { elements: [element(1), element(30)] } },
    });
    stage.server.script('GET /results/*', { bytes: await cutoutPng(20, 10), type: 'image/png' });
    const job = await stage.add(recipeOf('avatar-extraction'));
    stage.start();
    await stage.reach(job, 'done');
    expect(await stage.outputs()).toEqual(['photo-1-1.png', 'photo-1-2.png']);
    const results = await stage.store.results.ofJob(job.id);
    expect(results.map((result) => [result.element, result.box])).toEqual([
      ['1', { x: 1, y: 2, width: 20, height: 10 }],
      ['2', { x: 30, y: 2, width: 20, height: 10 }],
    ]);
  });

  test('an element without a location is positioned if its size allows, or else kept unchanged', {
    tags: ['long'],
  }, async ({ stage }) => {
    const element = (name: string) => ({ image_url: `${stage.server.baseUrl}/results/${name}.png` });
    stage.server.script(`POST ${operations['avatar-extraction'].path}`, {
      json: { ...success, data: { elements: [element('whole'), element('head')] } },
    });
    stage.server.script('GET /results/whole.png', { bytes: await cutoutPng(64, 48), type: 'image/png' });
    const head = await cutoutPng(20, 30);
    stage.server.script('GET /results/head.png', { bytes: head, type: 'image/png' });
    const job = await stage.add(recipeOf('avatar-extraction'));
    stage.start();
    await stage.reach(job, 'done');
    const results = await stage.store.results.ofJob(job.id);
    expect(results.map(({ width, height, box }) => [width, height, box])).toEqual([
      [64, 48, null],
      [20, 30, null],
    ]);
    const decoded = async (png: string | Buffer) => sharp(png).raw().toBuffer();
    expect(await decoded(results[1]!.path!)).toEqual(await decoded(head));
  });

  test('an element without a location determines the scale of its source picture', async ({ stage }) => {
    stage.server.script(`POST ${operations['avatar-extraction'].path}`, {
      json: { ...success, data: { elements: [{ image_url: `${stage.server.baseUrl}/results/head.png`, width: 20 }] } },
    });
    stage.server.script('GET /results/head.png', { bytes: await cutoutPng(20, 30), type: 'image/png' });
    const job = await stage.add(recipeOf('avatar-extraction'), { size: { width: 2400, height: 300 } });
    stage.start();
    await stage.reach(job, 'done');
    const [upload] = stage.server.requestsOf(`POST ${operations['avatar-extraction'].path}`);
    const { width } = await sharp(upload!.parts()[0]!.bytes).metadata();
    expect(width).toBeLessThan(2000);
    const percent = Math.round((width / 2400) * 100);
    expect(stage.texts(job.id).join(' ')).toContain(`cut from a picture at ${percent}% of the photograph’s size.`);
  });

  test('an analysis is kept completely, and read in px of the photograph', async ({ stage }) => {
    const location = { left: 100, top: 50, width: 200, height: 200, rotation: 3 };
    const body = { ...success, result: { face_num: 1, face_list: [{ face_token: 't', location }] }, extra: ['kept'] };
    stage.server.script(`POST ${operations['face-key-points'].path}`, { json: body });
    // The maximum is below 1920 × 1080, so 1918 × 959 px are sent.
    const job = await stage.add(recipeOf('face-key-points'), { size: { width: 3836, height: 1918 } });
    stage.start();
    await stage.reach(job, 'done');
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
    const submit = `POST ${operations['ai-eyebrows'].path}`;
    stage.server.script(submit, { status: 422, json: { error_detail: { code: 'ERROR_NO_FACE_IN_FILE' } } });
    const job = await stage.add(recipeOf([{ operation: 'ai-eyebrows', reference }]));
    stage.start();
    await stage.reach(job, 'failed');
    expect(
      stage.server
        .requestsOf(submit)[0]
        ?.parts()
        .map(({ name }) => name),
    ).toEqual(['image', 'reference_image']);
  });
});

describe('a recipe of two steps', () => {
  const recipe = recipeOf([{ operation: 'smart-face-slimming' }, { operation: 'portrait-background-removal' }]);
  const size = { width: 300, height: 200 };

  test('feeds the image of the first to the second', async ({ stage }) => {
    const slim = await sharp(await noisePhoto(300, 200))
      .png()
      .toBuffer();
    stage.server.script(`POST ${operations['smart-face-slimming'].path}`, {
      json: { ...success, data: { image_url: `${stage.server.baseUrl}/results/slim.png` } },
    });
    stage.server.script('GET /results/slim.png', { bytes: slim, type: 'image/png' });
    await stage.answers('portrait-background-removal', size);
    const job = await stage.add(recipe, { size });
    stage.start();
    await stage.reach(job, 'done');
    const sent = stage.server
      .requestsOf(submitCutout)[0]
      ?.parts()
      .find(({ name }) => name === 'image');
    expect(Buffer.from(sent!.bytes).equals(slim)).toBe(true);
    expect(await stage.outputs()).toEqual(['photo-1.png']);
    expect(stage.store.stepRuns.ofJob(job.id).map(({ operation }) => operation)).toEqual([
      'smart-face-slimming',
      'portrait-background-removal',
    ]);
    expect(stage.job(job.id)).toMatchObject({ step: 1, operation: 'portrait-background-removal', attempts: 1 });
  });

  test('does not repeat the first when the second fails', async ({ stage }) => {
    await stage.answers('smart-face-slimming', size);
    stage.server.script(submitCutout, { status: 422, json: { error_detail: { code: 'ERROR_NO_FACE_IN_FILE' } } });
    const job = await stage.add(recipe, { size });
    stage.start();
    await stage.reach(job, 'failed');
    await stage.answers('portrait-background-removal', size);
    stage.store.actions.retry([job.id]);
    await stage.reach({ id: job.id }, 'done');
    expect(stage.server.requestsOf(`POST ${operations['smart-face-slimming'].path}`)).toHaveLength(1);
    await stage.queue.drained();
    expect(await stage.workFolders()).toEqual([]);
  });
});

describe('the photograph', () => {
  test('is processed with its content at the start, even if it is removed', async ({ stage }) => {
    await stage.answers('portrait-background-removal');
    const json = { ...success, data: { image_url: `${stage.server.baseUrl}/results/portrait-background-removal.png` } };
    const job = await stage.add(cutout());
    stage.server.script(submitCutout, {
      json: () => {
        rmSync(job.sourcePath);
        return json;
      },
    });
    stage.start();
    await stage.reach(job, 'done');
  });

  test.for([251, 255])('can have a name of %d bytes', { tags: ['long'] }, async (bytes, { stage }) => {
    await stage.answers('portrait-background-removal');
    const job = await stage.add(cutout(), { name: 'x'.repeat(bytes - '.jpg'.length) });
    stage.start();
    await stage.reach(job, 'done');
    expect(await stage.outputs()).toHaveLength(1);
  });

  test('that has become a pipe does not block', { tags: ['long'] }, async ({ stage }) => {
    const job = await stage.add(cutout());
    await rm(job.sourcePath);
    execFileSync('mkfifo', [job.sourcePath]);
    stage.start();
    const failed = await stage.reach(job, 'failed');
    expect(failed.error).toMatchObject({ kind: 'input', code: 'SOURCE_MISSING', advice: 'replace-file' });
  });

  test('that is missing at the start fails with its name', async ({ stage }) => {
    const job = await stage.add(cutout());
    await rm(job.sourcePath);
    stage.start();
    const failed = await stage.reach(job, 'failed');
    expect(failed.error).toMatchObject({ kind: 'input', advice: 'replace-file' });
    expect(messageText(failed.error?.message)).toContain('“photo-1.jpg” is missing');
  });

  test('that is damaged fails with its name', async ({ stage }) => {
    const job = await stage.add(cutout());
    await writeFile(job.sourcePath, (await readFile(job.sourcePath)).subarray(0, 700));
    stage.start();
    const failed = await stage.reach(job, 'failed');
    expect(messageText(failed.error?.message)).toMatch(/“photo-1.jpg” is damaged/);
  });
});
