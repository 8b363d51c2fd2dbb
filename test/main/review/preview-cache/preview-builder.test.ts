import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { fileAvailability } from '../../../../main/files/file-availability.ts';
import {
  createPreviewBuilder,
  type PreviewBuilderOptions,
} from '../../../../main/review/preview-cache/preview-builder.ts';
import { filesIn } from '../../../helpers/store/export-stage.ts';
import { test as base, type FinishedPhotograph, type ReviewStage } from '../../../helpers/store/review-stage.ts';

interface Keeping {
  readonly review: ReviewStage;
  readonly faults: unknown[];
  /** Runs a keeper until `isDone`, and ends it. */
  run(isDone: () => boolean, options?: Partial<PreviewBuilderOptions>, maxStepMs?: number): Promise<void>;
  files(): string[];
}

const test = base.extend<{ keeping: Keeping }>({
  keeping: async ({ review }, use) => {
    const faults: unknown[] = [];
    const { store, clock } = review;
    const availability = fileAvailability({ monotonic: clock.monotonic });
    await use({
      review,
      faults,
      async run(isDone, options = {}, maxStepMs = 500) {
        const onError = (error: unknown) => void faults.push(error);
        const keeper = createPreviewBuilder({
          ...{ store, availability, clock, onError, isBusy: () => false, freeBytes: async () => 1e12 },
          ...options,
        });
        keeper.start();
        try {
          await clock.until(isDone, 'what the keeper is to do', maxStepMs);
        } finally {
          await keeper.end();
        }
      },
      files: () => filesIn(store.keptPreviews.folder).filter((name) => name !== '.burnish'),
    });
    expect(faults).toEqual([]);
  },
});

/** Max clock step in ms, for retries that come minutes later. */
const longWait = 10_000;

/** Keeps the photograph's file for its preview, as its job does. */
function keepFile({ store }: ReviewStage, { photographId, original }: FinishedPhotograph): void {
  mkdirSync(join(store.keptPreviews.folder, 'waiting'), { recursive: true });
  linkSync(original, store.keptPreviews.waitingFile(photographId));
}

/** Whether all finished items have previews. */
const isQuiet = ({ store }: ReviewStage) => !store.keptPreviews.hasManyPending(1);

test('keeps previews of the photograph and its result, private and under random names', async ({ keeping }) => {
  const { review, run, files } = keeping;
  const { photographId, resultId } = await review.finished('a', { size: 2200 });
  await run(() => isQuiet(review));
  const { keptPreviews: kept } = review.store;
  expect(files()).toEqual([expect.stringMatching(/^[0-9a-f]{2}\/[0-9a-f]{32}\.webp$/), expect.anything()]);
  const [original, result] = (['photograph', 'result'] as const).map((subject) =>
    kept.fileOf(kept.find({ subject, id: subject === 'result' ? resultId : photographId })!),
  );
  expect(await sharp(original).metadata()).toMatchObject({ width: 2048, height: 1024, hasAlpha: false });
  expect(await sharp(result).metadata()).toMatchObject({ width: 2048, height: 1024, hasAlpha: true });
  expect(statSync(original!).mode & 0o777).toBe(0o600);
  expect(kept.space()).toEqual({ pictures: 2, bytes: statSync(original!).size + statSync(result!).size });
});

test('is made from the file the job has kept, after the card was removed', { tags: ['long'] }, async ({ keeping }) => {
  const { review, run, files } = keeping;
  const { keptPreviews: kept } = review.store;
  const photograph = await review.finished('a');
  keepFile(review, photograph);
  rmSync(review.card, { recursive: true });
  await run(() => isQuiet(review));
  expect(kept.find({ subject: 'photograph', id: photograph.photographId })).not.toBeNull();
  expect(files().filter((name) => name.startsWith('waiting'))).toEqual([]);
});

test('a missing, replaced or invalid photograph gets no preview', async ({ keeping }) => {
  const { review, run } = keeping;
  const gone = await review.finished('gone');
  const replaced = await review.finished('other');
  const broken = await review.finished('broken');
  rmSync(gone.original);
  writeFileSync(replaced.original, readFileSync(broken.original));
  writeFileSync(broken.original, Buffer.alloc(statSync(broken.original).size));
  await run(() => isQuiet(review));
  const { keptPreviews: kept } = review.store;
  for (const { photographId, resultId } of [gone, replaced, broken]) {
    expect(kept.find({ subject: 'photograph', id: photographId })).toBeNull();
    expect(kept.find({ subject: 'result', id: resultId })).not.toBeNull();
  }
});

test('an unavailable photograph gets a preview when it is back', async ({ keeping }) => {
  const { review, run } = keeping;
  const { keptPreviews: kept } = review.store;
  const { photographId, card } = { ...(await review.finished('a')), card: review.card };
  // The list of mounts does not contain the card.
  let mounted = ['/'];
  const availability = fileAvailability({
    monotonic: review.clock.monotonic,
    mounts: async () => mounted.map((mountPoint) => ({ mountPoint, type: 'exfat' })),
    ask: async (path) => {
      if (!mounted.includes(card) && path.startsWith(card)) throw Object.assign(new Error('gone'), { code: 'EIO' });
      return statSync(path);
    },
  });
  await run(() => kept.space().pictures === 1 && kept.due(false, 10).length === 0, { availability }, longWait);
  expect(kept.find({ subject: 'photograph', id: photographId })).toBeNull();
  mounted = ['/', card];
  await run(() => kept.find({ subject: 'photograph', id: photographId }) !== null, { availability }, longWait);
});

test('the oldest unpicked are evicted for new ones', { tags: ['long'] }, async ({ keeping }) => {
  const { review, run, files } = keeping;
  const { store, clock } = review;
  const { keptPreviews: kept } = store;
  const ids: number[] = [];
  for (const name of ['a', 'b', 'c', 'd']) {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const { original, photographId, result } = await review.finished(name);
    rmSync(result);
    // About 1 MB each.
    await sharp({ create: { width: 1400, height: 1000, channels: 3, background: '#000', noise } })
      .png()
      .toFile(result);
    rmSync(original);
    ids.push(photographId);
    clock.advance(1000);
  }
  store.photographs.decide([ids[0]!], { flag: 1 });
  await run(() => isQuiet(review));
  const { bytes, pictures } = kept.space();
  expect(pictures).toBe(4);
  const megabytes = Math.floor(bytes / 2 / 1024 ** 2);
  store.settings.save({ keptPreviewsMegabytes: megabytes });
  await run(() => kept.space().bytes <= megabytes * 1024 ** 2);
  const [a, b, c, d] = ids;
  const left = [b, c, d, a].filter((id) => kept.ofPhotographs([id!]).length > 0);
  expect([[c, d, a], [d, a], [a]]).toContainEqual(left);
  expect(files()).toHaveLength(left.length);
  store.settings.save({ keptPreviewsMegabytes: 0 });
  await run(() => kept.space().pictures === 0);
  expect(files()).toEqual([]);
});

test('on a full disk, previews are evicted, and none is made', async ({ keeping }) => {
  const { review, run, files } = keeping;
  const { keptPreviews: kept } = review.store;
  await review.finished('a');
  await run(() => isQuiet(review));
  expect(files()).toHaveLength(2);
  keepFile(review, await review.finished('b'));
  await run(() => kept.space().pictures === 0, { freeBytes: async () => 1000 });
  expect(files()).toEqual([]);
  expect(kept.due(false, 10)).toHaveLength(2);
  await run(() => isQuiet(review));
  expect(files()).toHaveLength(2);
});

test('a disk error fails nothing else, and is retried', async ({ keeping }) => {
  const { review, run } = keeping;
  const { keptPreviews: kept } = review.store;
  await review.finished('a');
  // Files block the folders of the previews.
  const parts = Array.from({ length: 256 }, (_, part) => join(kept.folder, part.toString(16).padStart(2, '0')));
  for (const part of parts) writeFileSync(part, '');
  await run(() => kept.due(false, 10).length === 0, {}, longWait);
  expect(kept.space().pictures).toBe(0);
  for (const part of parts) rmSync(part);
  await run(() => kept.space().pictures === 2, {}, longWait);
});

test('older work gets previews while idle, newest first, and only if there is space', {
  tags: ['long'],
}, async ({ keeping }) => {
  const { review, run } = keeping;
  const { keptPreviews: kept, settings } = review.store;
  const [older, newer] = [await review.finished('older'), await review.finished('newer')];
  review.makeLate();
  const has = (photographId: number) => kept.find({ subject: 'photograph', id: photographId }) !== null;
  let looked = 0;
  // No preview is started while the queue is busy.
  const isBusy = () => {
    looked += 1;
    return true;
  };
  await run(() => looked > 3, { isBusy });
  expect(kept.space().pictures).toBe(0);
  settings.save({ keptPreviewsMegabytes: 1 });
  await run(() => review.clock.monotonic() > 120_000, {}, longWait);
  expect(kept.space().pictures).toBe(0);
  settings.save({ keptPreviewsMegabytes: 100 });
  await run(() => has(newer.photographId));
  expect(has(older.photographId)).toBe(false);
  await run(() => has(older.photographId));
});

test('removes unlisted files and rows without a file after a crash', async ({ keeping }) => {
  const { review, run, files } = keeping;
  const { keptPreviews: kept } = review.store;
  const { photographId, resultId } = await review.finished('a');
  await run(() => isQuiet(review));
  const result = kept.find({ subject: 'result', id: resultId })!;
  rmSync(kept.fileOf(result));
  for (const name of ['0'.repeat(32), 'f'.repeat(32)]) {
    mkdirSync(join(kept.folder, name.slice(0, 2)), { recursive: true });
    writeFileSync(kept.fileOf({ name }), 'x');
    writeFileSync(`${kept.fileOf({ name })}.part`, 'x');
  }
  mkdirSync(join(kept.folder, 'waiting'), { recursive: true });
  writeFileSync(kept.waitingFile(photographId), 'x');
  writeFileSync(join(kept.folder, '00', 'mine.webp'), 'somebody else’s');
  await run(() => files().length === 2 && kept.space().pictures === 1);
  expect(files()).toContain('00/mine.webp');
  expect(existsSync(kept.fileOf(kept.find({ subject: 'photograph', id: photographId })!))).toBe(true);
});
