import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { projectRoot } from '../../scripts/setup/paths.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-package-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

it.runIf(process.platform === 'linux')('refuses an Electron of unknown origin, and suggests a remedy', () => {
  writeFileSync(join(folder, 'electron'), '');
  writeFileSync(join(folder, 'version'), '45.0.0');
  const env: NodeJS.ProcessEnv = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: folder };
  delete env.BURNISH_PACKAGE_ANY_RUNTIME;
  const { status, stderr } = spawnSync(process.execPath, [join(projectRoot, 'scripts/package.ts')], { env });
  expect(status).toBe(1);
  expect(stderr.toString()).toContain('npm run setup -- --official');
  expect(stderr.toString()).toContain('--any-runtime');
});
