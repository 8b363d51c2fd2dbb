import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { readLimited } from '../../../main/files/read-limited.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';

let folder: string;
beforeEach(() => {
  folder = scratchFolder();
});

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
