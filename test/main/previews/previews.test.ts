import { mkdirSync, readdirSync } from 'node:fs';
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
import { hugePng } from '../../helpers/service/huge-pictures.ts';
import { test as base, failureOf, type Stage } from '../../helpers/service/service-stage.ts';

const step: Step = { operation: portraitBackgroundRemoval.id, params: {}, reference: null };
const route = `POST ${portraitBackgroundRemoval.path}`;
const sample = new URL('../../../assets/samples/astronaut.png', import.meta.url).pathname;

/** Previews of a scripted service, in a folder of their own. */
function openStage(stage: Stage) {
  const folder = join(stage.dir, 'previews');
  const previews = openPreviews(folder);
  const result = { data: { image_url: `${stage.server.baseUrl}/results/1.png` } };
  const account: string[] = [];
  const service = { id: 'service', client: stage.client };
  /** Lets the service return `picture`, by default a translucent cutout. */
  const scriptResult = async (picture?: Uint8Array) => {
    stage.server.script(route, { json: result });
    const bytes = picture ?? (await sharp(sample).ensureAlpha(0.5).png().toBuffer());
    stage.server.script('GET /results/*', { bytes, type: 'image/png' });
  };
  return {
    ...stage,
    ...{ folder, previews, result, account, service, scriptResult },
    /** Records charges. */
    charge: () => ({ reserve: () => void account.push('begin'), end: (outcome: string) => void account.push(outcome) }),
    /** Opens the file of a preview's address. */
    shown(url: string | null) {
      const path = previews.pathOf((url ?? '').slice(imageUrl.preview('').length));
      if (path === null) throw new Error(`no file behind ${url}`);
      return sharp(path);
    },
    /** Makes a cutout whose layout can be tried. */
    async makeCutout() {
      await scriptResult();
      return (await previews.run([step], sample, service)).trial;
    },
  };
}

const test = base.extend<{ on: ReturnType<typeof openStage> }>({
  on: ({ stage }, use) => use(openStage(stage)),
});

describe('previews', () => {
  test('show an unprocessed photograph, downscaled', async ({ on }) => {
    const large = await on.file('large.jpg', await sharp(sample).resize(3000).jpeg().toBuffer());
    const shown = await on.shown(await on.previews.show(large)).metadata();
    expect([shown.width, shown.height]).toEqual([1024, 1024]);
    expect(on.server.requests).toEqual([]);
  });

  test('cannot show other files', async ({ on }) => {
    const text = await on.file('notes.jpg', Buffer.from('not a photograph'));
    expect(await failureOf(on.previews.show(text))).toBeInstanceOf(Error);
  });

  test('show before and after, and leave nothing else behind', async ({ on }) => {
    await on.scriptResult();
    const { beforeUrl, afterUrl, error } = await on.previews.run([step], sample, on.service);
    expect(error).toBeNull();
    expect((await on.shown(beforeUrl).metadata()).hasAlpha).toBe(false);
    expect((await on.shown(afterUrl).metadata()).hasAlpha).toBe(true);
    await on.previews.close();
    expect(readdirSync(on.folder)).toEqual([]);
  });

  test('record possible charges of the service: results, rejections, and uncertain ones', async ({ on }) => {
    const service = { ...on.service, charge: on.charge };
    await on.scriptResult();
    await on.previews.run([step], sample, service);
    on.server.script(route, { status: 422, json: { error_detail: { code: 'ERROR_BLURRY_FACE' } } });
    await on.previews.run([step], sample, { ...service, id: 'refuses' });
    on.server.script(route, { resetBeforeAnswer: true });
    await on.previews.run([step], sample, { ...service, id: 'resets' });
    expect(on.account).toEqual(['begin', 'charged', 'begin', 'not-charged', 'begin', 'uncertain']);
  });

  test('follow a paid task through queries that fail', async ({ on }) => {
    const client = { ...on.client, pollIntervalMs: 1 };
    const query = 'GET /api/common/query-async-task-result';
    const refused = { status: 409, json: { message: 'already working on this' } };
    await on.scriptResult();
    on.server.script(route, { json: { error_code: 0, task_id: 'task-1' } });
    on.server.script(query, refused, { status: 404, json: {} }, { json: { task_status: 2, ...on.result } });
    const report = await on.previews.run([step], sample, { id: 'service', client, charge: on.charge });
    expect(report.error).toBeNull();
    on.server.script(query, refused);
    const lost = await on.previews.run([step], sample, { id: 'refuses', client, charge: on.charge });
    expect(messageText(lost.error)).toContain('already working on this');
    on.server.script(query, { json: { task_status: 3 } });
    await on.previews.run([step], sample, { id: 'fails', client, charge: on.charge });
    expect(on.account).toEqual(['begin', 'charged', 'begin', 'uncertain', 'begin', 'not-charged']);
  });

  test('continue from the results of earlier steps, and request none of them twice', async ({ on }) => {
    await on.scriptResult();
    const secondRoute = `POST ${universalBackgroundRemoval.path}`;
    const narrow = await sharp(sample).resize(64, 48).png().toBuffer();
    on.server.script(secondRoute, { json: { data: { image_url: `${on.server.baseUrl}/second.png` } } });
    on.server.script('GET /second.png', { bytes: narrow, type: 'image/png' });
    const sent = () => [on.server.requestsOf(route).length, on.server.requestsOf(secondRoute).length];
    const charges: string[] = [];
    const charge = ({ operation }: Step) => ({ reserve: () => void charges.push(operation), end: () => undefined });
    const service = { ...on.service, charge };
    const second: Step = { operation: universalBackgroundRemoval.id, params: {}, reference: null };

    const unsent = await on.previews.run([step], sample, { ...service, maySend: false });
    expect(unsent).toMatchObject({ made: 0, afterUrl: null });
    expect(sent()).toEqual([0, 0]);
    expect((await on.previews.run([step], sample, service)).made).toBe(1);
    const both = await on.previews.run([step, second], sample, service);
    expect(both).toMatchObject({ made: 2, error: null });
    expect(await on.shown(both.afterUrl).metadata()).toMatchObject({ width: 64, height: 48 });
    // The input of the second step was the result of the first.
    const [upload] = on.server.requestsOf(secondRoute);
    const image = upload?.parts().find(({ fileName }) => fileName !== undefined)?.bytes;
    expect((await sharp(image).metadata()).hasAlpha).toBe(true);
    expect(sent()).toEqual([1, 1]);
    expect((await on.previews.run([step], sample, { ...service, maySend: false })).made).toBe(1);
    expect((await on.previews.run([step, second], sample, service)).made).toBe(2);
    expect(sent()).toEqual([1, 1]);
    expect(charges).toEqual([step.operation, second.operation]);
    // Only the failed step is requested again, not the one before it.
    on.server.script(secondRoute, { status: 422, json: { error_detail: { code: 'ERROR_BLURRY_FACE' } } });
    const changed = { ...second, params: { crop: true } };
    expect((await on.previews.run([step, changed], sample, service)).made).toBe(1);
    expect(sent()).toEqual([1, 2]);
  });

  test('remove those of an earlier run, and no other files', async ({ on }) => {
    const earlier = openPreviews(on.folder);
    await earlier.show(sample);
    mkdirSync(join(on.folder, '2024'));
    await on.file('previews/2024/wedding.jpg', Buffer.from('precious'));
    await on.file('previews/wedding.webp', Buffer.from('precious'));
    const idle = openPreviews(on.folder);
    await idle.close();
    // A command does not remove previews a window shows.
    expect(readdirSync(on.folder)).toHaveLength(3);

    const previews = openPreviews(on.folder);
    await previews.show(sample);
    expect(readdirSync(on.folder)).toHaveLength(3);

    await previews.close();
    expect(readdirSync(on.folder).sort()).toEqual(['2024', 'wedding.webp']);
    expect(readdirSync(join(on.folder, '2024'))).toEqual(['wedding.jpg']);
  });

  test('are deleted on request, including those in progress, and made again afterwards', async ({ on }) => {
    await on.scriptResult();
    const service = on.service;
    const { afterUrl } = await on.previews.run([step], sample, service);
    const token = (afterUrl ?? '').slice(imageUrl.preview('').length);
    on.server.script(route, { hang: true });
    const pending = on.previews.run([{ ...step, params: { return_form: 'mask' } }], sample, service);
    await expect.poll(() => on.server.requestsOf(route).length).toBe(2);
    await on.previews.discard();
    expect([on.previews.pathOf(token), readdirSync(on.folder)]).toEqual([null, []]);
    expect((await pending).error).not.toBeNull();
    await on.scriptResult();
    const again = await on.previews.run([step], sample, service);
    expect([again.error, (await on.shown(again.afterUrl).metadata()).hasAlpha]).toEqual([null, true]);
  });

  test('reject a result that is far larger than its photograph', async ({ on }) => {
    await on.scriptResult(hugePng(8000, 8000));

    const report = await on.previews.run([step], sample, on.service);

    expect(report).toMatchObject({ afterUrl: null, error: matchingMessage(/far larger than the one sent/) });
  });

  test('show the error of the service, and still show the photograph', async ({ on }) => {
    const error_detail = { status_code: 422, code: 'ERROR_NO_FACE_IN_FILE', code_message: 'no face', message: '' };
    on.server.script(route, { status: 422, json: { error_code: 422, error_detail } });

    const report = await on.previews.run([step], sample, on.service);
    expect(report).toMatchObject({ afterUrl: null, error: matchingMessage(/face/i) });
    expect(await on.shown(report.beforeUrl).metadata()).toMatchObject({ format: 'webp' });
  });

  test('finish a paid one while another is made, and keep its result', async ({ on }) => {
    await on.scriptResult();
    const paid = { id: 'paid', client: on.client, charge: on.charge };
    const answer = Promise.withResolvers<typeof on.result>();
    on.server.script(route, { json: () => answer.promise }, { json: on.result });

    const first = on.previews.run([step], sample, paid);
    await expect.poll(() => on.server.requestsOf(route).length, { timeout: 20_000 }).toBe(1);
    expect((await on.previews.run([step], sample, { id: 'free', client: on.client })).error).toBeNull();
    answer.resolve(on.result);

    expect((await first).error).toBeNull();
    expect((await on.previews.run([step], sample, paid)).made).toBe(1);
    expect([on.account, on.server.requestsOf(route).length]).toEqual([['begin', 'charged'], 2]);
  });

  test('cancel the earlier one for the newer one', { tags: ['long'] }, async ({ on }) => {
    await on.scriptResult();
    on.server.script(route, { hang: true }, { json: on.result });
    const first = on.previews.run([step], sample, on.service);
    await expect.poll(() => on.server.requestsOf(route).length).toBe(1);
    const second = await on.previews.run([step], sample, on.service);
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
    on,
  }) => {
    const trial = await on.makeCutout();
    const requestsBefore = on.server.requests.length;
    const colors = [];
    for (const color of ['#ff0000', '#00ff00']) {
      const background = { kind: 'colour', colour: color };
      const report = await on.previews.compose(wish(trial, { ...square, background, fill: 0.5 }));
      expect(report).toMatchObject({ error: null, width: 2000, height: 2000, findings: null });
      const { dominant } = await on.shown(report.url).extract({ left: 0, top: 0, width: 40, height: 40 }).stats();
      colors.push([dominant.r > 200, dominant.g > 200]);
    }
    expect(colors).toEqual([
      [true, false],
      [false, true],
    ]);
    expect(on.server.requests).toHaveLength(requestsBefore);
    await on.previews.close();
    expect(readdirSync(on.folder)).toEqual([]);
  });

  test('has the size of the result of the full photograph, not of its downscaled copy', { tags: ['long'] }, async ({
    on,
  }) => {
    const large = await on.file('large.jpg', await sharp(sample).resize(3072).jpeg().toBuffer());
    const small = await sharp(sample).resize(1024).ensureAlpha(0.5).png().toBuffer();
    await on.scriptResult(small);
    const { trial } = await on.previews.run([step], large, on.service);
    expect(await on.previews.compose(wish(trial, {}))).toMatchObject({ width: 3072, height: 3072, notes: [] });
    // 3,072 px are enough for 2,000 px: no note about enlarging or a small size.
    expect(await on.previews.compose(wish(trial, { ...square, fill: 1 }))).toMatchObject({ width: 2000, notes: [] });
    const exact = { size: { kind: 'longest', px: 500, enlarge: false } } as const;
    expect(await on.previews.compose(wish(trial, {}, exact))).toMatchObject({ width: 500, height: 500 });
  });

  test('is checked against a marketplace, except for rules that need the file', async ({ on }) => {
    const trial = await on.makeCutout();
    const amazon = marketplaces[0]!;
    const composed = (composition: object) => on.previews.compose({ ...wish(trial, composition), marketplace: amazon });
    const { findings } = await composed({ ...amazon.composition, mostEnlarged: 4 });
    const passes = (kind: string) => findings?.find((finding) => finding.kind === kind)?.passes;
    expect(['bytes', 'product-name'].map(passes)).toEqual([null, null]);
    expect(['white-background', 'fill', 'longest-side', 'formats', 'extension', 'opaque'].map(passes)).toEqual(
      Array(6).fill(true),
    );
    const gray = await composed({ ...amazon.composition, background: { kind: 'colour', colour: '#eeeeee' } });
    expect(gray.findings?.find(({ kind }) => kind === 'white-background')?.passes).toBe(false);
  });

  test('reports why it cannot be drawn', async ({ on }) => {
    const trial = await on.makeCutout();
    const gone = await on.previews.compose(
      wish(trial, { background: { kind: 'picture', path: '/nowhere/linen.jpg' } }),
    );
    expect([gone.url, messageText(gone.error)]).toEqual([
      null,
      expect.stringContaining('“linen.jpg” can no longer be found'),
    ]);
    const unknown = await on.previews.compose(wish('00000000-0000-4000-8000-000000000000', {}));
    expect(messageText(unknown.error)).toMatch(/out of date/);
  });

  test('is cancelled by a newer one', { tags: ['long'] }, async ({ on }) => {
    const trial = await on.makeCutout();
    const [earlier, later] = await Promise.all([
      on.previews.compose(wish(trial, square)),
      on.previews.compose(wish(trial, {})),
    ]);
    expect([messageText(earlier.error), later.error]).toEqual(['Replaced by a newer preview.', null]);
  });

  test('requires a cutout', async ({ on }) => {
    const opaque = await sharp(sample).removeAlpha().png().toBuffer();
    await on.scriptResult(opaque);
    expect((await on.previews.run([step], sample, on.service)).trial).toBeNull();
  });
});
