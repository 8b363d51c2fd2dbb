import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { type GalleryOptions, galleryOptionsSchema } from '../../../../contract/delivery/gallery.ts';
import { makeGallery, planGallery } from '../../../../main/delivery/gallery/make-gallery.ts';
import { fingerprint } from '../../../../main/files/content-hash.ts';
import { matchingError, matchingMessage } from '../../../helpers/run/message-matchers.ts';
import { unzip } from '../../../helpers/run/unzip.ts';
import { all, filesIn } from '../../../helpers/store/export-stage.ts';
import { runSql } from '../../../helpers/store/own-folder.ts';
import { type ReviewStage, test } from '../../../helpers/store/review-stage.ts';
import { galleryTools, pageData } from '../../../helpers/window/gallery-tools.ts';

const picture = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });

function optionsFor(review: ReviewStage, options: Partial<GalleryOptions> = {}): GalleryOptions {
  const folder = join(review.folder, 'handed');
  mkdirSync(folder, { recursive: true });
  return galleryOptionsSchema.parse({ folder, title: 'Anna & Tom', longestSide: 400, ...options });
}
const pageIn = (folder: string) => readFileSync(join(folder, 'index.html'), 'utf8');

test('a gallery has a page and its pictures, in sRGB, with a credit and no other metadata', async ({ review }) => {
  const draw = async (original: string, result: string) => {
    const exif = { IFD0: { Artist: 'Somebody', Model: 'X100' }, IFD3: { GPSLatitude: '52/1 30/1 0/1' } };
    const drawn = picture(900, 600, original.includes('two') ? '#a05030' : '#305090').withExif(exif);
    await drawn.clone().withIccProfile('p3').jpeg().toFile(original);
    await drawn.clone().withIccProfile('p3').png().toFile(result);
  };
  await review.finished('two <b>', { draw });
  await review.finished('one', { draw });
  review.store.settings.save({ creator: 'Ann Miller', copyright: '© Ann' });
  const options = optionsFor(review, { before: true, studio: 'Studio', message: 'Dear all' });
  const report = await makeGallery(all, options, galleryTools(review));

  const path = join(options.folder, 'Anna & Tom');
  expect(report).toMatchObject({ path, done: 2, failedCount: 0, withoutBefore: 0, ending: 'whole', trouble: null });
  const names = ['0001.jpg', '0002.jpg'];
  expect(filesIn(path)).toEqual([
    ...names.map((name) => join('before', name)),
    'index.html',
    ...['photographs', 'small'].flatMap((folder) => names.map((name) => join(folder, name))),
  ]);
  for (const name of filesIn(path).filter((each) => each.endsWith('.jpg'))) {
    const meta = await sharp(join(path, name)).metadata();
    const isSmall = name.startsWith('small');
    expect([meta.format, meta.width, meta.space]).toEqual(['jpeg', isSmall ? 800 : 400, 'srgb']);
    expect(meta.icc!.toString('latin1').replaceAll('\0', '')).toContain('sRGB');
    const exif = meta.exif!.toString('latin1');
    expect([exif.includes('Ann Miller'), /X100|Somebody/.test(exif), meta.xmp]).toEqual([true, false, undefined]);
  }
  expect(pageIn(path)).not.toContain(review.folder);
  const page = pageData(pageIn(path));
  expect(page.pictures.map(({ caption }) => caption).sort()).toEqual(['one', 'two _b_']);
  const known = review.store.galleries.pictures(page.id);
  expect(known.map(({ token }) => token).sort()).toEqual(page.pictures.map(({ id }) => id).sort());
  expect(new Set(page.pictures.map(({ id }) => id)).size).toBe(2);
  for (const { id } of page.pictures) expect(id).toMatch(/^[0-9a-f]{32}$/);
  // No watch folder adds its pictures.
  const { hash } = (await fingerprint(join(path, 'photographs', '0001.jpg')))!;
  expect(review.store.writtenFiles.isOwn(hash, join(review.folder, 'elsewhere.jpg'))).toBe(true);
});

test('the same gallery made twice is two, with separate ids and names', {
  tags: ['long'],
}, async ({ review }) => {
  await review.finished('one');
  const options = optionsFor(review, { captions: '' });
  const tools = galleryTools(review);
  const reports = [await makeGallery(all, options, tools), await makeGallery(all, options, tools)];
  const paths = ['Anna & Tom', 'Anna & Tom-2'].map((name) => join(options.folder, name));
  expect(reports.map(({ path }) => path)).toEqual(paths);
  const [one, two] = paths.map((path) => pageData(pageIn(path)));
  expect(one!.id).not.toBe(two!.id);
  expect(one!.pictures[0]!.id).not.toBe(two!.pictures[0]!.id);
  expect(one!.pictures[0]!.caption).toBe('Picture 1');
});

test('a zip is one file, which other programs unpack to the same gallery', async ({ review }) => {
  await review.finished('one');
  const options = optionsFor(review, { zip: true, title: 'Anna/Tom' });
  const report = await makeGallery(all, options, galleryTools(review));
  expect(report.path).toBe(join(options.folder, 'Anna_Tom.zip'));
  const files = unzip(readFileSync(report.path!));
  expect(Object.keys(files).sort()).toEqual(
    ['index.html', 'photographs/0001.jpg', 'small/0001.jpg'].map((name) => `Anna_Tom/${name}`),
  );
  expect(pageData(files['Anna_Tom/index.html']!).title).toBe('Anna/Tom');
});

test('unavailable files are left out and named; without any file, no gallery is made', async ({ review }) => {
  const first = await review.finished('one');
  const second = await review.finished('two');
  rmSync(first.result);
  rmSync(second.original);
  const options = optionsFor(review, { before: true });
  const report = await makeGallery(all, options, galleryTools(review));
  expect(report).toMatchObject({ done: 1, failedCount: 1, withoutBefore: 1, ending: 'whole' });
  expect(report.failed).toEqual([{ name: 'one.png', message: matchingMessage(/^“one.png” could not be read/) }]);
  rmSync(second.result);
  review.store.availability.forget(second.result);
  const trouble = matchingMessage(/^None of these photographs/);
  const none = await makeGallery(all, options, galleryTools(review));
  expect(none).toMatchObject({ done: 0, path: null, ending: 'trouble', trouble });
  expect(readdirSync(options.folder)).toEqual(['Anna & Tom']);
});

test('a result of another shape has no original', async ({ review }) => {
  const draw = async (original: string, result: string) => {
    await picture(300, 300, '#123456').jpeg().toFile(original);
    await picture(300, 200, '#123456').png().toFile(result);
  };
  await review.finished('cropped', { draw });
  const options = optionsFor(review, { before: true });
  expect(await makeGallery(all, options, galleryTools(review))).toMatchObject({ done: 1, withoutBefore: 1 });
});

test('a stopped gallery leaves no files, and its ids are forgotten', async ({ review }) => {
  await review.finished('one');
  await review.finished('two');
  const options = optionsFor(review);
  const stop = new AbortController();
  const added: string[] = [];
  const galleries = {
    ...review.store.galleries,
    add: (id: string, ...rest: [string, Parameters<typeof review.store.galleries.add>[2]]) => {
      added.push(id);
      review.store.galleries.add(id, ...rest);
      stop.abort();
    },
  };
  const tools = galleryTools(review, { store: { ...review.store, galleries } });
  expect(await makeGallery(all, options, tools, stop.signal)).toMatchObject({ ending: 'stopped', path: null });
  expect(added.map((id) => review.store.galleries.get(id))).toEqual([null]);
  expect(readdirSync(options.folder)).toEqual([]);
});

test.for([
  ['', /^Choose a folder for the gallery\.$/],
  ['/nowhere/at all', /^The folder “\/nowhere\/at all” is missing\./],
] as const)('a missing folder is reported: %j', async ([folder, words], { review }) => {
  await review.finished('one');
  const made = makeGallery(all, { ...optionsFor(review), folder }, galleryTools(review));
  await expect(made).rejects.toThrow(matchingError(words));
});

test('a full disk is reported in one message, and nothing is left of the gallery', async ({ review }) => {
  await review.finished('one');
  const options = optionsFor(review);
  const full = galleryTools(review, {
    placeFolder: async () => {
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    },
  });
  writeFileSync(join(options.folder, 'kept.txt'), '');
  expect(await makeGallery(all, options, full)).toMatchObject({ ending: 'trouble', path: null });
  expect(readdirSync(options.folder)).toEqual(['kept.txt']);
});

const { signal } = new AbortController();
const flaw = (kind: 'missing' | 'halo') => ({ kind, box: null, amount: 0.2 });

test('counts the pictures of a gallery, those left out and why, and results with flaws', async ({ review }) => {
  const { store } = review;
  const [good, flawed, accepted, analysis, lost] = await Promise.all(
    ['good', 'flawed', 'accepted', 'analysis', 'lost'].map((name) => review.finished(name)),
  );
  rmSync(lost!.result);
  const noPicture = `kind = 'analysis', path = NULL, raw = '{}'`;
  runSql(review.folder, `UPDATE results SET ${noPicture} WHERE id = ${analysis!.resultId}`);
  const contentHash = createHash('sha256').update('waiting').digest('hex');
  store.proofs.add({ title: 'Waiting', origin: 'drop', folderId: null }, [
    { sourcePath: join(review.card, 'waiting.jpg'), relativeFolder: '', contentHash, bytes: 1, width: 3, height: 2 },
  ]);
  store.inspections.put(flawed!.resultId, 1, [flaw('missing'), flaw('missing'), flaw('halo')]);
  store.inspections.put(accepted!.resultId, 1, [flaw('missing')]);
  store.inspections.setAccepted([accepted!.resultId], true);

  const tools = galleryTools(review);
  const { resultId, photographId } = flawed!;
  const flaws = { results: [{ resultId, photographId }], kinds: [{ count: 1 }, { count: 1 }] };
  const plan = await planGallery(all, tools, signal);
  expect(plan).toMatchObject({ count: 3, unprocessed: 1, withoutPicture: 1, missing: 1, flawed: flaws });
  expect(new Set(plan.flawed.kinds.map(({ kind }) => kind))).toEqual(new Set(['missing', 'halo']));
  const made = await makeGallery(all, optionsFor(review), tools);
  expect(made).toMatchObject({ done: plan.count, failedCount: plan.missing });

  // A gallery of selected results counts only those.
  expect(await planGallery({ versions: [good!.resultId, resultId] }, tools, signal)).toMatchObject({
    ...{ count: 2, unprocessed: 0, withoutPicture: 0, missing: 0, flawed: flaws },
  });
});
