import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect } from 'vitest';
import { operations } from '../../../../contract/operations/table.ts';
import { profileSchema } from '../../../../contract/services/profile.ts';
import type { BackgroundTask } from '../../../../main/review/background/background-work.ts';
import {
  type InspectionOptions,
  inspectInBackground,
} from '../../../../main/review/inspection/inspect-in-background.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';
import { type MeasuringStage, test } from '../../../helpers/queue/measuring-stage.ts';
import { success } from '../../../helpers/queue/queue-stage.ts';
import { finishInStore } from '../../../helpers/store/finished-in-store.ts';

const operationIds = ['portrait-background-removal', 'universal-background-removal'] as const;
const cutting = operationIds.map((id) => `POST ${operations[id].path}`);
const begun: BackgroundTask[] = [];
afterEach(async () => {
  for (const looking of begun.splice(0)) await looking.stop();
});

const subject = Buffer.from('<svg width="512" height="512"><ellipse cx="256" cy="300" rx="130" ry="230"/></svg>');
const cutout = (image: string) =>
  sharp(image)
    .ensureAlpha()
    .composite([{ input: subject, blend: 'dest-in' }])
    .png()
    .toBuffer();

/** Sets up a scripted engine that cuts out an ellipse, and two services, one of them paid. */
async function ready({ server, store }: MeasuringStage): Promise<void> {
  server.script('GET /results/*', { bytes: await cutout(sample('astronaut')), type: 'image/png' });
  for (const route of cutting)
    server.script(route, { json: { ...success, data: { image_url: `${server.baseUrl}/results/a.png` } } });
  for (const id of ['paid', 'free']) {
    const address = { kind: 'remote', name: id, baseUrl: 'https://example.com' } as const;
    store.profiles.save(profileSchema.parse({ id, charges: id === 'paid', ...address }));
  }
}

/** Adds a finished cutout of the astronaut. Returns the result's id. */
async function finished({ dir, store }: MeasuringStage, name: string, profileId: string, isUncut = false) {
  const [original, result] = [join(dir, `${name}.jpg`), join(dir, `${name}.png`)];
  // A different photograph each time.
  await sharp(sample('astronaut'))
    .jpeg({ quality: 80 + name.length })
    .toFile(original);
  writeFileSync(result, isUncut ? await sharp(original).ensureAlpha().png().toBuffer() : await cutout(original));
  return (await finishInStore(store, { operation: operationIds[0], original, result, profileId })).resultId;
}

function startInspection(
  { store, services, clock, warnings }: MeasuringStage,
  options: Partial<InspectionOptions> = {},
) {
  const log = { warn: (text: string) => void warnings.push(text) };
  const looking = inspectInBackground({ store, services: services(), canRun: () => true, clock, log, ...options });
  begun.push(looking);
  looking.check();
  return looking;
}
const kindsOf = ({ store }: MeasuringStage, ids: readonly number[]) => {
  const found = store.inspections.flawsOf(ids);
  return ids.map((id) => found.get(id)?.map(({ kind }) => kind) ?? []);
};

describe('inspecting results in the background', () => {
  test('flags results of paid services, and queries only the engine', async ({ stage }) => {
    await ready(stage);
    const ids = [
      await finished(stage, 'a', 'paid', true),
      await finished(stage, 'bb', 'paid'),
      await finished(stage, 'ccc', 'free', true),
      await finished(stage, 'dddd', 'built-in', true),
    ];
    await stage.settled(startInspection(stage));
    expect(stage.warnings).toEqual([]);
    // The wall behind her is visible along the edge of the ellipse.
    expect(kindsOf(stage, ids)).toEqual([['whole'], ['halo'], [], []]);
    expect(cutting.map((route) => stage.server.requestsOf(route).length)).toEqual([2, 2]);
    expect(stage.server.peak).toBe(1);
    // The rest was skipped, and is inspected once the user enables it.
    stage.store.settings.save({ lookAtResults: 'all' });
    await stage.clock.until(() => stage.store.inspections.next(true) === null, 'the looks');
    expect(kindsOf(stage, ids)).toEqual([['whole'], ['halo'], ['whole'], ['whole']]);
  });

  test('does nothing if the user has disabled it', async ({ stage }) => {
    await ready(stage);
    stage.store.settings.save({ lookAtResults: 'none' });
    const id = await finished(stage, 'a', 'paid', true);
    const looking = startInspection(stage);
    stage.clock.advance(60_000);
    expect(looking.isAtWork).toBe(false);
    expect(kindsOf(stage, [id])).toEqual([[]]);
    expect(stage.server.requests).toEqual([]);
  });

  test('yields to jobs of the engine, and resumes when they are done', async ({ stage }) => {
    await ready(stage);
    const id = await finished(stage, 'a', 'paid', true);
    const jobId = stage.add(join(stage.dir, 'x.jpg'), Buffer.from('x'));
    const looking = startInspection(stage);
    stage.clock.advance(60_000);
    expect(looking.isAtWork).toBe(false);
    stage.store.actions.cancel([jobId]);
    await stage.clock.until(() => kindsOf(stage, [id])[0]!.length > 0, 'the look');
  });

  test('finds results that arrive during its run, and the rest after a restart', async ({ stage }) => {
    await ready(stage);
    const first = await finished(stage, 'a', 'paid', true);
    let isAway = false;
    const looking = startInspection(stage, { canRun: () => !isAway });
    const second = await finished(stage, 'bb', 'paid', true);
    await stage.settled(looking);
    expect(kindsOf(stage, [first, second])).toEqual([['whole'], ['whole']]);
    isAway = true;
    const third = await finished(stage, 'ccc', 'paid', true);
    await looking.stop();
    await stage.restart();
    await stage.settled(startInspection(stage));
    expect(kindsOf(stage, [first, second, third])).toEqual([['whole'], ['whole'], ['whole']]);
  });

  test('never queries a service other than the engine', async ({ stage }) => {
    await ready(stage);
    const id = await finished(stage, 'a', 'paid', true);
    const service = { client: null as never, kind: 'remote', charges: true, maxConcurrency: 1 } as const;
    const clientFor = async () => service;
    await stage.settled(startInspection(stage, { services: { clientFor } }));
    expect(stage.warnings).toHaveLength(1);
    expect(kindsOf(stage, [id])).toEqual([[]]);
    expect(stage.store.inspections.next()?.resultId).toBe(id);
  });

  test('pauses for a while after an engine failure, and skips the result that crashed it for a day', {
    tags: ['long'],
  }, async ({ stage }) => {
    await ready(stage);
    const ids = [await finished(stage, 'a', 'paid', true), await finished(stage, 'bb', 'paid', true)];
    const good = { json: { ...success, data: { image_url: `${stage.server.baseUrl}/results/a.png` } } };
    stage.server.script(cutting[0]!, { status: 500, json: {} }, good);
    const looking = startInspection(stage);
    await stage.settled(looking);
    stage.clock.advance(60_000);
    expect(stage.server.requests).toHaveLength(1);
    stage.clock.advance(600_000);
    await stage.settled(looking);
    expect(kindsOf(stage, ids)).toEqual([['whole'], []]);
    stage.clock.advance(25 * 60 * 60 * 1000);
    await stage.settled(looking);
    expect(kindsOf(stage, ids)).toEqual([['whole'], ['whole']]);
  });

  test('reports nothing for a result that is no longer a picture', async ({ stage }) => {
    await ready(stage);
    const id = await finished(stage, 'a', 'paid');
    writeFileSync(join(stage.dir, 'a.png'), 'no picture');
    await stage.settled(startInspection(stage));
    expect(kindsOf(stage, [id])).toEqual([[]]);
    expect(stage.store.inspections.next()).toBeNull();
    expect(stage.warnings).toEqual([]);
  });
});
