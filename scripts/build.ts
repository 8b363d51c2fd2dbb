/** Builds the app into out/ if the sources are newer. */
import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandOf, run } from './launch.ts';
import { withLock } from './setup/lock.ts';
import { cacheFolder, projectRoot } from './setup/paths.ts';
import { writeThirdParty } from './third-party.ts';

const sources = [
  'contract',
  'engine',
  'formats',
  'main',
  'preload',
  'renderer',
  'package.json',
  'package-lock.json',
  'electron.vite.config.ts',
];

/** Written after a successful build; its time is the start of that build. */
const stamp = join(projectRoot, 'out', '.built');

/** The build failed; electron-vite has printed why. */
export class BuildFailed extends Error {
  override name = 'BuildFailed';
}

/**
 * Brings out/ up to date. Concurrent commands build one after the other; the later ones find nothing to do.
 * @throws {BuildFailed}
 */
export async function ensureBuilt(): Promise<void> {
  if (!(await isStale())) return;
  const reportWaiting = () => console.log('Another command is building; waiting for it.');
  await withLock(join(cacheFolder, 'build.lock'), reportWaiting, async () => {
    if (!(await isStale())) return;
    const began = new Date();
    const args = [commandOf('electron-vite'), 'build', '--logLevel', 'warn'];
    const code = await run({ command: process.execPath, args, env: process.env });
    if (code !== 0) throw new BuildFailed('The app could not be built.');
    await writeThirdParty(projectRoot);
    await writeFile(stamp, '');
    await utimes(stamp, began, began);
  });
}

async function isStale(): Promise<boolean> {
  const built = (await stat(stamp).catch(() => undefined))?.mtimeMs ?? 0;
  if (built === 0) return true;
  return (await newest(sources.map((name) => join(projectRoot, name)))) > built;
}

/** Latest modification time (ms) of `paths` and everything in them. Removing a file changes the time of its folder. */
async function newest(paths: readonly string[]): Promise<number> {
  let latest = 0;
  for (const path of paths) {
    const entry = await stat(path).catch(() => undefined);
    if (!entry) continue;
    latest = Math.max(latest, entry.mtimeMs);
    if (!entry.isDirectory()) continue;
    const inside = await readdir(path);
    latest = Math.max(latest, await newest(inside.map((name) => join(path, name))));
  }
  return latest;
}
