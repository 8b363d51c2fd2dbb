import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { burnishHere } from '../../helpers/command-here.ts';
import { test } from '../../helpers/desk-stage.ts';

test('picked photographs are exported as JPEG, with their decisions in XMP', async ({ desk }) => {
  const one = await desk.finished('one', { size: 400 });
  await desk.finished('two');
  desk.store.photographs.decide([one.photographId], { flag: 1, stars: 3 });
  const to = join(desk.folder, 'for the client');
  const words = ['export', '--data', desk.folder, '--to', to, '--picked', '--format', 'jpeg', '--side', '200'];
  const ended = await burnishHere([...words, '--json', '--creator', 'Ann']).ended;
  expect(ended).toMatchObject({ code: 0, err: '' });
  expect(JSON.parse(ended.out)).toMatchObject({ done: 1, total: 1, ending: 'whole', failed: [] });
  expect(readdirSync(to)).toEqual(['one.jpg']);
  const { width, xmp } = await sharp(join(to, 'one.jpg')).metadata();
  expect(width).toBe(200);
  expect(xmp!.toString()).toContain('xmp:Rating="3"');
  expect((await burnishHere(words).ended).out).toBe('One file was exported.\n');
  expect(readdirSync(to)).toEqual(['one-2.jpg', 'one.jpg']);
});

test.for([
  ['--format', 'bmp'],
  ['--quality', 'best'],
  ['--side', '0'],
  ['--subfolders', 'day'],
  ['--size', '0x40'],
  ['--background', 'red', '--size', '40x40'],
  ['--as', 'pictures'],
])('%s %s is refused by its name, before anything is done', async (wrong, { desk }) => {
  const to = join(desk.folder, 'nowhere');
  const { code, err } = await burnishHere(['export', '--data', desk.folder, '--to', to, ...wrong]).ended;
  expect(code).toBe(2);
  expect(err).toContain('These options for an export cannot be used.');
  expect(err).toContain(`${wrong[0]}:`);
  expect(readdirSync(desk.folder)).not.toContain('nowhere');
});
