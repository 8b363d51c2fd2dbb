/** Programs of others that figures are measured beside. They are no part of the project: fetched when they are asked for, into a folder that git ignores. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { projectRoot } from '../../../scripts/setup/paths.ts';

const run = promisify(execFile);
/** In the project: what a peer expects beside it (better-sqlite3) it finds among our own packages. */
const folder = join(projectRoot, 'test', 'bench', 'peers');

/** Imports an npm package of just this version. @throws where it is not there and cannot be fetched */
export async function peer<T>(name: string, version: string, entry: string): Promise<T> {
  const own = join(folder, `${name}-${version}`);
  const path = join(own, 'node_modules', name, entry);
  if (!existsSync(path)) {
    const how = ['--ignore-scripts', '--omit=peer', '--no-save', '--no-audit', '--no-fund'];
    await run('npm', ['install', '--prefix', own, ...how, `${name}@${version}`], {
      shell: process.platform === 'win32',
    });
  }
  return (await import(pathToFileURL(path).href)) as T;
}
