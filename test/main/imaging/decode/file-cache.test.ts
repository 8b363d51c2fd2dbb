import { renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { createFileCache } from '../../../../main/imaging/decode/file-cache.ts';
import { inspectImage } from '../../../../main/imaging/read/inspect-image.ts';
import { openScratchFiles } from '../../../helpers/photograph/scratch-files.ts';

const { folder, put } = openScratchFiles();
/** Waits until a file counts as unchanged. */
const settle = () => sleep(60);

/** Counts how often a file was read. */
function counted(path: string) {
  const known = createFileCache<{ nth: number }>(2);
  let reads = 0;
  const read = async () => ({ nth: ++reads });
  return { ask: async (of = path) => (await known.getOrRead(of, '', read)).nth };
}

it('other content of the same size and modification time is read again', async () => {
  const path = put('changed', 'aaaa');
  await settle();
  const { ask } = counted(path);
  const { atime, mtime } = statSync(path);
  utimesSync(path, atime, mtime);
  await settle();
  expect([await ask(), await ask()]).toEqual([1, 1]);
  writeFileSync(path, 'bbbb');
  utimesSync(path, atime, mtime);
  await settle();
  expect(await ask()).toBe(2);
});

it('another file with the same path, age and size is read again', async () => {
  const path = put('replaced', 'aaaa');
  const replacement = put('other', 'bbbb');
  const when = new Date('2026-01-01T10:00:00Z');
  for (const each of [path, replacement]) utimesSync(each, when, when);
  await settle();
  const { ask } = counted(path);
  expect([await ask(), await ask()]).toEqual([1, 1]);
  renameSync(replacement, path);
  await settle();
  expect(await ask()).toBe(2);
});

it('a file that was just written is read again, since it may change within the same tick', async () => {
  const known = createFileCache<{ text: string }>(2);
  const path = put('new', 'aaaa');
  const answers: string[] = [];
  for (const text of ['aaaa', 'bbbb']) {
    writeFileSync(path, text);
    answers.push((await known.getOrRead(path, '', async () => ({ text }))).text);
  }
  expect(answers).toEqual(['aaaa', 'bbbb']);
});

it('a file that changes while it is read is not cached, nor is an error', async () => {
  const path = put('during', 'aaaa');
  await settle();
  const known = createFileCache<{ nth: number }>(2);
  let nth = 0;
  const read = async () => {
    if (nth === 0) writeFileSync(path, 'bbbb');
    return { nth: ++nth };
  };
  await known.getOrRead(path, '', read);
  await settle();
  expect((await known.getOrRead(path, '', read)).nth).toBe(2);
  const fails = async () => Promise.reject(new Error('away'));
  await expect(known.getOrRead(path, 'other', fails)).rejects.toThrow('away');
  expect((await known.getOrRead(path, 'other', read)).nth).toBe(3);
});

it('the most recently used files stay in the cache', async () => {
  const paths = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => put(name, name));
  await settle();
  const { ask } = counted(paths[0]!);
  for (const path of paths) await ask(path);
  expect(await ask(paths[5])).toBe(6);
  expect(await ask(paths[0])).toBe(7);
});

it('a photograph is decoded once for simultaneous requests', async () => {
  const path = join(folder, 'photograph.png');
  await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } }).toFile(path);
  await settle();
  const first = await inspectImage(path);
  expect(first).toMatchObject({ kind: 'image', width: 40 });
  expect(await inspectImage(path)).toBe(first);
  await sharp({ create: { width: 41, height: 30, channels: 3, background: 'red' } }).toFile(path);
  expect(await inspectImage(path)).toMatchObject({ kind: 'image', width: 41 });
});
