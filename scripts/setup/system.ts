/**
 * Finds the system libraries, display and font that Electron needs on Linux and that are missing, and installs them if
 * possible.
 */
import { execFile, spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { ProgressReporter } from './progress-output.ts';

const run = promisify(execFile);

/** A shared library, and Debian packages that contain it; the first available one is installed. */
type Library = { soname: string; packages: string[] };

/** Libraries of Electron that a minimal Debian lacks; t64 names are those of Debian 13 and Ubuntu 24.04. */
export const libraries: readonly Library[] = [
  { soname: 'libgtk-3.so.0', packages: ['libgtk-3-0t64', 'libgtk-3-0'] },
  { soname: 'libnss3.so', packages: ['libnss3'] },
  { soname: 'libasound.so.2', packages: ['libasound2t64', 'libasound2'] },
  { soname: 'libgbm.so.1', packages: ['libgbm1'] },
  { soname: 'libXss.so.1', packages: ['libxss1'] },
  { soname: 'libatk-bridge-2.0.so.0', packages: ['libatk-bridge2.0-0t64', 'libatk-bridge2.0-0'] },
  { soname: 'libdrm.so.2', packages: ['libdrm2'] },
];

/** Suitable fonts; a minimal system has none of them. */
const goodFonts = /\b(Inter|Liberation Sans|Noto Sans|Cantarell|Ubuntu|Roboto|Open Sans|Adwaita Sans)\b/;

export type MissingDependency = {
  /** Description for the user. */
  name: string;
  packages: string[];
  /** Whether the window cannot open without it. */
  needed: boolean;
};

/** Returns whether windows can be shown; otherwise Xvfb provides a virtual display. */
export function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Returns what Electron lacks on this machine; empty on macOS and Windows. */
export async function findMissing(): Promise<MissingDependency[]> {
  if (process.platform !== 'linux') return [];
  const found: MissingDependency[] = [];
  const known = await knownLibraries();
  for (const library of libraries) {
    if (known && !known.has(library.soname)) {
      found.push({ name: library.soname, packages: library.packages, needed: true });
    }
  }
  if (!hasDisplay()) {
    if (!(await onPath('Xvfb'))) {
      found.push({ name: 'Xvfb (there is no display)', packages: ['xvfb'], needed: true });
    }
    if (!(await onPath('xauth'))) found.push({ name: 'xauth', packages: ['xauth'], needed: true });
  }
  if (!(await hasGoodFont())) found.push({ name: 'a font for the window', packages: ['fonts-inter'], needed: false });
  return found;
}

/** Something is missing that this program cannot install; the message contains the command. */
export class MissingDependencies extends Error {
  override name = 'MissingDependencies';
}

/**
 * Installs missing packages as root on a system with apt-get; otherwise prints the command.
 * @throws {MissingDependencies} if something required is still missing
 */
export async function installMissing(found: readonly MissingDependency[], reporter: ProgressReporter): Promise<void> {
  const names = found.map((lack) => lack.name).join(', ');
  const needed = found.some((lack) => lack.needed);
  const hasApt = await onPath('apt-get');
  if (!hasApt || process.getuid?.() !== 0) {
    const packages = hasApt ? await availablePackages(found) : found.map((lack) => lack.packages.at(-1));
    const command = `sudo apt-get install -y ${packages.join(' ')}`;
    const advice = hasApt
      ? `Install them with:\n  ${command}`
      : `Install them with your system's package manager. On Debian:\n  ${command}`;
    if (needed)
      throw new MissingDependencies(
        `Electron needs components that are missing from this system: ${names}.\n${advice}`,
      );
    reporter.log(`Missing, but optional: ${names}. ${advice}`);
    return;
  }
  reporter.log(`Installing what Electron needs from this system's packages (a minute or two): ${names}.`);
  await aptGet(['update']).catch(() =>
    reporter.log('The package lists could not be updated; trying the existing ones.'),
  );
  const packages = await availablePackages(found);
  try {
    await aptGet(['install', '-y', '--no-install-recommends', ...packages]);
  } catch (error) {
    const message = `Installation failed: ${(error as Error).message}\nRun it yourself: apt-get install -y ${packages.join(' ')}`;
    if (needed) throw new MissingDependencies(message);
    reporter.log(message);
  }
}

/** Returns the first available package of each missing dependency. */
async function availablePackages(found: readonly MissingDependency[]): Promise<string[]> {
  const chosen: string[] = [];
  for (const lack of found) {
    const candidates = await Promise.all(lack.packages.map(isInstallable));
    const first = candidates.indexOf(true);
    const name = lack.packages[first] ?? lack.packages.at(-1);
    if (name) chosen.push(name);
  }
  return chosen;
}

async function isInstallable(name: string): Promise<boolean> {
  const policy = await run('apt-cache', ['policy', name], { env: { ...process.env, LC_ALL: 'C' } }).catch(
    () => undefined,
  );
  return /Candidate: (?!\(none\))\S/.test(policy?.stdout ?? '');
}

/** Runs apt-get non-interactively; its last lines are the message of the error. */
async function aptGet(args: string[]): Promise<void> {
  const child = spawn('apt-get', ['-q', ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  const keep = (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-2000);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(words.trim().split('\n').slice(-3).join('\n'));
}

/** Returns the shared libraries that the loader knows, or undefined if it has no list (NixOS, Alpine). */
async function knownLibraries(): Promise<Set<string> | undefined> {
  for (const command of ['/sbin/ldconfig', 'ldconfig']) {
    const list = await run(command, ['-p'], { maxBuffer: 16e6 }).catch(() => undefined);
    if (!list) continue;
    const names = list.stdout.split('\n').flatMap((line) => /^\s+(\S+) \(/.exec(line)?.[1] ?? []);
    if (names.length > 0) return new Set(names);
  }
  return undefined;
}

async function hasGoodFont(): Promise<boolean> {
  const list = await run('fc-list', [':', 'family'], { maxBuffer: 16e6 }).catch(() => undefined);
  return goodFonts.test(list?.stdout ?? '');
}

async function onPath(program: string): Promise<boolean> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (folder && (await readdir(folder).catch(() => [] as string[])).includes(program)) return true;
  }
  return false;
}

/** Returns libraries that `executable` needs and the loader cannot find. */
export async function unresolvedLibraries(executable: string): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const output = await run('ldd', [join(executable)]).catch(() => undefined);
  return (output?.stdout ?? '').split('\n').flatMap((line) => /^\s+(\S+) => not found/.exec(line)?.[1] ?? []);
}
