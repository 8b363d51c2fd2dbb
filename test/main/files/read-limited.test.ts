import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readLimited } from '../../../main/files/read-limited.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-read-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['', ''],
  ['12345', '12345'],
  ['123456', null],
])('reads %j as %j', async (content, expected) => {
  const path = join(folder, 'file');
  writeFileSync(path, content);
  expect((await readLimited(path, 5))?.toString() ?? null).toBe(expected);
});

it('throws for a folder and for a missing file', async () => {
  await expect(readLimited(folder, 5)).rejects.toThrow(/is no file/);
  await expect(readLimited(join(folder, 'gone'), 5)).rejects.toThrow(/ENOENT/);
});
