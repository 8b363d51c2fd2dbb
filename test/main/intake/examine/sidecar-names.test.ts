import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SidecarNames } from '../../../../main/intake/examine/sidecar-names.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';

const photographs = (folder: string) => Array.from({ length: 20 }, (_, index) => join(folder, `IMG_${index}.CR3`));

async function pathsInDoubt(paths: readonly string[], names = new SidecarNames()): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) if (await names.canExist(path)) found.push(path);
  return found;
}

it('finds sidecars by both names, in any case and form, among many photographs', async () => {
  const folder = scratchFolder();
  for (const name of ['img_16.cr3.XMP', 'IMG_17.xmp', 'e\u0301.xmp', 'IMG_19.jpg'])
    writeFileSync(join(folder, name), '');
  const paths = [...photographs(folder), join(folder, '\u00e9.jpg')];
  expect((await pathsInDoubt(paths)).slice(16)).toEqual([paths[16], paths[17], paths[20]]);
});

it('rules out none of a few photographs, and none in a folder that cannot be listed', async () => {
  const folder = scratchFolder();
  const paths = photographs(folder);
  expect(await pathsInDoubt(paths.slice(0, 16))).toHaveLength(16);
  rmSync(folder, { recursive: true });
  expect(await pathsInDoubt(paths)).toHaveLength(20);
});

it('lists each folder separately', async () => {
  const [first, second] = [scratchFolder(), scratchFolder()];
  writeFileSync(join(second, 'IMG_18.xmp'), '');
  const names = new SidecarNames();
  expect((await pathsInDoubt(photographs(first), names)).slice(16)).toEqual([]);
  expect((await pathsInDoubt(photographs(second), names)).slice(16)).toEqual([join(second, 'IMG_18.CR3')]);
});
