/** Makes the app ready to run: sets up and builds what is missing, both at once. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configuredDataDir, networksFolderIn } from '../main/default-data-dir.ts';
import { BuildFailed, ensureBuilt } from './build.ts';
import { run } from './launch.ts';
import { projectRoot } from './setup/paths.ts';
import { waitForAll } from './setup/wait-for-all.ts';

/** Set-up failed, and has printed why. */
export class SetUpFailed extends Error {
  override name = 'SetUpFailed';
}

/**
 * The build needs only the packages, so it does not wait for downloads. The better network is downloaded on the first
 * start only; later, the app or `npm run setup` can do it.
 * @throws {SetUpFailed | BuildFailed}
 */
export async function ensureReady(needsNetwork = !existsSync(networksFolderIn(configuredDataDir()))): Promise<void> {
  await waitForAll([setUp(needsNetwork ? [] : ['--without-networks']), ensureBuilt()]);
}

/** Returns whether the cause of `error` has been printed already. */
export function isReported(error: unknown): error is SetUpFailed | BuildFailed {
  return error instanceof SetUpFailed || error instanceof BuildFailed;
}

async function setUp(words: readonly string[]): Promise<void> {
  const script = join(projectRoot, 'scripts/setup.ts');
  const code = await run({ command: process.execPath, args: [script, ...words], env: process.env });
  if (code !== 0) throw new SetUpFailed('Set-up failed.');
}
