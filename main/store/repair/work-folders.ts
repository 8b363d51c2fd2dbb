import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Lists the folders of jobs in work folders of any name (`marked-folder.ts`). */
export function listWorkFolders(file: string): { id: number; path: string }[] {
  const folder = dirname(file);
  return readdirSync(folder)
    .filter((name) => /^(burnish-)?work(-\d+)?$/.test(name) && existsSync(join(folder, name, '.burnish')))
    .flatMap((name) =>
      readdirSync(join(folder, name))
        .filter((id) => /^\d{1,15}$/.test(id))
        .map((id) => ({ id: Number(id), path: join(folder, name, id) })),
    );
}

/**
 * Moves folders of lost jobs next to the damaged database. Otherwise, Burnish would remove them, and perhaps a paid
 * result.
 */
export function moveLostWork(file: string, damagedPath: string, jobs: ReadonlySet<number>): void {
  for (const { id, path } of listWorkFolders(file)) {
    if (jobs.has(id)) continue;
    mkdirSync(`${damagedPath}-work`, { recursive: true, mode: 0o700 });
    renameSync(path, findFreeName(join(`${damagedPath}-work`, String(id))));
  }
}

/** Returns `path`, with a number if the name is taken. */
export function findFreeName(path: string): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? path : `${path}-${number}`;
    if (!existsSync(name)) return name;
  }
}
