/** npm packages that benchmarks download, because their licenses or sizes keep them out of the project. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const timeoutMs = 10 * 60_000;

/**
 * Installs the packages of a manifest into a folder without running their scripts, unless the file `expected` exists.
 * @returns an error message
 */
export async function fetchPackages(folder: string, manifest: object, expected: string): Promise<string | undefined> {
  if (existsSync(expected)) return undefined;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }));
  console.error(`  fetching packages to ${folder}`);
  const ended = await new Promise<string>((resolve) => {
    const words = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps'];
    const child = spawn('npm', words, { cwd: folder, stdio: 'ignore', timeout: timeoutMs });
    child.once('error', ({ message }) => resolve(message));
    child.once('close', (code) => resolve(`npm ended with ${code}`));
  });
  return existsSync(expected) ? undefined : `${expected} could not be fetched (${ended}).`;
}
