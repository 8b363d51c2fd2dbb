import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import sharp from 'sharp';
import { afterEach, describe, expect } from 'vitest';
import { defaultRendering, type ExportOptions, exportOptionsSchema } from '../../../../contract/delivery/export.ts';
import type { Rendering } from '../../../../contract/recipes/output.ts';
import { everyPhotograph } from '../../../../contract/review/list-queries.ts';
import { detailsChangeSchema } from '../../../../contract/review/photo-info.ts';
import type { ExportContext } from '../../../../main/delivery/common/export-context.ts';
import { planExport } from '../../../../main/delivery/export/plan-export.ts';
import { runExport } from '../../../../main/delivery/export/run-export.ts';
import { fileAvailability } from '../../../../main/files/file-availability.ts';
import { fileIdentity } from '../../../../main/files/file-identity.ts';
import { writeBlock } from '../../../../main/imaging/container/exif-tree.ts';
import { chunk } from '../../../../main/imaging/container/png-chunks.ts';
import { readXmp } from '../../../../main/imaging/xmp/read-xmp.ts';
import { placeSibling } from '../../../../main/pipeline/output/place-sibling.ts';
import { Bulk } from '../../../../main/review/actions/bulk-work.ts';
import { createReader } from '../../../../main/review/lists/query-reader.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { type ReviewStage, test } from '../../../helpers/store/review-stage.ts';

const small: Rendering = { ...defaultRendering, format: 'jpeg', size: { kind: 'longest', px: 200, enlarge: false } };
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function toolsOf(review: ReviewStage, more: Partial<ExportContext> = {}): ExportContext {
  const reader = createReader(review.store.file);
  closing.push(() => reader.close());
  return {
    ...{ store: review.store, reader, bulk: new Bulk(() => undefined), place: placeSibling },
    ...{ toWords: messageText, now: () => Date.UTC(2026, 10, 22, 12) },
    ...more,
  };
}
function handed(review: ReviewStage, options: Partial<ExportOptions> = {}): ExportOptions {
  const folder = join(review.folder, 'handed');
  mkdirSync(folder, { recursive: true });
  return exportOptionsSchema.parse({ folder, ...options });
}
const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
const all = { query: everyPhotograph, except: [] };
/** Signal of a request that is still awaited. */
const awaited = new AbortController().signal;

describe('an export', () => {
  test('writes photo info into each copy, and leaves results and originals unchanged', async ({ review }) => {
    const firstPhotograph = await review.finished('one', { size: 400 });
    const secondPhotograph = await review.finished('two', { size: 400 });
    const { photographDetails: details } = review.store;
    details.set(
      [firstPhotograph.photographId],
      detailsChangeSchema.parse({ creator: 'Ana', headline: 'Größe', add: ['海'] }),
    );
    const before = [firstPhotograph.result, firstPhotograph.original, secondPhotograph.result].map(hash);
    for (const rendering of [small, defaultRendering]) {
      const options = handed(review, { rendering, folder: mkdtempSync(join(review.folder, 'copies-')) });
      await runExport(all, options, toolsOf(review));
      const [first, second] = files(options.folder).map((name) => join(options.folder, name));
      const { xmp, exif } = await sharp(first!).metadata();
      expect(readXmp(xmp!)).toMatchObject({ creator: 'Ana' });
      expect(xmp!.toString()).toMatch(/<rdf:li>海<\/rdf:li>/);
      expect(exif!.includes('Ana')).toBe(true);
      expect((await sharp(second!).metadata()).xmp).toBeUndefined();
      // Photo info typed for an export applies to all its files.
      const typed = { ...options, folder: mkdtempSync(join(review.folder, 'typed-')), creator: 'Bo' };
      await runExport(all, typed, toolsOf(review));
      expect(readXmp((await sharp(join(typed.folder, files(typed.folder)[0]!)).metadata()).xmp!)?.creator).toBe('Bo');
    }
    expect([firstPhotograph.result, firstPhotograph.original, secondPhotograph.result].map(hash)).toEqual(before);
  });

  test('copies results as JPEG with longest side, rating and label, and leaves all sources unchanged', async ({
    review,
  }) => {
    const first = await review.finished('one', { size: 400 });
    const second = await review.finished('two', { size: 400, colour: '#306090' });
    review.store.photographs.decide([first.photographId], { stars: 4, label: 1, flag: 1 });
    const before = [first.result, first.original, second.result, second.original].map(hash);
    const options = handed(review, { rendering: small, creator: 'Ann', rights: '© Ann' });
    const report = await runExport(all, options, toolsOf(review));
    expect(report).toMatchObject({ done: 2, failedCount: 0, total: 2, ending: 'whole', trouble: null });
    expect(files(options.folder)).toEqual(['one.jpg', 'two.jpg']);
    const meta = await sharp(join(options.folder, 'one.jpg')).metadata();
    expect(meta).toMatchObject({ format: 'jpeg', width: 200, height: 100 });
    expect(meta.xmp!.toString()).toMatch(/xmp:Rating="4"[^>]*xmp:Label="Red"[^>]*:pick="1"/);
    expect((await sharp(join(options.folder, 'two.jpg')).metadata()).xmp!.toString()).not.toContain('Rating');
    expect([first.result, first.original, second.result, second.original].map(hash)).toEqual(before);
    expect(readdirSync(join(review.folder, 'work', 'exporting'))).toEqual([]);
  });

  test('reports what was left out of a file', { tags: ['long'] }, async ({ review }) => {
    const comment = { tag: 37510, type: 7, count: 70_000, value: Buffer.alloc(70_000, 'c') };
    const data = chunk('eXIf', writeBlock({ image: [], exif: [comment], gps: [] }));
    await review.finished('one', {
      async draw(_, result) {
        const png = readFileSync(result);
        writeFileSync(result, Buffer.concat([png.subarray(0, 33), data, png.subarray(33)]));
      },
    });
    const report = await runExport(all, handed(review, { rendering: small }), toolsOf(review));
    expect(report).toMatchObject({ done: 1, failedCount: 0, ending: 'whole' });
    expect(report.notes?.map(({ name, message }) => [name, messageText(message)])).toEqual([
      [
        'one.jpg',
        '“one.jpg” was exported. The longest EXIF fields were left out because a JPEG has no space for them.',
      ],
    ]);
  });

  test('names results from a product list', { tags: ['long'] }, async ({ review }) => {
    await review.finished('one', { product: { sku: 'A1', name: 'Mug', folder: '' } });
    await review.finished('two');
    const options = handed(review, { rendering: small, template: '{sku}_{product}_{name}' });
    expect(await runExport(all, options, toolsOf(review))).toMatchObject({ done: 2, failedCount: 0 });
    expect(files(options.folder)).toEqual(['A1_Mug_one.jpg', 'two.jpg']);
  });

  test('never overwrites a file, but uses the next number, also for two photographs with one name', async ({
    review,
  }) => {
    await review.finished('one');
    await review.finished('two');
    const options = handed(review, { template: 'sheet' });
    writeFileSync(join(options.folder, 'sheet.png'), 'mine');
    await runExport(all, options, toolsOf(review));
    expect(files(options.folder)).toEqual(['sheet-2.png', 'sheet-3.png', 'sheet.png']);
    expect(readFileSync(join(options.folder, 'sheet.png'), 'utf8')).toBe('mine');
  });

  test('a contact sheet holds the readable pictures, and reports the others', {
    tags: ['long'],
  }, async ({ review }) => {
    await review.finished('one');
    const two = await review.finished('two');
    const three = await review.finished('three');
    rmSync(two.result);
    writeFileSync(three.result, 'no picture');
    const report = await runExport(all, handed(review, { kind: 'sheet' }), toolsOf(review));
    expect(report).toMatchObject({ done: 1, failedCount: 2, ending: 'whole' });
    expect(report.failed.map(({ message }) => messageText(message)).sort()).toEqual([
      '“three.png” cannot be read as an image. Restore the file, or process the photograph again. A service may charge for processing.',
      '“two.png” is no longer where Burnish saved it. Find its folder in Review, restore the file, or process the photograph again. A service may charge for processing.',
    ]);
  });

  test('sorts into folders by batch and by label', async ({ review }) => {
    const wedding = await review.finished('Wedding');
    await review.finished('Shoes');
    review.store.photographs.decide([wedding.photographId], { label: 3 });
    const options = handed(review, { subfolders: 'batch', template: '{counter}-{name}' });
    const by = { query: { ...everyPhotograph, sort: 'name' as const, descending: false }, except: [] };
    const sorted = await runExport(by, options, toolsOf(review));
    expect(sorted.failed.map(({ message }) => messageText(message))).toEqual([]);
    expect(files(options.folder)).toEqual(['Shoes/0001-Shoes.png', 'Wedding/0002-Wedding.png']);
    const labels = {
      ...options,
      folder: join(review.folder, 'labels'),
      subfolders: 'label' as const,
      template: '{name}',
    };
    mkdirSync(labels.folder);
    await runExport(by, labels, toolsOf(review));
    expect(files(labels.folder)).toEqual(['Green/Wedding.png', 'Shoes.png']);
  });

  test('passes on the text of a label from another program, unless a color was set here', { tags: ['long'] }, async ({
    review,
  }) => {
    const decision = { flag: 0, stars: 0, label: 0, foreignLabel: 'Kunde A/B' } as const;
    await review.finished('one', { decision });
    const two = await review.finished('two', { decision });
    review.store.photographs.decide([two.photographId], { label: 2 });
    const options = handed(review, { subfolders: 'label' });
    await runExport(all, { ...options, rendering: small }, toolsOf(review));
    const [one, other] = files(options.folder);
    expect([one, other]).toEqual(['Kunde A_B/one.jpg', 'Yellow/two.jpg']);
    const labelIn = async (name: string) => readXmp((await sharp(join(options.folder, name)).metadata()).xmp!)?.label;
    expect(await labelIn(one!)).toBe('Kunde A/B');
    expect(await labelIn(other!)).toBe('Yellow');
  });

  test('moves results byte for byte, and updates their paths in the database', async ({ review }) => {
    const photograph = await review.finished('one');
    const [content, original] = [hash(photograph.result), hash(photograph.original)];
    const options = handed(review, { move: true, template: 'moved {name}' });
    expect(await runExport(all, options, toolsOf(review))).toMatchObject({ done: 1, failedCount: 0 });
    const moved = join(options.folder, 'moved one.png');
    expect(hash(moved)).toBe(content);
    expect(existsSync(photograph.result)).toBe(false);
    expect(hash(photograph.original)).toBe(original);
    expect(await review.store.results.get(photograph.resultId)).toMatchObject({ path: moved, present: true });
    expect(review.store.writtenFiles.isOwn(content, moved)).toBe(true);
  });

  test('never moves a result that was added as a photograph', async ({ review }) => {
    const photograph = await review.finished('one');
    const again = await review.finished('again', {
      draw: async (original) => writeFileSync(original, readFileSync(photograph.result)),
    });
    // The result of one is the photograph of another.
    const item = { ...review.job(again.jobId), sourcePath: photograph.result, contentHash: hash(photograph.result) };
    review.store.jobs.add({ title: 'next', origin: 'drop', folderId: null }, [item]);
    const report = await runExport(
      { versions: [photograph.resultId] },
      handed(review, { move: true }),
      toolsOf(review),
    );
    expect(report).toMatchObject({ done: 0, failedCount: 1 });
    expect(messageText(report.failed[0]!.message)).toContain('originals are never moved');
    expect(existsSync(photograph.result)).toBe(true);
  });

  test('never moves it if results were written through a link to the folder it was added from', {
    tags: ['long'],
  }, async ({ review }) => {
    const real = join(review.folder, 'real');
    mkdirSync(real);
    symlinkSync(real, review.out);
    const photograph = await review.finished('one');
    const sourcePath = join(real, 'one.png');
    const item = { ...review.job(photograph.jobId), sourcePath, contentHash: hash(sourcePath) };
    const identity = await fileIdentity(sourcePath);
    review.store.jobs.add({ title: 'next', origin: 'drop', folderId: null }, [{ ...item, identity }]);
    const report = await runExport(
      { versions: [photograph.resultId] },
      handed(review, { move: true }),
      toolsOf(review),
    );
    expect(report).toMatchObject({ done: 0, failedCount: 1 });
    expect(messageText(report.failed[0]!.message)).toContain('originals are never moved');
    expect(existsSync(sourcePath)).toBe(true);
  });

  test('continues after a missing or invalid file, and reports the reason of each', async ({ review }) => {
    const first = await review.finished('one');
    const second = await review.finished('two');
    await review.finished('three');
    rmSync(first.result);
    writeFileSync(second.result, 'no picture');
    review.store.availability.forget(first.result);
    const report = await runExport(
      all,
      handed(review, { rendering: { ...defaultRendering, format: 'jpeg' } }),
      toolsOf(review),
    );
    expect(report).toMatchObject({ done: 1, failedCount: 2, ending: 'whole' });
    expect(report.failed.map(({ message }) => messageText(message)).sort()).toEqual([
      '“one.png” is no longer where Burnish saved it. Find its folder in Review, restore the file, or process the photograph again. A service may charge for processing.',
      '“two.png” cannot be read as an image. Restore the file, or process the photograph again. A service may charge for processing.',
    ]);
  });

  test('that is stopped leaves complete files, and reports how many', { tags: ['long'] }, async ({ review }) => {
    for (let index = 0; index < 6; index += 1) await review.finished(`photo ${index}`);
    const stop = new AbortController();
    let placed = 0;
    const options = handed(review);
    const tools = toolsOf(review, {
      place: async (...args) => {
        const file = await placeSibling(...args);
        placed += 1;
        if (placed === 2) stop.abort();
        return file;
      },
    });
    const report = await runExport(all, options, tools, stop.signal);
    expect(report.ending).toBe('stopped');
    expect(report.done).toBe(files(options.folder).length);
    expect(report.done).toBeGreaterThanOrEqual(2);
    expect(report.done).toBeLessThan(6);
    for (const name of files(options.folder)) await sharp(join(options.folder, name)).stats();
    expect(review.store.temporaryFiles.list()).toEqual([]);
  });

  test('ends at once if the folder is not writable, with one message and the files done', { tags: ['long'] }, async ({
    review,
  }) => {
    for (let index = 0; index < 4; index += 1) await review.finished(`photo ${index}`);
    const options = handed(review, { subfolders: 'batch' });
    const full: ExportContext['place'] = async (finished, wanted, notes) => {
      if (basename(wanted) === 'photo 3.png') return placeSibling(finished, wanted, notes);
      // Simulate the error of a full disk.
      return placeSibling(finished, wanted, {
        ...notes,
        note: () => {
          throw Object.assign(new Error('full'), { code: 'ENOSPC' });
        },
      });
    };
    const report = await runExport(all, options, toolsOf(review, { place: full }));
    expect(report.ending).toBe('trouble');
    expect(messageText(report.trouble!)).toMatch(/full/i);
    expect(report.failedCount).toBe(0);
    expect(report.done).toBeLessThan(4);
  });

  test.for([
    [{ folder: '' }, 'Choose a folder for the export.'],
    [
      { folder: '/nowhere/at/all' },
      'The folder “/nowhere/at/all” is missing. Choose another one, or connect its disk.',
    ],
    [{ move: true, rendering: small }, 'Results are moved as they are. To change format, size or metadata, copy them.'],
  ] as const)('does not start with %j', async ([wrong, words], { review }) => {
    await review.finished('one');
    const refused = await runExport(all, { ...handed(review), ...wrong }, toolsOf(review)).catch((fault) => fault);
    expect(messageText(refused.sentence)).toBe(words);
  });
});

test('a plan has the count, the estimated size, and the name of the first file', { tags: ['long'] }, async ({
  review,
}) => {
  await review.finished('one', { size: 300 });
  await review.finished('two', { size: 300 });
  const options = handed(review, {
    rendering: { ...small, size: { kind: 'longest', px: 100, enlarge: false } },
    subfolders: 'batch',
  });
  const plan = await planExport(all, options, toolsOf(review), awaited);
  const report = await runExport(all, options, toolsOf(review));
  expect(plan).toMatchObject({ count: 2, withoutPicture: 0, firstName: 'two/two.jpg' });
  expect(Math.abs(plan.bytes - report.bytes)).toBeLessThan(report.bytes * 0.05);
});

test('a plan leaves out results without a picture, and ends when no one waits for it', { tags: ['long'] }, async ({
  review,
}) => {
  const finished = [];
  for (const [name, size] of Object.entries({ one: 100, two: 200, three: 200 }))
    finished.push(await review.finished(name, { size }));
  const versions = finished.map(({ resultId }) => resultId);
  const bytes = finished.reduce((sum, { result }) => sum + statSync(result).size, 0);
  const db = new Database(review.store.file);
  db.prepare("UPDATE results SET kind = 'analysis', path = NULL, raw = '{}' WHERE id = ?").run(versions[0]);
  db.close();
  const options = handed(review);
  const without = statSync(finished[0]!.result).size;
  for (const choice of [all, { versions }])
    expect(await planExport(choice, options, toolsOf(review), awaited)).toMatchObject({
      ...{ count: 2, withoutPicture: 1, bytes: bytes - without },
    });
  const off = new AbortController();
  const planned = planExport(all, options, toolsOf(review), off.signal);
  off.abort();
  await expect(planned).rejects.toBe(off.signal.reason);
});

test('a plan counts only available results, and gives the reason of the others', async ({ review }) => {
  const finished = [await review.finished('one'), await review.finished('two'), await review.finished('three')];
  const [one, two, three] = finished.map(({ result }) => ({ result, bytes: statSync(result).size }));
  const planOf = (options: Partial<ExportOptions> = {}) => {
    // Forget earlier checks of the files.
    for (const { result } of finished) review.store.availability.forget(result);
    return planExport(all, handed(review, options), toolsOf(review), awaited);
  };
  expect(await planOf()).toMatchObject({ count: 3, missing: { count: 0, reason: null } });

  rmSync(three!.result);
  expect(await planOf()).toMatchObject({
    ...{ count: 2, bytes: one!.bytes + two!.bytes, firstName: 'two.png' },
    missing: { count: 1, reason: { kind: 'files', name: review.out } },
  });
  // An estimate for other formats counts the files that will be made.
  const changed = await planOf({ rendering: small });
  expect(changed.count).toBe(2);
  // A table needs no files.
  expect(await planOf({ kind: 'csv' })).toMatchObject({ count: 3, missing: { count: 0, reason: null } });

  rmSync(review.out, { recursive: true });
  const missing = { count: 3, reason: { kind: 'folder', name: review.out } };
  for (const options of [{}, { rendering: small }])
    expect(await planOf(options)).toMatchObject({
      ...{ count: 0, bytes: 0, firstName: null, firstId: null, withoutPicture: 0, missing },
    });
});

test('a plan names the disk that all missing results are on', async ({ review }) => {
  await review.finished('one');
  await review.finished('two');
  const availability = fileAvailability({
    mounts: async () => [{ mountPoint: review.out, type: 'nfs4' }],
    ask: async () => Promise.reject(Object.assign(new Error('The server does not respond.'), { code: 'EIO' })),
  });
  const store = { ...review.store, availability };
  expect(await planExport(all, handed(review), toolsOf(review, { store }), awaited)).toMatchObject({
    count: 0,
    missing: { count: 2, reason: { kind: 'volume', name: basename(review.out) } },
  });
});

test('writes the outlines of cutouts as SVG, in px of the picture, and reports results without one', async ({
  review,
}) => {
  const disc = Buffer.from('<svg width="400" height="200"><circle cx="200" cy="100" r="80" fill="#306090"/></svg>');
  const draw = async (_: string, result: string) => {
    await sharp(disc).png().toFile(result);
  };
  await review.finished('disc', { size: 400, draw });
  await review.finished('whole', {
    size: 400,
    draw: async (_, result) => void (await sharp(disc).flatten({ background: '#fff' }).png().toFile(result)),
  });
  const options = handed(review, { kind: 'paths', template: '{name} outline' });
  expect(await planExport(all, options, toolsOf(review), awaited)).toMatchObject({
    count: 2,
    firstName: 'whole outline.svg',
  });
  const report = await runExport(all, options, toolsOf(review));
  expect(report).toMatchObject({ done: 1, failedCount: 1, ending: 'whole' });
  expect(report.failed.map(({ message }) => messageText(message))).toEqual([
    '“whole.png” has no transparent background, so there is no outline to trace.',
  ]);
  expect(files(options.folder)).toEqual(['disc outline.svg']);
  const svg = readFileSync(join(options.folder, 'disc outline.svg'));
  const { data, info } = await sharp(svg).extractChannel('alpha').raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 400, height: 200 });
  const truth = await sharp(disc).extractChannel('alpha').raw().toBuffer();
  const off = data.reduce((sum, value, at) => sum + Math.abs(value - (truth[at] ?? 0)), 0) / 255;
  // Px of area along an outline of 503 px: within a quarter of one everywhere, in the mean.
  expect(off).toBeLessThan(125);
});
