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
import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { defaultRendering } from '../../../../contract/delivery/export.ts';
import type { Rendering } from '../../../../contract/recipes/output.ts';
import { detailsChangeSchema } from '../../../../contract/review/photo-info.ts';
import { planExport } from '../../../../main/delivery/export/plan-export.ts';
import { fileAvailability } from '../../../../main/files/file-availability.ts';
import { fileIdentity } from '../../../../main/files/file-identity.ts';
import { writeBlock } from '../../../../main/imaging/container/exif-tree.ts';
import { chunk } from '../../../../main/imaging/container/png-chunks.ts';
import { readXmp } from '../../../../main/imaging/xmp/read-xmp.ts';
import { placeSibling } from '../../../../main/pipeline/output/place-sibling.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import {
  all,
  byName,
  type ExportStage,
  failures,
  fileHash,
  filesIn,
  test,
} from '../../../helpers/store/export-stage.ts';
import { runSql } from '../../../helpers/store/own-folder.ts';
import { addJobs } from '../../../helpers/store/same-content.ts';

const small: Rendering = { ...defaultRendering, format: 'jpeg', size: { kind: 'longest', px: 200, enlarge: false } };
/** Signal of a request that is still awaited. */
const awaited = new AbortController().signal;
const metadataOf = (folder: string, name: string) => sharp(join(folder, name)).metadata();
const planOf = (stand: ExportStage, options: Parameters<ExportStage['options']>[0] = {}, choice = all) =>
  planExport(choice, stand.options(options), stand.tools, awaited);
const noPicture =
  '“two.png” cannot be read as an image. Restore the file, or process the photograph again. A service may charge for processing.';
const missing =
  '“one.png” is no longer where Burnish saved it. Find its folder in Review, restore the file, or process the photograph again. A service may charge for processing.';

describe('an export', () => {
  test('writes photo info into each copy, and leaves results and originals unchanged', async ({ stand }) => {
    const [one, two] = [await stand.finished('one', { size: 400 }), await stand.finished('two', { size: 400 })];
    const info = detailsChangeSchema.parse({ creator: 'Ana', headline: 'Größe', add: ['海'] });
    stand.store.photographDetails.set([one.photographId], info);
    const hashes = () => [one.result, one.original, two.result].map(fileHash);
    const before = hashes();

    for (const rendering of [small, defaultRendering]) {
      const folder = mkdtempSync(join(stand.folder, 'copies-'));
      await stand.run({ rendering, folder });
      const [first, second] = await Promise.all(filesIn(folder).map((name) => metadataOf(folder, name)));
      expect(readXmp(first!.xmp!)).toMatchObject({ creator: 'Ana' });
      expect(first!.xmp!.toString()).toMatch(/<rdf:li>海<\/rdf:li>/);
      expect(first!.exif!.includes('Ana')).toBe(true);
      expect(second!.xmp).toBeUndefined();

      // Photo info typed for an export applies to all its files.
      const typed = mkdtempSync(join(stand.folder, 'typed-'));
      await stand.run({ rendering, folder: typed, creator: 'Bo' });
      expect(readXmp((await metadataOf(typed, filesIn(typed)[0]!)).xmp!)?.creator).toBe('Bo');
    }
    expect(hashes()).toEqual(before);
  });

  test('copies results as JPEG with longest side, rating and label, and leaves all sources unchanged', async ({
    stand,
  }) => {
    const one = await stand.finished('one', { size: 400 });
    const two = await stand.finished('two', { size: 400, colour: '#306090' });
    stand.store.photographs.decide([one.photographId], { stars: 4, label: 1, flag: 1 });
    const hashes = () => [one.result, one.original, two.result, two.original].map(fileHash);
    const before = hashes();

    const report = await stand.run({ rendering: small, creator: 'Ann', rights: '© Ann' });
    expect(report).toMatchObject({ done: 2, failedCount: 0, total: 2, ending: 'whole', trouble: null });
    expect(filesIn(stand.handed)).toEqual(['one.jpg', 'two.jpg']);
    const meta = await metadataOf(stand.handed, 'one.jpg');
    expect(meta).toMatchObject({ format: 'jpeg', width: 200, height: 100 });
    expect(meta.xmp!.toString()).toMatch(/xmp:Rating="4"[^>]*xmp:Label="Red"[^>]*:pick="1"/);
    expect((await metadataOf(stand.handed, 'two.jpg')).xmp!.toString()).not.toContain('Rating');
    expect(hashes()).toEqual(before);
    expect(readdirSync(join(stand.folder, 'work', 'exporting'))).toEqual([]);
  });

  test('reports what was left out of a file', { tags: ['long'] }, async ({ stand }) => {
    const comment = { tag: 37510, type: 7, count: 70_000, value: Buffer.alloc(70_000, 'c') };
    const data = chunk('eXIf', writeBlock({ image: [], exif: [comment], gps: [] }));
    await stand.finished('one', {
      async draw(_, result) {
        const png = readFileSync(result);
        writeFileSync(result, Buffer.concat([png.subarray(0, 33), data, png.subarray(33)]));
      },
    });
    const report = await stand.run({ rendering: small });
    expect(report).toMatchObject({ done: 1, failedCount: 0, ending: 'whole' });
    expect(report.notes?.map(({ name, message }) => [name, messageText(message)])).toEqual([
      [
        'one.jpg',
        '“one.jpg” was exported. The longest EXIF fields were left out because a JPEG has no space for them.',
      ],
    ]);
  });

  test('names results from a product list', { tags: ['long'] }, async ({ stand }) => {
    await stand.finished('one', { product: { sku: 'A1', name: 'Mug', folder: '' } });
    await stand.finished('two');
    expect(await stand.run({ rendering: small, template: '{sku}_{product}_{name}' })).toMatchObject({ done: 2 });
    expect(filesIn(stand.handed)).toEqual(['A1_Mug_one.jpg', 'two.jpg']);
  });

  test('never overwrites a file, but uses the next number, also for two photographs with one name', async ({
    stand,
  }) => {
    for (const name of ['one', 'two']) await stand.finished(name);
    writeFileSync(join(stand.handed, 'sheet.png'), 'mine');
    await stand.run({ template: 'sheet' });
    expect(filesIn(stand.handed)).toEqual(['sheet-2.png', 'sheet-3.png', 'sheet.png']);
    expect(readFileSync(join(stand.handed, 'sheet.png'), 'utf8')).toBe('mine');
  });

  test.for(['files', 'sheet'] as const)(
    'continues after a missing or invalid file, and reports each: %s',
    async (kind, { stand }) => {
      const [one, two] = [await stand.finished('one'), await stand.finished('two')];
      await stand.finished('three');
      rmSync(one.result);
      writeFileSync(two.result, 'no picture');
      stand.store.availability.forget(one.result);
      const report = await stand.run({ kind, rendering: { ...defaultRendering, format: 'jpeg' } });
      expect(report).toMatchObject({ done: 1, failedCount: 2, ending: 'whole' });
      expect(failures(report)).toEqual([missing, noPicture]);
    },
  );

  test('sorts into folders by batch and by label', async ({ stand }) => {
    const wedding = await stand.finished('Wedding');
    await stand.finished('Shoes');
    stand.store.photographs.decide([wedding.photographId], { label: 3 });
    await stand.run({ subfolders: 'batch', template: '{counter}-{name}' }, { choice: byName });
    expect(filesIn(stand.handed)).toEqual(['Shoes/0001-Shoes.png', 'Wedding/0002-Wedding.png']);

    const folder = mkdtempSync(join(stand.folder, 'labels-'));
    await stand.run({ subfolders: 'label', folder }, { choice: byName });
    expect(filesIn(folder)).toEqual(['Green/Wedding.png', 'Shoes.png']);
  });

  test('passes on the text of a label from another program, unless a color was set here', { tags: ['long'] }, async ({
    stand,
  }) => {
    const decision = { flag: 0, stars: 0, label: 0, foreignLabel: 'Kunde A/B' } as const;
    await stand.finished('one', { decision });
    const two = await stand.finished('two', { decision });
    stand.store.photographs.decide([two.photographId], { label: 2 });
    await stand.run({ subfolders: 'label', rendering: small });
    const names = filesIn(stand.handed);
    expect(names).toEqual(['Kunde A_B/one.jpg', 'Yellow/two.jpg']);
    const labels = names.map(async (name) => readXmp((await metadataOf(stand.handed, name)).xmp!)?.label);
    expect(await Promise.all(labels)).toEqual(['Kunde A/B', 'Yellow']);
  });

  test('moves results byte for byte, and updates their paths in the database', async ({ stand }) => {
    const { original, result, resultId } = await stand.finished('one');
    const [content, before] = [fileHash(result), fileHash(original)];
    expect(await stand.run({ move: true, template: 'moved {name}' })).toMatchObject({ done: 1, failedCount: 0 });

    const moved = join(stand.handed, 'moved one.png');
    expect([fileHash(moved), fileHash(original), existsSync(result)]).toEqual([content, before, false]);
    expect(await stand.store.results.get(resultId)).toMatchObject({ path: moved, present: true });
    expect(stand.store.writtenFiles.isOwn(content, moved)).toBe(true);
  });

  test('never moves a result that was added as a photograph', async ({ stand }) => {
    const { result, resultId } = await stand.finished('one');
    const draw = async (original: string) => writeFileSync(original, readFileSync(result));
    const { jobId } = await stand.finished('again', { draw });
    // The result of one is the photograph of another.
    addJobs(stand, [{ ...stand.job(jobId), sourcePath: result, contentHash: fileHash(result) }]);
    const report = await stand.run({ move: true }, { choice: { versions: [resultId] } });
    expect(report).toMatchObject({ done: 0, failedCount: 1 });
    expect(failures(report)).toEqual([expect.stringContaining('originals are never moved')]);
    expect(existsSync(result)).toBe(true);
  });

  test('never moves it if results were written through a link to the folder it was added from', {
    tags: ['long'],
  }, async ({ stand }) => {
    const real = join(stand.folder, 'real');
    mkdirSync(real);
    symlinkSync(real, stand.out);
    const { jobId, resultId } = await stand.finished('one');
    const sourcePath = join(real, 'one.png');
    const identity = await fileIdentity(sourcePath);
    addJobs(stand, [{ ...stand.job(jobId), sourcePath, contentHash: fileHash(sourcePath), identity }]);
    const report = await stand.run({ move: true }, { choice: { versions: [resultId] } });
    expect(report).toMatchObject({ done: 0, failedCount: 1 });
    expect(failures(report)).toEqual([expect.stringContaining('originals are never moved')]);
    expect(existsSync(sourcePath)).toBe(true);
  });

  test('that is stopped leaves complete files, and reports how many', { tags: ['long'] }, async ({ stand }) => {
    for (let index = 0; index < 6; index += 1) await stand.finished(`photo ${index}`);
    const stop = new AbortController();
    let placed = 0;
    const place: typeof placeSibling = async (...args) => {
      const file = await placeSibling(...args);
      placed += 1;
      if (placed === 2) stop.abort();
      return file;
    };
    const report = await stand.run({}, { place, signal: stop.signal });

    const names = filesIn(stand.handed);
    expect(report).toMatchObject({ ending: 'stopped', done: names.length });
    expect(names.length).toBeGreaterThanOrEqual(2);
    expect(names.length).toBeLessThan(6);
    for (const name of names) await sharp(join(stand.handed, name)).stats();
    expect(stand.store.temporaryFiles.list()).toEqual([]);
  });

  test('ends at once if the folder is not writable, with one message and the files done', { tags: ['long'] }, async ({
    stand,
  }) => {
    for (let index = 0; index < 4; index += 1) await stand.finished(`photo ${index}`);
    // Simulate the error of a full disk.
    const note = () => {
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    };
    const place: typeof placeSibling = (finished, wanted, notes) =>
      placeSibling(finished, wanted, basename(wanted) === 'photo 3.png' ? notes : { ...notes, note });
    const report = await stand.run({ subfolders: 'batch' }, { place });
    expect(report).toMatchObject({ ending: 'trouble', failedCount: 0 });
    expect(messageText(report.trouble!)).toMatch(/full/i);
    expect(report.done).toBeLessThan(4);
  });

  test.for([
    [{ folder: '' }, 'Choose a folder for the export.'],
    [
      { folder: '/nowhere/at/all' },
      'The folder “/nowhere/at/all” is missing. Choose another one, or connect its disk.',
    ],
    [{ move: true, rendering: small }, 'Results are moved as they are. To change format, size or metadata, copy them.'],
  ] as const)('does not start with %j', async ([wrong, words], { stand }) => {
    await stand.finished('one');
    const refused = await stand.run(wrong).catch((fault) => fault);
    expect(messageText(refused.sentence)).toBe(words);
  });
});

describe('a plan', () => {
  test('has the count, the estimated size, and the name of the first file', { tags: ['long'] }, async ({ stand }) => {
    for (const name of ['one', 'two']) await stand.finished(name, { size: 300 });
    const rendering = { ...small, size: { kind: 'longest', px: 100, enlarge: false } } as const;
    const plan = await planOf(stand, { rendering, subfolders: 'batch' });
    const report = await stand.run({ rendering, subfolders: 'batch' });
    expect(plan).toMatchObject({ count: 2, withoutPicture: 0, firstName: 'two/two.jpg' });
    expect(Math.abs(plan.bytes - report.bytes)).toBeLessThan(report.bytes * 0.05);
  });

  test('leaves out results without a picture, and ends when no one waits for it', { tags: ['long'] }, async ({
    stand,
  }) => {
    const analysis = await stand.finished('one');
    const others = [await stand.finished('two', { size: 200 }), await stand.finished('three', { size: 200 })];
    const bytes = others.reduce((sum, { result }) => sum + statSync(result).size, 0);
    runSql(
      stand.folder,
      `UPDATE results SET kind = 'analysis', path = NULL, raw = '{}' WHERE id = ${analysis.resultId}`,
    );
    const versions = [analysis, ...others].map(({ resultId }) => resultId);
    for (const choice of [all, { versions }])
      expect(await planOf(stand, {}, choice)).toMatchObject({ count: 2, withoutPicture: 1, bytes });

    const off = new AbortController();
    const planned = planExport(all, stand.options(), stand.tools, off.signal);
    off.abort();
    await expect(planned).rejects.toBe(off.signal.reason);
  });

  test('counts only available results, and gives the reason of the others', async ({ stand }) => {
    const finished = [await stand.finished('one'), await stand.finished('two'), await stand.finished('three')];
    const sizes = finished.map(({ result }) => statSync(result).size);
    const checked = (options: Parameters<ExportStage['options']>[0] = {}) => {
      // Forget earlier checks of the files.
      for (const { result } of finished) stand.store.availability.forget(result);
      return planOf(stand, options);
    };
    const none = { count: 0, reason: null };
    expect(await checked()).toMatchObject({ count: 3, missing: none });

    rmSync(finished[2]!.result);
    expect(await checked()).toMatchObject({
      ...{ count: 2, bytes: sizes[0]! + sizes[1]!, firstName: 'two.png' },
      missing: { count: 1, reason: { kind: 'files', name: stand.out } },
    });
    // An estimate for other formats counts the files that will be made.
    expect((await checked({ rendering: small })).count).toBe(2);
    // A table needs no files.
    expect(await checked({ kind: 'csv' })).toMatchObject({ count: 3, missing: none });

    rmSync(stand.out, { recursive: true });
    for (const options of [{}, { rendering: small }])
      expect(await checked(options)).toMatchObject({
        ...{ count: 0, bytes: 0, firstName: null, firstId: null, withoutPicture: 0 },
        missing: { count: 3, reason: { kind: 'folder', name: stand.out } },
      });
  });

  test('names the disk that all missing results are on', async ({ stand }) => {
    for (const name of ['one', 'two']) await stand.finished(name);
    const availability = fileAvailability({
      mounts: async () => [{ mountPoint: stand.out, type: 'nfs4' }],
      ask: async () => Promise.reject(Object.assign(new Error('The server does not respond.'), { code: 'EIO' })),
    });
    const tools = { ...stand.tools, store: { ...stand.store, availability } };
    expect(await planExport(all, stand.options(), tools, awaited)).toMatchObject({
      count: 0,
      missing: { count: 2, reason: { kind: 'volume', name: basename(stand.out) } },
    });
  });
});

test('writes the outlines of cutouts as SVG, in px of the picture, and reports results without one', async ({
  stand,
}) => {
  const disc = sharp(
    Buffer.from('<svg width="400" height="200"><circle cx="200" cy="100" r="80" fill="#306090"/></svg>'),
  );
  const drawn = (picture: typeof disc) => async (_: string, result: string) =>
    void (await picture.png().toFile(result));
  await stand.finished('disc', { size: 400, draw: drawn(disc.clone()) });
  await stand.finished('whole', { size: 400, draw: drawn(disc.clone().flatten({ background: '#fff' })) });
  const options = { kind: 'paths', template: '{name} outline' } as const;
  expect(await planOf(stand, options)).toMatchObject({ count: 2, firstName: 'whole outline.svg' });

  const report = await stand.run(options);
  expect(report).toMatchObject({ done: 1, failedCount: 1, ending: 'whole' });
  expect(failures(report)).toEqual(['“whole.png” has no transparent background, so there is no outline to trace.']);
  expect(filesIn(stand.handed)).toEqual(['disc outline.svg']);
  const svg = sharp(readFileSync(join(stand.handed, 'disc outline.svg')));
  const { data, info } = await svg.extractChannel('alpha').raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 400, height: 200 });
  const truth = await disc.clone().extractChannel('alpha').raw().toBuffer();
  const off = data.reduce((sum, value, at) => sum + Math.abs(value - (truth[at] ?? 0)), 0) / 255;
  // Px of area along an outline of 503 px: within a quarter of one everywhere, in the mean.
  expect(off).toBeLessThan(125);
});
