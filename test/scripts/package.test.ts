import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { projectRoot } from '../../scripts/setup/paths.ts';
import { scratchFolder } from '../helpers/photograph/photographs.ts';

let folder: string;

beforeEach(() => {
  folder = scratchFolder();
});

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
