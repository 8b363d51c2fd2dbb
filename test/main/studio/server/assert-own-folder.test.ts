import { chmod, chown, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { assertOwnFolder, assertOwnTree } from '../../../../main/studio/server/assert-own-folder.ts';
import { matchingError } from '../../../helpers/run/message-matchers.ts';

const isRoot = process.getuid?.() === 0;
let home: string;
let folder: string;
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'burnish-own-')));
  folder = join(home, 'above', 'studio');
  await mkdir(folder, { recursive: true });
  for (const each of [home, join(home, 'above'), folder]) await chmod(each, 0o755);
});
afterEach(() => rm(home, { recursive: true, force: true }));

const writableByOthers = (path: string) =>
  matchingError(new RegExp(`Other users .* can write to “${path}”.*chmod go-w`));

describe.skipIf(process.platform === 'win32')('a folder to run programs from', () => {
  test('can be readable by others, under a sticky folder such as /tmp', async () => {
    await chmod(join(home, 'above'), 0o1777);
    expect(await assertOwnFolder(folder)).toBe(folder);
  });

  test.each([0o775, 0o757, 0o777, 0o1777])('is rejected with mode %o', async (mode) => {
    await chmod(folder, mode);
    await expect(assertOwnFolder(folder)).rejects.toEqual(writableByOthers(folder));
  });

  test.each([0o775, 0o777])('is rejected in a folder with mode %o', async (mode) => {
    await chmod(join(home, 'above'), mode);
    await expect(assertOwnFolder(folder)).rejects.toEqual(writableByOthers(join(home, 'above')));
  });

  test('is checked at the target of a link', async () => {
    await symlink(folder, join(home, 'link'));
    expect(await assertOwnFolder(join(home, 'link'))).toBe(folder);
    await chmod(folder, 0o777);
    await expect(assertOwnFolder(join(home, 'link'))).rejects.toEqual(writableByOthers(folder));
  });

  test.runIf(isRoot)('is rejected if it belongs to another user', async () => {
    await chown(folder, 12_345, 12_345);
    await expect(assertOwnFolder(folder)).rejects.toEqual(matchingError(/studio” belongs to another user/));
  });

  test('must not contain a file that others can write', async () => {
    const bin = join(folder, 'native', 'bin');
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, 'postgres'), '', { mode: 0o755 });
    await symlink('postgres', join(bin, 'link'));
    for (const each of [join(folder, 'native'), bin]) await chmod(each, 0o755);
    await assertOwnTree(folder);
    for (const [path, mode, before] of [
      [join(bin, 'postgres'), 0o777, 0o755],
      [join(bin, 'postgres'), 0o775, 0o755],
      [bin, 0o1777, 0o755],
    ] as const) {
      await chmod(path, mode);
      await expect(assertOwnTree(folder)).rejects.toEqual(writableByOthers(path));
      await chmod(path, before);
    }
    if (!isRoot) return;
    await chown(join(bin, 'postgres'), 12_345, 12_345);
    await expect(assertOwnTree(folder)).rejects.toEqual(matchingError(/postgres” belongs to another user/));
  });
});
