import { readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hourMs } from '../../../../engine/service/clock.ts';
import { openDatabase } from '../../../../engine/service/tasks/engine-database.ts';
import { openResultFiles } from '../../../../engine/service/tasks/result-files.ts';
import { handClock, scratchDir } from '../../../helpers/engine/running-engine.ts';

async function open(maxBytes?: number) {
  const dir = await scratchDir();
  const database = openDatabase(dir);
  onTestFinished(() => void database.close());
  const clock = handClock();
  return { folder: join(dir, 'files'), clock, files: openResultFiles(dir, database, clock, maxBytes) };
}

const png = { bytes: Buffer.from('a picture'), mime: 'image/png' } as const;

test('a file is stored under a name that shows only its type', async () => {
  const { folder, files } = await open();
  const names = [await files.save(png), await files.save(png), await files.save({ ...png, mime: 'image/jpeg' })];
  expect(names).toEqual([
    expect.stringMatching(/^[\w-]{32}\.png$/),
    expect.stringMatching(/^[\w-]{32}\.png$/),
    expect.stringMatching(/^[\w-]{32}\.jpg$/),
  ]);
  expect(new Set(names).size).toBe(3);
  const found = files.find(names[0]!);
  expect(found).toMatchObject({ mime: 'image/png', bytes: 9 });
  expect(await readFile(found.path)).toEqual(png.bytes);
  expect(readdirSync(folder).sort()).toEqual([...names].sort());
});

test.each([
  '',
  '.',
  '..',
  '../../../main/engine/tasks.db',
  '..%2ftasks.db',
  'a.png',
  `${'x'.repeat(32)}.png`,
  `${'x'.repeat(32)}.png.part`,
])('there is no file called "%s"', async (name) => {
  const { files } = await open();
  expect(() => files.find(name)).toThrow(expect.objectContaining({ status: 404, code: 'ERROR_FILE_NOT_FOUND' }));
});

test('a sweep removes expired files and leftovers, but no others', async () => {
  const { folder, files, clock } = await open();
  const old = await files.save(png);
  clock.advance(hourMs);
  const young = await files.save(png);
  for (const end of ['.png', '.jpg.part']) await writeFile(join(folder, 'leftover'.repeat(4) + end), 'x');
  await writeFile(join(folder, 'wedding.png'), 'mine');
  await mkdir(join(folder, '2024'));
  clock.advance(23 * hourMs);
  await files.sweep();
  expect(readdirSync(folder).sort()).toEqual(['2024', young, 'wedding.png'].sort());
  expect(() => files.find(old)).toThrow(expect.objectContaining({ status: 410 }));
  expect(files.find(young).bytes).toBe(9);
});

test('a sweep does not remove a file that is being written', async () => {
  const { files } = await open();
  const large = { bytes: Buffer.alloc(20_000_000, 7), mime: 'image/png' } as const;
  const [name] = await Promise.all([files.save(large), files.sweep(), files.sweep()]);
  expect((await readFile(files.find(name).path)).byteLength).toBe(20_000_000);
});

test('if space is needed, the oldest fetched results expire, but none that was never fetched', async () => {
  const { folder, files } = await open(30);
  const [fetchedFirst, never, fetchedLater] = [await files.save(png), await files.save(png), await files.save(png)];
  files.markFetched(fetchedLater);
  files.markFetched(fetchedFirst);
  expect(readdirSync(folder)).toHaveLength(3);
  const fourth = await files.save(png);
  expect(() => files.find(fetchedFirst)).toThrow(expect.objectContaining({ status: 410 }));
  expect(readdirSync(folder).sort()).toEqual([never, fetchedLater, fourth].sort());
  const more = [await files.save(png), await files.save(png)];
  expect(readdirSync(folder).sort()).toEqual([never, fourth, ...more].sort());
});
