import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { contentHash, fingerprint } from '../../../main/files/content-hash.ts';
import { grainyPixels, scratchFolder } from '../../helpers/photograph/photographs.ts';

let folder: string;
beforeEach(() => {
  folder = scratchFolder();
  writeFileSync(join(folder, 'a'), 'abc');
});

it('returns hash and size', async () => {
  expect(await fingerprint(join(folder, 'a'))).toEqual({
    hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    bytes: 3,
  });
});

it.each([
  ['a folder', (path: string) => void mkdirSync(path)],
  ['a link to a file', (path: string) => symlinkSync('a', path)],
  ['a link that leads nowhere', (path: string) => symlinkSync('nowhere', path)],
  ['a link to itself', (path: string) => symlinkSync('b', path)],
  ['a pipe', (path: string) => void execFileSync('mkfifo', [path])],
])('is null for %s', async (_what, make) => {
  make(join(folder, 'b'));
  expect(await fingerprint(join(folder, 'b'))).toBe(null);
});

it('is null if the file is missing or its parent is no folder', async () => {
  expect(await fingerprint(join(folder, 'none'))).toBe(null);
  expect(await fingerprint(join(folder, 'a/none'))).toBe(null);
});

it('the content hash is the SHA-256 of the content, whatever the name and however long the file', async () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('Anna'), grainyPixels(1000, 900)]) {
    writeFileSync(join(folder, 'c'), bytes);
    expect(await contentHash(join(folder, 'c'))).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});

it('the content hash fails with the error of the disk, or with the reason of the abort', async () => {
  await expect(contentHash(join(folder, 'none'))).rejects.toThrow('ENOENT');
  await expect(contentHash(join(folder, 'a'), AbortSignal.abort())).rejects.toThrow('abort');
});
