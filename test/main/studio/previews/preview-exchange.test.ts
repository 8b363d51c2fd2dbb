/** Previews of other stations' photographs, for a desk without their shares: stations with separate databases, and a real studio. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { starterRecipes } from '../../../../contract/recipes/recipe.ts';
import { createSharedPreviews, maxSharedPreviewBytes } from '../../../../main/review/preview-cache/shared-previews.ts';
import { createViewableFileFinder } from '../../../../main/review/preview-cache/viewable-file.ts';
import { openStore, type PreviewSubject, type Store } from '../../../../main/store/index.ts';
import { createMirror, type Mirror } from '../../../../main/studio/mirror/mirror.ts';
import { createPreviewExchange, type PreviewExchange } from '../../../../main/studio/previews/preview-exchange.ts';
import { tidyPreviewsSql } from '../../../../main/studio/queue/shared-sql.ts';
import { openShares } from '../../../../main/studio/shares/share-paths.ts';
import { noise } from '../../../helpers/photograph/noise.ts';
import { matchingError } from '../../../helpers/run/message-matchers.ts';
import { postgresForFile } from '../../../helpers/studio/studio-tests.ts';
import {
  addClaimedJob,
  hashOf,
  openWorkStage,
  type WorkStage,
  type WorkStation,
} from '../../../helpers/studio/studio-work.ts';

const postgres = postgresForFile();
let stage: WorkStage;
let folder: string;

interface TestStation {
  readonly station: WorkStation;
  readonly store: Store;
  readonly mirror: Mirror;
  readonly exchange: PreviewExchange;
  readonly faults: unknown[];
  /** Paths of the files it has rendered. */
  readonly drawn: string[];
}
const testStations: TestStation[] = [];
const limits = { timeoutMs: 60_000, retryMs: 60_000, maxOpenRequests: 100 };

/** @param share null for a station without one */
async function openTestStation(name: string, share: string | null, own = limits): Promise<TestStation> {
  const station = await stage.station(name);
  const store = openStore({ folder: join(folder, `data-${name}`) });
  const shares = openShares(share === null ? [] : [{ name: 'photos', folder: share }]);
  const faults: unknown[] = [];
  const drawn: string[] = [];
  const onError = (fault: unknown) => faults.push(fault);
  const { database, id } = station;
  const mirror = createMirror({
    ...{ store, database, shares, station: id, profileOf: () => null, onError },
    onOverruled: () => undefined,
    onChange: () => undefined,
  });
  const viewableFiles = createViewableFileFinder(store, store.availability, () => undefined);
  const real = createSharedPreviews({ store, viewableFiles, now: Date.now });
  const recorded = <T>(what: string, picture: T) => {
    drawn.push(what);
    return picture;
  };
  const pictures = {
    ...real,
    ofSubject: (of: PreviewSubject) => recorded(of.subject, real.ofSubject(of)),
    ofFile: (path: string) => recorded(path, real.ofFile(path)),
  };
  const exchange = createPreviewExchange({ store, database, shares, station: id, pictures, onError }, own);
  const made = { station, store, mirror, exchange, faults, drawn };
  testStations.push(made);
  return made;
}

const picture = (side: number, red = 200) =>
  sharp({ create: { width: side, height: side / 2, channels: 3, background: { r: red, g: 40, b: 40 } } });

let share: string;
let desk: TestStation;
let worker: TestStation;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-exchange-'));
  share = join(folder, 'share');
  mkdirSync(join(share, 'in'), { recursive: true });
  mkdirSync(join(share, 'out'));
  stage = await openWorkStage(postgres());
  desk = await openTestStation('desk', null);
  worker = await openTestStation('worker', share);
});
afterEach(async () => {
  for (const { exchange, mirror, store, faults } of testStations.splice(0)) {
    exchange.stop();
    mirror.stop();
    store.close();
    expect(faults).toEqual([]);
  }
  await stage.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a picture into the share. */
const writePicture = (side: number, ...path: string[]) => picture(side).toFile(join(share, ...path));
const written = { element: '', output: 0, share: 'photos', width: 1600, height: 800, bytes: 30 };

const recipe = starterRecipes.find(({ steps }) => steps.length === 1);
/** Returns a photograph that `by` has finished, as the desk knows it. */
async function done(name: string, by = worker) {
  await by.station.work.offer([stage.item(name, { recipe })]);
  const taken = await by.station.claimOne();
  const path = `out/${name}.png`;
  await writePicture(1600, 'in', `${name}.jpg`);
  await writePicture(1600, path);
  const results = [{ ...written, path, hash: hashOf(`result ${name}`) }];
  await by.station.work.settle(taken, { state: 'done', error: null, results });
  return { taken, ...(await shown(desk, name)) };
}
async function shown({ mirror, store }: TestStation, name: string) {
  await mirror.refresh();
  const job = store.views.summaries().find((each) => each.name === `${name}.jpg`)?.id ?? 0;
  const [result] = await store.results.ofJob(job);
  return {
    result: { subject: 'result', id: result?.id ?? 0 } as const,
    photograph: { subject: 'photograph', id: store.photographViews.ofJob(job) ?? 0 } as const,
  };
}
/** Format and size of a stored preview, or null. */
async function kept({ store }: TestStation, of: PreviewSubject) {
  const found = store.keptPreviews.find(of);
  if (found === null) return null;
  const { format, width, height } = await sharp(store.keptPreviews.fileOf(found)).metadata();
  return `${format} ${width} × ${height}`;
}
const wishes = () => stage.rows<{ output: number }>('SELECT output, wanted_at FROM burnish.preview_wishes');

describe('a desk without the share', () => {
  test('gets previews of results and photographs from the station that did the work, once, and stores them', async () => {
    const otherStation = await openTestStation('other', share);
    for (const each of [desk, worker, otherStation]) each.exchange.start();
    const { result, photograph } = await done('a');
    const changedIds = new Set<number>();
    desk.store.changes.subscribe(({ photographs }) => photographs.forEach((id) => void changedIds.add(id)));
    const requests = [result, photograph, result].map(desk.exchange.request);
    expect(await Promise.all(requests)).toEqual([true, true, true]);
    expect([await kept(desk, result), await kept(desk, photograph)]).toEqual(['webp 1024 × 512', 'webp 1024 × 512']);
    expect([...changedIds]).toEqual([photograph.id]);
    expect(worker.drawn.toSorted()).toEqual([join(share, 'in/a.jpg'), join(share, 'out/a.png')]);
    expect([otherStation.drawn, await wishes()]).toEqual([[], []]);
    // The next desk uses the stored previews.
    const late = await openTestStation('late', null);
    late.exchange.start();
    expect(await late.exchange.request((await shown(late, 'a')).result)).toBe(true);
    expect(worker.drawn).toHaveLength(2);
  });

  test('gets previews that the station has only in its own store', { tags: ['long'] }, async () => {
    const { result, taken } = await done('a');
    rmSync(join(share, 'out/a.png'));
    const { store } = worker;
    const photograph = { sourcePath: join(share, 'in/a.jpg'), outputFolder: share, width: 1600, height: 800 };
    const id = addClaimedJob(store, taken, { ...photograph, recipe: recipe! });
    const at = { jobId: id, batchId: 1, step: 0, operation: recipe!.steps[0]!.operation, element: null, box: null };
    const size = { width: 1600, height: 800, bytes: 30 };
    store.results.add({ ...at, ...size, kind: 'image', path: join(share, 'out/a.png') });
    const [own] = await store.results.ofJob(id);
    const forOthers = createSharedPreviews({ store, viewableFiles: { read: async () => null }, now: Date.now });
    const of = { subject: 'result', id: own?.id ?? 0, photographId: store.photographViews.ofJob(id) ?? 0 } as const;
    expect(await forOthers.keep(of, await picture(640).webp().toBuffer())).toBe(true);
    for (const each of [desk, worker]) each.exchange.start();
    expect(await desk.exchange.request(result)).toBe(true);
    expect(await kept(desk, result)).toBe('webp 640 × 320');
  });

  test('gets them from any station with the share if that one is lost, or has none', {
    tags: ['long'],
  }, async () => {
    const otherStation = await openTestStation('other', share);
    for (const each of [desk, otherStation]) each.exchange.start();
    const { result } = await done('a');
    await stage.rows(`UPDATE burnish.stations SET heard_at = '-infinity' WHERE id = $1`, [worker.station.id]);
    expect(await desk.exchange.request(result)).toBe(true);
    expect(otherStation.drawn).toEqual([join(share, 'out/a.png')]);
    const lost = await openTestStation('lost', null);
    lost.exchange.start();
    const second = await done('b', lost);
    expect(await desk.exchange.request(second.photograph)).toBe(true);
    expect(otherStation.drawn).toEqual([join(share, 'out/a.png'), join(share, 'in/b.jpg')]);
  });

  test('waits until a timeout, does not request again soon, and drops the oldest request first', {
    tags: ['long'],
  }, async () => {
    const hasty = await openTestStation('hasty', null, { ...limits, timeoutMs: 1000, maxOpenRequests: 1 });
    hasty.exchange.start();
    await done('a');
    const { result, photograph } = await shown(hasty, 'a');
    const requests = [result, photograph].map(hasty.exchange.request);
    expect(await Promise.all(requests)).toEqual([false, false]);
    const [before, ...more] = await wishes();
    expect([before?.output, more]).toEqual([-1, []]);
    expect(await hasty.exchange.request(photograph)).toBe(false);
    expect(await wishes()).toEqual([before]);
    // The displaced request was never sent, so it can be made again.
    const again = hasty.exchange.request(result);
    await expect.poll(async () => (await wishes()).map(({ output }) => output).toSorted()).toEqual([-1, 0]);
    expect(await again).toBe(false);
  });

  test('requests nothing of its own, nor without a preview store', { tags: ['long'] }, async () => {
    desk.exchange.start();
    const { result } = await done('a');
    desk.store.settings.save({ keptPreviewsMegabytes: 0 });
    expect(await desk.exchange.request(result)).toBe(false);
    expect(await worker.exchange.request(result)).toBe(false);
    expect(await wishes()).toEqual([]);
  });

  test('with read-only access gets none, without an error', async () => {
    for (const each of [desk, worker]) each.exchange.start();
    const { result } = await done('a');
    await stage.rows('REVOKE INSERT, UPDATE ON burnish.preview_wishes FROM burnish');
    expect(await desk.exchange.request(result)).toBe(false);
  });

  test('drops the previews of a result that was made again', { tags: ['long'] }, async () => {
    for (const each of [desk, worker]) each.exchange.start();
    const { result, taken } = await done('a');
    expect(await desk.exchange.request(result)).toBe(true);
    await writePicture(800, 'out/a.png');
    await worker.station.overview.applyToIdleJobs([taken.id], 'again');
    const results = [{ ...written, path: 'out/a.png', width: 800, height: 400, bytes: 20, hash: hashOf('anew') }];
    await worker.station.work.settle(await worker.station.claimOne(), { state: 'done', error: null, results });
    await desk.mirror.refresh();
    expect(await kept(desk, result)).toBe(null);
    expect(await desk.exchange.request(result)).toBe(true);
    expect(await kept(desk, result)).toBe('webp 800 × 400');
  });
});

describe('a preview from the database', () => {
  const checkRefusal = async (_: string, made: () => Promise<Buffer>) => {
    const { result, taken } = await done('a');
    await stage.rows(`INSERT INTO burnish.previews VALUES ($1, '', 0, $2)`, [taken.id, await made()]);
    desk.exchange.start();
    expect(await desk.exchange.request(result)).toBe(false);
    expect(await kept(desk, result)).toBe(null);
  };
  type Case = [string, () => Promise<Buffer>];
  const noImage: Case[] = [['no image', async () => Buffer.from('RIFF, but no picture')]];
  const lossless = () => picture(1000).webp({ lossless: true }).toBuffer();
  test.each(noImage)('is rejected if it is %s', checkRefusal);
  test.each<Case>([
    ['another format', () => picture(100).jpeg().toBuffer()],
    ['truncated', async () => (await lossless()).subarray(0, 60)],
    ['too large in pixels', () => picture(2000).webp().toBuffer()],
  ])('is rejected if it is %s', { tags: ['long'] }, checkRefusal);

  test('never exceeds the maximum size, when stored or received', async () => {
    const { taken } = await done('a');
    const put = (bytes: number) =>
      stage.rows(`INSERT INTO burnish.previews VALUES ($1, '', 0, $2)`, [taken.id, Buffer.alloc(bytes)]);
    await expect(put(maxSharedPreviewBytes + 1)).rejects.toThrow('check constraint');
    await put(maxSharedPreviewBytes);
    const { store } = desk;
    const keeper = createSharedPreviews({ store, viewableFiles: { read: async () => null }, now: Date.now });
    const raw = { width: 900, height: 900, channels: 3 } as const;
    const large = await sharp(noise(900 * 900 * 3), { raw })
      .webp({ quality: 100 })
      .toBuffer();
    expect(large.length).toBeGreaterThan(maxSharedPreviewBytes);
    expect(await keeper.keep({ subject: 'result', id: 1, photographId: 1 }, large)).toBe(false);
  });

  test('is made only from files of shares', async () => {
    for (const each of [desk, worker]) each.exchange.start();
    const { taken } = await done('a');
    mkdirSync(join(folder, 'private'));
    await picture(100).toFile(join(folder, 'private', 'secret.png'));
    symlinkSync(join(folder, 'private'), join(share, 'link'), 'junction');
    await stage.rows(`UPDATE burnish.results SET path = 'link/secret.png' WHERE job = $1`, [taken.id]);
    // Its mirror has the row as well, so it could render its own result.
    await worker.mirror.refresh();
    const hasty = await openTestStation('hasty', null, { ...limits, timeoutMs: 1000 });
    hasty.exchange.start();
    const { result } = await shown(hasty, 'a');
    expect(result.id).toBeGreaterThan(0);
    expect(await hasty.exchange.request(result)).toBe(false);
    const kept = await stage.rows('SELECT FROM burnish.previews WHERE picture IS NOT NULL');
    expect([worker.drawn, kept]).toEqual([[], []]);
    await stage.rows(`UPDATE burnish.results SET path = '../private/secret.png' WHERE job = $1`, [taken.id]);
    await stage.rows(`INSERT INTO burnish.preview_wishes VALUES ($1, '', 0, now()) ON CONFLICT DO NOTHING`, [taken.id]);
    const late = await openTestStation('late', null);
    expect((await shown(late, 'a')).result.id).toBe(0);
    expect(late.faults.splice(0)).toEqual([matchingError(/not in a share/)]);
    expect(worker.drawn).toEqual([]);
  });

  test('expires after some hours, and the number is limited', { tags: ['long'] }, async () => {
    const { taken } = await done('a');
    await stage.rows(
      `INSERT INTO burnish.previews SELECT $1, n::text, 0, 'x', now() - n * interval '1 second' FROM generate_series(1, 1100) n`,
      [taken.id],
    );
    await stage.rows(`INSERT INTO burnish.previews VALUES ($1, 'old', 0, 'x', now() - interval '5 hours')`, [taken.id]);
    await stage.rows(`INSERT INTO burnish.preview_wishes VALUES ($1, '', 0, now() - interval '1 hour')`, [taken.id]);
    await stage.rows(tidyPreviewsSql);
    const [left] = await stage.rows(
      `SELECT count(*)::integer AS count, max(element::integer) AS last FROM burnish.previews`,
    );
    expect([left, await wishes()]).toEqual([{ count: 1000, last: 1000 }, []]);
  });
});
