import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import exifr from 'exifr';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import type { Recipe } from '../../../../../contract/recipes/recipe.ts';
import { addPhotographs } from '../../../../../main/intake/add-photographs.ts';
import { expandPaths } from '../../../../../main/intake/paths/expand-paths.ts';
import type { Job } from '../../../../../main/store/index.ts';
import { fieldsOf, heicBytes } from '../../../../helpers/photograph/heic.ts';
import { mosaicDng } from '../../../../helpers/photograph/mosaic-dng.ts';
import { psdFile } from '../../../../helpers/photograph/psd-file.ts';
import { nefFile } from '../../../../helpers/photograph/raw-files.ts';
import {
  longAfter,
  post,
  type QueueStage,
  recipeOf,
  remoteId,
  success,
  test,
} from '../../../../helpers/queue/queue-stage.ts';
import { matchingMessage } from '../../../../helpers/run/message-matchers.ts';
import type { RecordedRequest } from '../../../../helpers/service/scripted-server.ts';

/** Adds a folder with the file `name`, like a drop. */
async function drop(stage: QueueStage, name: string, bytes: Buffer, recipe: Recipe): Promise<Job> {
  const folder = join(stage.dir, 'card');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), bytes);
  const ids: number[] = [];
  const report = await addPhotographs(expandPaths([folder]), {
    store: stage.store,
    recipe,
    batch: { title: 'card', origin: 'drop', folderId: null },
    outputFolder: stage.out,
    profileId: remoteId,
    from: 'hand',
    onJobs: (made) => void ids.push(...made),
  });
  expect(report).toMatchObject({ accepted: 1, refused: [] });
  return stage.job(ids[0]!);
}

/** Scripts a retouch that returns the upload unchanged. */
function echoes(stage: QueueStage): void {
  const image_url = `${stage.server.baseUrl}/results/echo`;
  stage.server.script(post('smart-face-slimming'), {
    json: (request: RecordedRequest) => {
      const [image] = request.parts().filter(({ fileName }) => fileName !== undefined);
      stage.server.script('GET /results/echo', { bytes: image!.bytes, type: image!.contentType ?? 'image/jpeg' });
      return { ...success, data: { image_url } };
    },
  });
}

const retouch = recipeOf('smart-face-slimming');

describe('a HEIC', () => {
  const recipe = recipeOf('portrait-background-removal');

  test('is added, sent upright and returned at its size, with its own metadata', async ({ stage }) => {
    await stage.answers('portrait-background-removal', { width: 160, height: 240 });
    const job = await drop(stage, 'IMG_1.HEIC', heicBytes('irot'), recipe);
    expect(job).toMatchObject({ width: 160, height: 240, bytes: heicBytes('irot').length });
    stage.start();
    await stage.reach(job, 'done');
    const path = join(stage.out, 'IMG_1.png');
    const meta = await sharp(path).metadata();
    expect(meta).toMatchObject({ width: 160, height: 240, hasAlpha: true, orientation: 1 });
    expect(await exifr.parse(meta.exif!, ['Artist'])).toEqual({ Artist: 'Ana Pool' });
    expect(readFileSync(job.sourcePath)).toEqual(heicBytes('irot'));
  });

  const variants = [
    ['plain', ['red', 'green', 'blue', 'yellow'], false],
    ['irot', ['blue', 'red', 'yellow', 'green'], false],
    ['p3', ['red', 'green', 'blue', 'yellow'], true],
    ['deep', ['red', 'green', 'blue', 'yellow'], false],
  ] as const;
  for (const [tags, rows] of longAfter(1, variants))
    test.for(rows)('is returned retouched in its own color space as a JPEG: %s', { tags }, async (row, { stage }) => {
      const [name, colors, hasProfile] = row;
      echoes(stage);
      const job = await drop(stage, 'IMG_1.HEIC', heicBytes(name), retouch);

      stage.start();
      await stage.reach(job, 'done');

      const path = join(stage.out, 'IMG_1.jpg');
      expect(await sharp(path).metadata()).toMatchObject({ width: job.width, height: job.height, hasProfile });
      expect(await fieldsOf(path)).toEqual(colors);
    });

  test('fails with its message if its content is damaged, and affects no other photograph', async ({ stage }) => {
    await stage.answers('portrait-background-removal', { width: 240, height: 160 });
    const job = await drop(stage, 'IMG_2.HEIC', heicBytes('plain'), recipe);
    const cut = heicBytes('plain').subarray(0, -100);
    const contentHash = createHash('sha256').update(cut).digest('hex');
    const damaged = await stage.addCopy(job, 'cut.heic', { contentHash });
    writeFileSync(damaged.sourcePath, cut);
    stage.start();
    const { error } = await stage.reach(damaged, 'failed');
    expect(error).toMatchObject({ code: 'UNUSABLE_FILE', message: matchingMessage(/“cut.heic” is damaged/) });
    await stage.reach(job, 'done');
  });
});

describe('a Photoshop file', () => {
  test('is returned as a PNG of its composite, in its own color space', async ({ stage }) => {
    echoes(stage);
    const planes = [204, 51, 51].map((value) => Buffer.alloc(240 * 160, value));
    const bytes = psdFile({ width: 240, height: 160, planes, layers: 2 });
    const job = await drop(stage, 'Poster.psd', bytes, retouch);
    stage.start();
    await stage.reach(job, 'done');
    expect(stage.texts(job.id).join()).toContain('Used the composite of the Photoshop file');
    expect(await sharp(join(stage.out, 'Poster.png')).metadata()).toMatchObject({ width: 240, height: 160 });
    expect(await fieldsOf(join(stage.out, 'Poster.png'))).toEqual(['red', 'red', 'red', 'red']);
  });
});

test('the user sees the original file name, not the converted one', async ({ stage }) => {
  const planes = [204, 51, 51].map((value) => Buffer.alloc(240 * 240, value));
  const bytes = psdFile({ width: 240, height: 240, planes });
  const job = await drop(stage, 'Poster.psd', bytes, recipeOf('skin-analysis'));
  stage.start();
  await stage.clock.until(() => stage.texts(job.id).join().includes('a size and format that the service accepts'));
  expect(stage.texts(job.id).join()).toContain('Converted from PSD to JPEG');
});

describe('a raw file', () => {
  /** A picture of 240 × 160 px with an orientation tag. */
  const shot = async (size = { width: 240, height: 160 }) => {
    const jpeg = await sharp({ create: { width: 240, height: 160, channels: 3, background: 'rgb(204,51,51)' } })
      .jpeg()
      .toBuffer();
    return nefFile(jpeg, size, 6);
  };

  test('is returned as a JPEG of its embedded picture, upright, and the job reports that', { tags: ['long'] }, async ({
    stage,
  }) => {
    echoes(stage);
    const job = await drop(stage, 'DSC_1.NEF', await shot(), retouch);
    expect(job).toMatchObject({ width: 160, height: 240 });
    stage.start();
    await stage.reach(job, 'done');
    expect(stage.texts(job.id).join()).toContain('Used the embedded JPEG of the raw file (240 × 160 px).');
    const meta = await sharp(join(stage.out, 'DSC_1.jpg')).metadata();
    expect(meta).toMatchObject({ width: 160, height: 240, orientation: 1 });
    expect(await exifr.parse(meta.exif!.subarray(6), ['Make'])).toEqual({ Make: 'Burnish' });
  });

  test('is developed if its picture is only a preview, and returned at full size', async ({ stage }) => {
    echoes(stage);
    const source = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'rgb(204,51,51)' } })
      .png()
      .toBuffer();
    const preview = await sharp(source).resize(60).jpeg().toBuffer();
    const bytes = await mosaicDng({ source, preview, orientation: 6 });
    const job = await drop(stage, 'DSC_3.DNG', bytes, retouch);
    expect(job).toMatchObject({ width: 200, height: 300, bytes: bytes.length });
    stage.start();
    await stage.reach(job, 'done');
    expect(stage.texts(job.id).join()).toContain('Developed from the raw file (200 × 300 px).');
    const path = join(stage.out, 'DSC_3.jpg');
    const meta = await sharp(path).metadata();
    expect(meta).toMatchObject({ width: 200, height: 300, orientation: 1 });
    expect(await exifr.parse(meta.exif!.subarray(6), ['Make', 'LensModel'])).toEqual({
      Make: 'Burnish',
      LensModel: 'Burnish 85mm F1.8',
    });
    expect(await fieldsOf(path)).toEqual(['red', 'red', 'red', 'red']);
    expect(readFileSync(job.sourcePath)).toEqual(bytes);
  });

  test('waits for the user’s decision if that is impossible', { tags: ['long'] }, async ({ stage }) => {
    echoes(stage);
    const job = await drop(stage, 'DSC_2.NEF', await shot({ width: 6000, height: 4000 }), retouch);
    stage.start();
    const failed = await stage.reach(job, 'failed');
    expect(failed.error?.message).toEqual(matchingMessage(/could not be developed.*the preview is 240 × 160 px/));
    expect(stage.server.requests.filter(({ method }) => method === 'POST')).toEqual([]);
    stage.store.settings.save({ rawPreview: 'any' });
    stage.store.actions.retry([job.id]);
    await stage.reach(job, 'done');
  });
});
