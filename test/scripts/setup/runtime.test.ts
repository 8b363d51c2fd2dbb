import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { electronRuntime, fallback, presentRuntime } from '../../../scripts/setup/runtime.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';

const before = process.env.ELECTRON_OVERRIDE_DIST_PATH;
let folder: string;

beforeEach(() => {
  folder = scratchFolder();
});

afterEach(() => {
  if (before === undefined) delete process.env.ELECTRON_OVERRIDE_DIST_PATH;
  else process.env.ELECTRON_OVERRIDE_DIST_PATH = before;
});

describe('the Electron runtime', () => {
  it('is the one in the environment, before any other', async () => {
    process.env.ELECTRON_OVERRIDE_DIST_PATH = folder;
    const programs = ['electron', 'electron.exe', 'Electron.app/Contents/MacOS/Electron'];
    for (const name of programs) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), '');
    }
    await writeFile(join(folder, 'version'), 'v99.1.2\n');
    expect(await electronRuntime()).toMatchObject({ source: 'override', path: folder, version: '99.1.2' });
  });

  it('is not silently another one if the given folder has none', async () => {
    process.env.ELECTRON_OVERRIDE_DIST_PATH = folder;
    await expect(electronRuntime()).rejects.toThrow('there is no Electron in that folder');
  });

  it('exists after set-up, and reports its source', async () => {
    delete process.env.ELECTRON_OVERRIDE_DIST_PATH;
    const runtime = await presentRuntime();
    expect(runtime?.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(runtime?.why).toMatch(/\.$/);
    if (runtime?.source === 'fallback') expect(runtime.version).toBe(fallback.version);
  });
});

describe('the run bits of the fallback', () => {
  it.each(['electron', 'chrome-sandbox', 'chrome_crashpad_handler', 'libEGL.so', 'libvulkan.so.1'])(
    'are set on %s',
    (name) => expect(name).toMatch(fallback.runnable),
  );

  it.each(['icudtl.dat', 'resources.pak', 'version', 'LICENSE'])('are not set on %s', (name) =>
    expect(name).not.toMatch(fallback.runnable),
  );
});
