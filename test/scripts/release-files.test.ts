import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { gatherReleaseFiles } from '../../scripts/release-files.ts';
import { scratchFolder } from '../helpers/photograph/photographs.ts';

let folder: string;
let from: string;
let to: string;

beforeEach(() => {
  folder = scratchFolder();
  from = join(folder, 'packaged');
  to = join(folder, 'release');
  mkdirSync(from);
});

/** Writes a system's file with its path as content, and returns its hash. */
function made(path: string): string {
  mkdirSync(dirname(join(from, path)), { recursive: true });
  writeFileSync(join(from, path), path);
  return createHash('sha512').update(path).digest('base64');
}

/** Writes the feed of a system in electron-builder's format, which repeats the first file. */
function feed(path: string, files: Record<string, string>, version = '1.0.0'): void {
  const list = Object.entries(files).map(([url, sha512]) => ({ url, sha512, size: 1 }));
  const { url, sha512 } = list[0]!;
  const text = stringify({ version, files: list, path: url, sha512, releaseDate: '2026-11-28T12:00:00.000Z' });
  mkdirSync(dirname(join(from, path)), { recursive: true });
  writeFileSync(join(from, path), text);
}

it('gathers all files in one folder, and merges the feeds of two processors', async () => {
  const arm = made('macos-arm64/Burnish-1.0.0-arm64-mac.zip');
  feed('macos-arm64/latest-mac.yml', { 'Burnish-1.0.0-arm64-mac.zip': arm });
  const intel = made('macos-x64/Burnish-1.0.0-mac.zip');
  feed('macos-x64/latest-mac.yml', { 'Burnish-1.0.0-mac.zip': intel });
  made('macos-x64/Burnish-1.0.0-mac.zip.blockmap');
  const image = made('linux/Burnish-1.0.0.AppImage');
  feed('linux/latest-linux.yml', { 'Burnish-1.0.0.AppImage': image });

  expect(await gatherReleaseFiles(from, to)).toEqual([
    'Burnish-1.0.0-arm64-mac.zip',
    'Burnish-1.0.0-mac.zip',
    'Burnish-1.0.0-mac.zip.blockmap',
    'Burnish-1.0.0.AppImage',
    'latest-linux.yml',
    'latest-mac.yml',
  ]);
  expect(parse(readFileSync(join(to, 'latest-mac.yml'), 'utf8'))).toEqual({
    version: '1.0.0',
    files: [
      { url: 'Burnish-1.0.0-mac.zip', sha512: intel, size: 1 },
      { url: 'Burnish-1.0.0-arm64-mac.zip', sha512: arm, size: 1 },
    ],
    path: 'Burnish-1.0.0-mac.zip',
    sha512: intel,
    releaseDate: '2026-11-28T12:00:00.000Z',
  });
});

it('gives files the names that GitHub keeps, and updates the feed', async () => {
  const installer = made('windows/Burnish Setup 1.0.0.exe');
  made('windows/Burnish Setup 1.0.0.exe.blockmap');
  feed('windows/latest.yml', { 'Burnish Setup 1.0.0.exe': installer });
  const names = ['Burnish-Setup-1.0.0.exe', 'Burnish-Setup-1.0.0.exe.blockmap', 'latest.yml'];
  expect(await gatherReleaseFiles(from, to)).toEqual(names);
  expect(parse(readFileSync(join(to, 'latest.yml'), 'utf8'))).toMatchObject({
    files: [{ url: names[0], sha512: installer }],
    path: names[0],
  });
  expect(readFileSync(join(to, 'latest.yml'), 'utf8')).toContain('releaseDate: "2026-11-28T12:00:00.000Z"');
});

it('rejects files that cannot be released', async () => {
  await expect(gatherReleaseFiles(from, to)).rejects.toThrow('There is no feed');

  made('macos-arm64/Burnish.zip');
  feed('macos-arm64/latest-mac.yml', { 'Burnish.zip': 'another hash' });
  await expect(gatherReleaseFiles(from, to)).rejects.toThrow('there is no such file with the listed hash');

  feed('macos-x64/latest-mac.yml', { 'Burnish-x64.zip': 'any' }, '1.0.1');
  await expect(gatherReleaseFiles(from, join(folder, 'second'))).rejects.toThrow('different versions: 1.0.0, 1.0.1');

  made('macos-x64/Burnish.zip');
  await expect(gatherReleaseFiles(from, join(folder, 'third'))).rejects.toThrow(
    'Two systems created a file named Burnish.zip',
  );
});
