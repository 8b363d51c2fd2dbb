import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { packagedApp } from '../../../scripts/packaging/packaged-app.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';

let release: string;

beforeEach(() => {
  release = scratchFolder();
});

it.each([
  ['linux', 'linux-unpacked', 'burnish', 'resources/bin/burnish'],
  ['linux', 'linux-arm64-unpacked', 'burnish', 'resources/bin/burnish'],
  ['darwin', 'mac-arm64/Burnish.app', 'Contents/MacOS/Burnish', 'Contents/Resources/bin/burnish'],
  ['win32', 'win-unpacked', 'Burnish.exe', 'resources/bin/burnish.cmd'],
] as const)('on %s it is found in %s', async (platform, folder, executable, launcher) => {
  for (const entry of ['linux-unpacked-old', 'builder-debug.yml', '.icon-ico']) mkdirSync(join(release, entry));
  expect(await packagedApp(undefined, release, platform)).toBeNull();
  const path = join(release, folder, executable);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  const found = { executable: path, launcher: join(release, folder, launcher) };
  expect(await packagedApp(undefined, release, platform)).toMatchObject(found);
  expect(await packagedApp(join(release, folder), release, platform)).toMatchObject(found);
});

it('is null if nothing was packaged', async () => {
  expect(await packagedApp(undefined, join(release, 'none'))).toBeNull();
});
