/** Builds the app into out/, when what is there is older than the sources. */
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

/** Written when a build has ended well; its time is the moment that build began. */
const stamp = join(projectRoot, 'out', '.built');

/** The app could not be built; electron-vite has said why. */
export class BuildFailed extends Error {
  override name = 'BuildFailed';
}

/**
 * Brings out/ up to date. Several commands started at once build one after the other, and the later ones find it done.
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

/** The time, in ms, of the latest change among `paths` and all they hold; a removed file changes its folder's time. */
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
