import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { defaultRendering, exportOptionsSchema } from '../../../../contract/delivery/export.ts';
import { runInProcess } from '../../../helpers/command/in-process-cli.ts';
import { test } from '../../../helpers/store/review-stage.ts';

test('picked photographs are exported as JPEG, with their decisions in XMP', async ({ review }) => {
  const photograph = await review.finished('one', { size: 400 });
  await review.finished('two');
  review.store.photographs.decide([photograph.photographId], { flag: 1, stars: 3 });
  const to = join(review.folder, 'for the client');
  const words = ['export', '--data', review.folder, '--to', to, '--picked', '--format', 'jpeg', '--side', '200'];
  const ended = await runInProcess([...words, '--json', '--creator', 'Ann']).ended;
  expect(ended).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(ended.out)).toMatchObject({ done: 1, total: 1, ending: 'whole', failed: [] });
  expect(readdirSync(to)).toEqual(['one.jpg']);
  const { width, xmp } = await sharp(join(to, 'one.jpg')).metadata();
  expect(width).toBe(200);
  expect(xmp!.toString()).toContain('xmp:Rating="3"');
  expect((await runInProcess(words).ended).out).toBe('One file was exported.\n');
  expect(readdirSync(to)).toEqual(['one-2.jpg', 'one.jpg']);
});

test.for([
  ['--format', 'bmp'],
  ['--size', '60000x60000', '--enlarge'],
  ['--quality', 'best'],
  ['--side', '0'],
  ['--subfolders', 'day'],
  ['--size', '0x40'],
  ['--background', 'red', '--size', '40x40'],
  ['--as', 'pictures'],
])('%s %s is rejected by its name, before anything is done', async (wrong, { review }) => {
  const to = join(review.folder, 'nowhere');

  const { code, err } = await runInProcess(['export', '--data', review.folder, '--to', to, ...wrong]).ended;

  expect(code).toBe(2);
  expect(err).toContain('These export options cannot be used.');
  expect(err).toContain(`${wrong[0]}:`);
  expect(readdirSync(review.folder)).not.toContain('nowhere');
});

test('uses a preset except for the command’s own options, and creates no folder that only the preset names', async ({
  review,
}) => {
  await review.finished('one', { size: 400 });
  const folder = join(review.folder, 'web');
  const size = { kind: 'longest', px: 100 } as const;
  const rendering = { ...defaultRendering, format: 'jpeg', size } as const;
  const options = exportOptionsSchema.parse({ folder, rendering, template: 'web {counter}', writeDecisions: false });
  review.store.exportPresets.save({ id: 'web', name: 'For the web', options });
  const words = ['export', '--data', review.folder, '--preset'];
  const away = await runInProcess([...words, 'for the Web']).ended;
  expect(away).toMatchObject({ code: 1, out: '', err: expect.stringContaining(folder) });
  expect(readdirSync(review.folder)).not.toContain('web');
  mkdirSync(folder);
  expect(await runInProcess([...words, 'for the Web']).ended).toMatchObject({ code: 0, err: '' });
  const to = join(review.folder, 'print');
  const printWords = [...words, 'For the web', '--to', to, '--format', 'png', '--name', '{name}'];
  expect(await runInProcess(printWords).ended).toMatchObject({ code: 0, err: '' });
  expect([readdirSync(folder), readdirSync(to)]).toEqual([['web 0001.jpg'], ['one.png']]);
  for (const file of [join(folder, 'web 0001.jpg'), join(to, 'one.png')])
    expect(await sharp(file).metadata()).toMatchObject({ width: 100 });
});

test('an unknown preset is rejected with the names of the existing ones', { tags: ['long'] }, async ({ review }) => {
  const words = ['export', '--data', review.folder, '--preset', 'Print'];
  expect(await runInProcess(words).ended).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no export preset “Print”. Presets: none.'),
  });
  const options = exportOptionsSchema.parse({});
  for (const name of ['Web', 'Proofs']) review.store.exportPresets.save({ id: name, name, options });
  expect((await runInProcess(words).ended).err).toContain('Presets: “Web”, “Proofs”.');
  // This preset has no folder.
  expect((await runInProcess([...words.slice(0, -1), 'web']).ended).err).toContain(
    'Specify the destination folder with --to',
  );
});

test('reports once that JPEG has 8 bits instead of 16, and exports; TIFF needs no report', {
  tags: ['long'],
}, async ({ review }) => {
  await review.finished('one');
  await review.finished('two');
  const words = ['export', '--data', review.folder, '--depth', '16', '--to', join(review.folder, 'out')];
  const jpeg = await runInProcess([...words, '--format', 'jpeg', '--json']).ended;
  expect(jpeg.code).toBe(0);
  expect(jpeg.err).toBe('JPEG files have 8 bits per channel, so --depth 16 is ignored. PNG and TIFF support 16.\n');
  expect(JSON.parse(jpeg.out)).toMatchObject({ done: 2 });
  expect(await runInProcess([...words, '--format', 'tiff']).ended).toMatchObject({ code: 0, err: '' });
});

test('a longest side over Burnish’s maximum is reported for each file, and nothing is written', {
  tags: ['long'],
}, async ({ review }) => {
  await review.finished('one', { size: 400 });
  const to = join(review.folder, 'too large');
  const words = ['export', '--data', review.folder, '--to', to, '--side', '60000', '--enlarge', '--format', 'tiff'];
  const { code, err } = await runInProcess(words).ended;
  expect(code).toBe(1);
  expect(err).toContain('more than Burnish itself can open (500 megapixels)');
  expect(readdirSync(to)).toEqual([]);
});
