/** Brings what the app needs to run: set-up and build at once, each where something is missing. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configuredDataDir, networksFolderIn } from '../main/default-data-dir.ts';
import { BuildFailed, ensureBuilt } from './build.ts';
import { run } from './launch.ts';
import { projectRoot } from './setup/paths.ts';
import { waitForAll } from './setup/wait-for-all.ts';

/** Set-up has not brought everything, and has said why. */
export class SetUpFailed extends Error {
  override name = 'SetUpFailed';
}

/**
 * The build needs no more than the packages, so that it does not wait for downloads. The better network is tried for once: later
 * starts leave it to the app, and to `npm run setup`.
 * @throws {SetUpFailed | BuildFailed}
 */
export async function ensureReady(needsNetwork = !existsSync(networksFolderIn(configuredDataDir()))): Promise<void> {
  await waitForAll([setUp(needsNetwork ? [] : ['--without-networks']), ensureBuilt()]);
}

/** Whether `error` has been told to the person in front of the terminal. */
export function isReported(error: unknown): error is SetUpFailed | BuildFailed {
  return error instanceof SetUpFailed || error instanceof BuildFailed;
}

async function setUp(words: readonly string[]): Promise<void> {
  const script = join(projectRoot, 'scripts/setup.ts');
  const code = await run({ command: process.execPath, args: [script, ...words], env: process.env });
  if (code !== 0) throw new SetUpFailed('Set-up has not brought everything.');
}
