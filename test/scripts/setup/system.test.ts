import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProgressReporter } from '../../../scripts/setup/progress-output.ts';
import { findMissing, hasDisplay, installMissing } from '../../../scripts/setup/system.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';

const before = { ...process.env };
let folder: string;
let logLines: string[];
const reporter: ProgressReporter = { log: (line) => logLines.push(line), progress: () => {}, finished: () => {} };

beforeEach(() => {
  folder = scratchFolder();
  logLines = [];
});

afterEach(() => {
  process.env = { ...before };
});

/** Puts a program of this name on the PATH, which has no other program for set-up. */
async function program(name: string, script: string): Promise<void> {
  const file = join(folder, name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  process.env.PATH = folder;
}

describe.runIf(process.platform === 'linux')('missing system packages', () => {
  it('include a virtual display only without a real one', async () => {
    process.env.PATH = folder;
    delete process.env.WAYLAND_DISPLAY;
    delete process.env.DISPLAY;
    expect(hasDisplay()).toBe(false);
    const without = (await findMissing()).flatMap(({ packages }) => packages);
    expect(without).toEqual(expect.arrayContaining(['xvfb', 'xauth']));
    process.env.DISPLAY = ':0';
    expect(hasDisplay()).toBe(true);
    const withDisplay = (await findMissing()).flatMap(({ packages }) => packages);
    expect(withDisplay).not.toContain('xvfb');
  });

  it('are listed with the command to install them, if nothing may be installed', async () => {
    process.env.PATH = folder;
    const found = [{ name: 'libgbm.so.1', packages: ['libgbm1'], needed: true }];
    await expect(installMissing(found, reporter)).rejects.toThrow(
      /libgbm\.so\.1\.\n.*:\n {2}sudo apt-get install -y libgbm1/,
    );
    const font = [{ name: 'a font for the window', packages: ['fonts-inter'], needed: false }];
    await installMissing(font, reporter);
    expect(logLines.join()).toContain('a font for the window');
  });
});

describe.runIf(process.platform === 'linux' && process.getuid?.() === 0)('installing as root', () => {
  const found = [
    { name: 'libasound.so.2', packages: ['libasound2t64', 'libasound2'], needed: true },
    { name: 'xauth', packages: ['xauth'], needed: true },
  ];

  it('updates the lists first, and uses the package names of this system', async () => {
    const log = join(folder, 'log');
    await program('apt-get', `echo "$@" >> ${log}`);
    await program('apt-cache', 'case "$2" in *t64) echo "Candidate: (none)";; *) echo "Candidate: 1.0";; esac');
    await installMissing(found, reporter);
    expect((await readFile(log, 'utf8')).split('\n')).toEqual([
      '-q update',
      '-q install -y --no-install-recommends libasound2 xauth',
      '',
    ]);
  });

  it('reports the message of apt-get if it fails', async () => {
    await program('apt-get', 'echo "E: Unable to locate package" >&2; exit 100');
    await program('apt-cache', 'exit 0');
    await expect(installMissing(found, reporter)).rejects.toThrow('E: Unable to locate package');
  });
});
