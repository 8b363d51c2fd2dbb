import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { openPreviews } from '../../../main/previews/preview.ts';
import { imageUrl } from '../../../preload/contract/images.ts';
import { portraitBackgroundRemoval } from '../../../preload/contract/operations/cutout.ts';
import type { Step } from '../../../preload/contract/recipe.ts';
import { said, saying } from '../../helpers/said.ts';
import { failureOf, type Stage, test } from '../../helpers/service-stage.ts';

const step: Step = { operation: portraitBackgroundRemoval.id, params: {}, reference: null };
const route = `POST ${portraitBackgroundRemoval.path}`;
const sample = new URL('../../../assets/samples/astronaut.png', import.meta.url).pathname;

/** The file behind an address that a preview was given. */
const fileOf = (url: string, pathOf: (token: string) => string | null): string => {
  const token = url.slice(imageUrl.preview('').length);
  const path = pathOf(token);
  if (path === null) throw new Error(`no file behind ${url}`);
  return path;
};

async function scriptCutout({ server }: Stage): Promise<void> {
  const cutout = await sharp(sample).ensureAlpha(0.5).png().toBuffer();
  server.script(route, { json: { error_code: 0, data: { image_url: `${server.baseUrl}/results/1.png` } } });
  server.script('GET /results/*', { bytes: cutout, type: 'image/png' });
}

describe('previews', () => {
  test('show a photograph before anything was done to it, small', async ({ stage }) => {
    const large = await stage.file('large.jpg', await sharp(sample).resize(3000).jpeg().toBuffer());
    const previews = openPreviews(join(stage.dir, 'previews'));
    const shown = await sharp(fileOf(await previews.show(large), previews.pathOf)).metadata();
    expect([shown.width, shown.height]).toEqual([1024, 1024]);
    expect(stage.server.requests).toEqual([]);
  });

  test('cannot show what is no photograph', async ({ stage }) => {
    const text = await stage.file('notes.jpg', Buffer.from('not a photograph'));
    const previews = openPreviews(join(stage.dir, 'previews'));
    expect(await failureOf(previews.show(text))).toBeInstanceOf(Error);
  });

  test('show before and after, and leave nothing else behind', async ({ stage }) => {
    await scriptCutout(stage);
    const folder = join(stage.dir, 'previews');
    const previews = openPreviews(folder);
    const { beforeUrl, afterUrl, error } = await previews.run(step, sample, stage.client);
    expect(error).toBeNull();
    expect((await sharp(fileOf(beforeUrl, previews.pathOf)).metadata()).hasAlpha).toBe(false);
    expect((await sharp(fileOf(afterUrl ?? '', previews.pathOf)).metadata()).hasAlpha).toBe(true);
    await previews.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('remove those of an earlier run, and nothing of anybody else’s', async ({ stage }) => {
    const folder = join(stage.dir, 'previews');
    const earlier = openPreviews(folder);
    await earlier.show(sample);
    mkdirSync(join(folder, '2024'));
    await stage.file('previews/2024/wedding.jpg', Buffer.from('precious'));
    await stage.file('previews/wedding.webp', Buffer.from('precious'));
    const idle = openPreviews(folder);
    await idle.close();
    // What a window shows is not taken from it by a command.
    expect(readdirSync(folder)).toHaveLength(3);
    const previews = openPreviews(folder);
    await previews.show(sample);
    expect(readdirSync(folder)).toHaveLength(3);
    await previews.close();
    expect(readdirSync(folder).sort()).toEqual(['2024', 'wedding.webp']);
    expect(readdirSync(join(folder, '2024'))).toEqual(['wedding.jpg']);
  });

  test('say what the service said, and still show the photograph', async ({ stage }) => {
    stage.server.script(route, {
      status: 422,
      json: {
        error_code: 422,
        error_detail: { status_code: 422, code: 'ERROR_NO_FACE_IN_FILE', code_message: 'no face', message: '' },
      },
    });
    const previews = openPreviews(join(stage.dir, 'previews'));
    const report = await previews.run(step, sample, stage.client);
    expect(report).toMatchObject({ afterUrl: null, error: saying(/face/i) });
    expect(existsSync(fileOf(report.beforeUrl, previews.pathOf))).toBe(true);
  });

  test('give up the earlier one for the newer one', async ({ stage }) => {
    await scriptCutout(stage);
    stage.server.script(
      route,
      { hang: true },
      { json: { data: { image_url: `${stage.server.baseUrl}/results/1.png` } } },
    );
    const previews = openPreviews(join(stage.dir, 'previews'));
    const first = previews.run(step, sample, stage.client);
    while (stage.server.requestsOf(route).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    const second = await previews.run(step, sample, stage.client);
    expect(second.error).toBeNull();
    expect(said((await first).error)).toBe('A newer preview took its place.');
  });
});
