import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { imageUrl } from '../../../contract/app/image-urls.ts';
import { portraitBackgroundRemoval, universalBackgroundRemoval } from '../../../contract/operations/cutout.ts';
import { compositionSchema } from '../../../contract/recipes/composition.ts';
import { marketplaces } from '../../../contract/recipes/marketplaces.ts';
import { type Output, outputSchema } from '../../../contract/recipes/output.ts';
import type { Step } from '../../../contract/recipes/recipe.ts';
import { openPreviews } from '../../../main/previews/previews.ts';
import { matchingMessage, messageText } from '../../helpers/run/message-matchers.ts';
import { failureOf, type Stage, test } from '../../helpers/service/service-stage.ts';

const step: Step = { operation: portraitBackgroundRemoval.id, params: {}, reference: null };
const route = `POST ${portraitBackgroundRemoval.path}`;
const sample = new URL('../../../assets/samples/astronaut.png', import.meta.url).pathname;

/** Returns the file of a preview's address. */
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
  test('show an unprocessed photograph, downscaled', async ({ stage }) => {
    const large = await stage.file('large.jpg', await sharp(sample).resize(3000).jpeg().toBuffer());
    const previews = openPreviews(join(stage.dir, 'previews'));
    const shown = await sharp(fileOf(await previews.show(large), previews.pathOf)).metadata();
    expect([shown.width, shown.height]).toEqual([1024, 1024]);
    expect(stage.server.requests).toEqual([]);
  });

  test('cannot show other files', async ({ stage }) => {
    const text = await stage.file('notes.jpg', Buffer.from('not a photograph'));
    const previews = openPreviews(join(stage.dir, 'previews'));
    expect(await failureOf(previews.show(text))).toBeInstanceOf(Error);
  });

  test('show before and after, and leave nothing else behind', async ({ stage }) => {
    await scriptCutout(stage);
    const folder = join(stage.dir, 'previews');
    const previews = openPreviews(folder);
    const { beforeUrl, afterUrl, error } = await previews.run([step], sample, { id: 'service', client: stage.client });
    expect(error).toBeNull();
    expect((await sharp(fileOf(beforeUrl, previews.pathOf)).metadata()).hasAlpha).toBe(false);
    expect((await sharp(fileOf(afterUrl ?? '', previews.pathOf)).metadata()).hasAlpha).toBe(true);
    await previews.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('record possible charges of the service: results, rejections, and uncertain ones', async ({ stage }) => {
    const previews = openPreviews(join(stage.dir, 'previews'));
    const account: string[] = [];
    const charge = { reserve: () => void account.push('begin'), end: (outcome: string) => void account.push(outcome) };
    const service = { id: 'service', client: stage.client, charge: () => charge };
    await scriptCutout(stage);
    await previews.run([step], sample, service);
    stage.server.script(route, { status: 422, json: { error_detail: { code: 'ERROR_BLURRY_FACE' } } });
    await previews.run([step], sample, { ...service, id: 'refuses' });
    stage.server.script(route, { resetBeforeAnswer: true });
    await previews.run([step], sample, { ...service, id: 'resets' });
    expect(account).toEqual(['begin', 'charged', 'begin', 'not-charged', 'begin', 'uncertain']);
  });

  test('follow a paid task through queries that fail', async ({ stage }) => {
    const previews = openPreviews(join(stage.dir, 'previews'));
    const account: string[] = [];
    const charge = { reserve: () => void account.push('begin'), end: (outcome: string) => void account.push(outcome) };
    const client = { ...stage.client, pollIntervalMs: 1 };
    const query = 'GET /api/common/query-async-task-result';
    const refused = { status: 409, json: { message: 'already working on this' } };
    await scriptCutout(stage);
    stage.server.script(route, { json: { error_code: 0, task_id: 'task-1' } });
    const result = { json: { task_status: 2, data: { image_url: `${stage.server.baseUrl}/results/1.png` } } };
    stage.server.script(query, refused, { status: 404, json: {} }, result);
    const report = await previews.run([step], sample, { id: 'service', client, charge: () => charge });
    expect(report.error).toBeNull();
    stage.server.script(query, refused);
    const lost = await previews.run([step], sample, { id: 'refuses', client, charge: () => charge });
    expect(messageText(lost.error)).toContain('already working on this');
    stage.server.script(query, { json: { task_status: 3 } });
    await previews.run([step], sample, { id: 'fails', client, charge: () => charge });
    expect(account).toEqual(['begin', 'charged', 'begin', 'uncertain', 'begin', 'not-charged']);
  });

  test('continue from the results of earlier steps, and request none of them twice', async ({ stage }) => {
    await scriptCutout(stage);
    const secondRoute = `POST ${universalBackgroundRemoval.path}`;
    const narrow = await sharp(sample).resize(64, 48).png().toBuffer();
    stage.server.script(secondRoute, {
      json: { error_code: 0, data: { image_url: `${stage.server.baseUrl}/second.png` } },
    });
    stage.server.script('GET /second.png', { bytes: narrow, type: 'image/png' });
    const sent = () => [stage.server.requestsOf(route).length, stage.server.requestsOf(secondRoute).length];
    const previews = openPreviews(join(stage.dir, 'previews'));
    const charges: string[] = [];
    const charge = ({ operation }: Step) => ({ reserve: () => void charges.push(operation), end: () => undefined });
    const service = { id: 'service', client: stage.client, charge };
    const second: Step = { operation: universalBackgroundRemoval.id, params: {}, reference: null };

    expect(await previews.run([step], sample, { ...service, maySend: false })).toMatchObject({
      made: 0,
      afterUrl: null,
    });
    expect(sent()).toEqual([0, 0]);
    expect((await previews.run([step], sample, service)).made).toBe(1);
    const both = await previews.run([step, second], sample, service);
    expect(both).toMatchObject({ made: 2, error: null });
    expect(await sharp(fileOf(both.afterUrl ?? '', previews.pathOf)).metadata()).toMatchObject({
      width: 64,
      height: 48,
    });
    // The input of the second step was the result of the first.
    const [upload] = stage.server.requestsOf(secondRoute);
    const image = upload?.parts().find(({ fileName }) => fileName !== undefined)?.bytes;
    expect((await sharp(image).metadata()).hasAlpha).toBe(true);
    expect(sent()).toEqual([1, 1]);
    expect((await previews.run([step], sample, { ...service, maySend: false })).made).toBe(1);
    expect((await previews.run([step, second], sample, service)).made).toBe(2);
    expect(sent()).toEqual([1, 1]);
    expect(charges).toEqual([step.operation, second.operation]);
    // Only the failed step is requested again, not the one before it.
    stage.server.script(secondRoute, { status: 422, json: { error_detail: { code: 'ERROR_BLURRY_FACE' } } });
    const changed = { ...second, params: { crop: true } };
    expect((await previews.run([step, changed], sample, service)).made).toBe(1);
    expect(sent()).toEqual([1, 2]);
  });

  test('remove those of an earlier run, and no other files', async ({ stage }) => {
    const folder = join(stage.dir, 'previews');
    const earlier = openPreviews(folder);
    await earlier.show(sample);
    mkdirSync(join(folder, '2024'));
    await stage.file('previews/2024/wedding.jpg', Buffer.from('precious'));
    await stage.file('previews/wedding.webp', Buffer.from('precious'));
    const idle = openPreviews(folder);
    await idle.close();
    // A command does not remove previews a window shows.
    expect(readdirSync(folder)).toHaveLength(3);
    const previews = openPreviews(folder);
    await previews.show(sample);
    expect(readdirSync(folder)).toHaveLength(3);
    await previews.close();
    expect(readdirSync(folder).sort()).toEqual(['2024', 'wedding.webp']);
    expect(readdirSync(join(folder, '2024'))).toEqual(['wedding.jpg']);
  });

  test('are deleted on request, including those in progress, and made again afterwards', async ({ stage }) => {
    await scriptCutout(stage);
    const folder = join(stage.dir, 'previews');
    const previews = openPreviews(folder);
    const service = { id: 'service', client: stage.client };
    const { afterUrl } = await previews.run([step], sample, service);
    const token = (afterUrl ?? '').slice(imageUrl.preview('').length);
    stage.server.script(route, { hang: true });
    const pending = previews.run([{ ...step, params: { return_form: 'mask' } }], sample, service);
    await expect.poll(() => stage.server.requestsOf(route).length).toBe(2);
    await previews.discard();
    expect([previews.pathOf(token), readdirSync(folder)]).toEqual([null, []]);
    expect((await pending).error).not.toBeNull();
    await scriptCutout(stage);
    const again = await previews.run([step], sample, service);
    expect([again.error, existsSync(fileOf(again.afterUrl ?? '', previews.pathOf))]).toEqual([null, true]);
  });

  test('show the error of the service, and still show the photograph', async ({ stage }) => {
    stage.server.script(route, {
      status: 422,
      json: {
        error_code: 422,
        error_detail: { status_code: 422, code: 'ERROR_NO_FACE_IN_FILE', code_message: 'no face', message: '' },
      },
    });
    const previews = openPreviews(join(stage.dir, 'previews'));
    const report = await previews.run([step], sample, { id: 'service', client: stage.client });
    expect(report).toMatchObject({ afterUrl: null, error: matchingMessage(/face/i) });
    expect(existsSync(fileOf(report.beforeUrl, previews.pathOf))).toBe(true);
  });

  test('finish a paid one while another is made, and keep its result', async ({ stage }) => {
    await scriptCutout(stage);
    const previews = openPreviews(join(stage.dir, 'previews'));
    const account: string[] = [];
    const charge = { reserve: () => void account.push('begin'), end: (outcome: string) => void account.push(outcome) };
    const paid = { id: 'paid', client: stage.client, charge: () => charge };
    const result = { data: { image_url: `${stage.server.baseUrl}/results/1.png` } };
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    stage.server.script(route, { json: () => isAnswered.then(() => result) }, { json: result });
    const first = previews.run([step], sample, paid);
    await expect.poll(() => stage.server.requestsOf(route).length, { timeout: 20_000 }).toBe(1);
    expect((await previews.run([step], sample, { id: 'free', client: stage.client })).error).toBeNull();
    answer();
    expect((await first).error).toBeNull();
    expect((await previews.run([step], sample, paid)).made).toBe(1);
    expect([account, stage.server.requestsOf(route).length]).toEqual([['begin', 'charged'], 2]);
  });

  test('cancel the earlier one for the newer one', { tags: ['long'] }, async ({ stage }) => {
    await scriptCutout(stage);
    stage.server.script(
      route,
      { hang: true },
      { json: { data: { image_url: `${stage.server.baseUrl}/results/1.png` } } },
    );
    const previews = openPreviews(join(stage.dir, 'previews'));
    const first = previews.run([step], sample, { id: 'service', client: stage.client });
    await expect.poll(() => stage.server.requestsOf(route).length).toBe(1);
    const second = await previews.run([step], sample, { id: 'service', client: stage.client });
    expect(second.error).toBeNull();
    expect(messageText((await first).error)).toBe('Replaced by a newer preview.');
  });
});

describe('a laid-out cutout', () => {
  const wish = (trial: string | null, composition: object, more: Partial<Output> = {}) => ({
    trial: trial ?? '',
    output: outputSchema.parse({ format: 'jpeg', composition: compositionSchema.parse(composition), ...more }),
    marketplace: null,
  });
  const square = { canvas: { kind: 'exact', width: 2000, height: 2000 } };

  test('is drawn again whenever its output changes, with one request to the service', { tags: ['long'] }, async ({
    stage,
  }) => {
    await scriptCutout(stage);
    const previews = openPreviews(join(stage.dir, 'previews'));
    const { trial } = await previews.run([step], sample, { id: 'service', client: stage.client });
    const requestsBefore = stage.server.requests.length;
    const colors = [];
    for (const color of ['#ff0000', '#00ff00']) {
      const background = { kind: 'colour', colour: color };
      const report = await previews.compose(wish(trial, { ...square, background, fill: 0.5 }));
      expect(report).toMatchObject({ error: null, width: 2000, height: 2000, findings: null });
      const { dominant } = await sharp(fileOf(report.url ?? '', previews.pathOf))
        .extract({ left: 0, top: 0, width: 40, height: 40 })
        .stats();
      colors.push([dominant.r > 200, dominant.g > 200]);
    }
    expect(colors).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(stage.server.requests).toHaveLength(requestsBefore);
    await previews.close();
    expect(readdirSync(join(stage.dir, 'previews'))).toEqual([]);
  });

  test('has the size of the result of the full photograph, not of its downscaled copy', { tags: ['long'] }, async ({
    stage,
  }) => {
    const large = await stage.file('large.jpg', await sharp(sample).resize(3072).jpeg().toBuffer());
    const small = await sharp(sample).resize(1024).ensureAlpha(0.5).png().toBuffer();
    stage.server.script(route, {
      json: { error_code: 0, data: { image_url: `${stage.server.baseUrl}/results/1.png` } },
    });
    stage.server.script('GET /results/*', { bytes: small, type: 'image/png' });
    const previews = openPreviews(join(stage.dir, 'previews'));
    const { trial } = await previews.run([step], large, { id: 'service', client: stage.client });
    expect(await previews.compose(wish(trial, {}))).toMatchObject({ width: 3072, height: 3072, notes: [] });
    // 3,072 px are enough for 2,000 px: no note about enlarging or a small size.
    expect(await previews.compose(wish(trial, { ...square, fill: 1 }))).toMatchObject({ width: 2000, notes: [] });
    const exact = { size: { kind: 'longest', px: 500, enlarge: false } } as const;
    expect(await previews.compose(wish(trial, {}, exact))).toMatchObject({ width: 500, height: 500 });
  });

  test('is checked against a marketplace, except for rules that need the file', async ({ stage }) => {
    await scriptCutout(stage);
    const previews = openPreviews(join(stage.dir, 'previews'));
    const { trial } = await previews.run([step], sample, { id: 'service', client: stage.client });
    const amazon = marketplaces[0]!;
    const composed = (composition: object) => previews.compose({ ...wish(trial, composition), marketplace: amazon });
    const { findings } = await composed({ ...amazon.composition, mostEnlarged: 4 });
    const passes = (kind: string) => findings?.find((finding) => finding.kind === kind)?.passes;
    expect(['bytes', 'product-name'].map(passes)).toEqual([null, null]);
    expect(['white-background', 'fill', 'longest-side', 'formats', 'extension', 'opaque'].map(passes)).toEqual(
      Array(6).fill(true),
    );
    const gray = await composed({ ...amazon.composition, background: { kind: 'colour', colour: '#eeeeee' } });
    expect(gray.findings?.find(({ kind }) => kind === 'white-background')?.passes).toBe(false);
  });

  test('reports why it cannot be drawn', async ({ stage }) => {
    await scriptCutout(stage);
    const previews = openPreviews(join(stage.dir, 'previews'));
    const { trial } = await previews.run([step], sample, { id: 'service', client: stage.client });
    const gone = await previews.compose(wish(trial, { background: { kind: 'picture', path: '/nowhere/linen.jpg' } }));
    expect([gone.url, messageText(gone.error)]).toEqual([
      null,
      expect.stringContaining('“linen.jpg” can no longer be found'),
    ]);
    const unknown = await previews.compose(wish('00000000-0000-4000-8000-000000000000', {}));
    expect(messageText(unknown.error)).toMatch(/out of date/);
  });

  test('is cancelled by a newer one', { tags: ['long'] }, async ({ stage }) => {
    await scriptCutout(stage);
    const previews = openPreviews(join(stage.dir, 'previews'));
    const { trial } = await previews.run([step], sample, { id: 'service', client: stage.client });
    const [earlier, later] = await Promise.all([
      previews.compose(wish(trial, square)),
      previews.compose(wish(trial, {})),
    ]);
    expect([messageText(earlier.error), later.error]).toEqual(['Replaced by a newer preview.', null]);
  });

  test('requires a cutout', async ({ stage }) => {
    const opaque = await sharp(sample).removeAlpha().png().toBuffer();
    stage.server.script(route, {
      json: { error_code: 0, data: { image_url: `${stage.server.baseUrl}/results/1.png` } },
    });
    stage.server.script('GET /results/*', { bytes: opaque, type: 'image/png' });
    const previews = openPreviews(join(stage.dir, 'previews'));
    expect((await previews.run([step], sample, { id: 'service', client: stage.client })).trial).toBeNull();
  });
});
