/** Copies a freshly migrated database, because running all migrations takes longer than most tests. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../../main/store/index.ts';

let template: string | undefined;

/** Copies a new database into an empty data folder. @param now clock for its initial rows, ms since 1970 */
export function addNewDatabase(folder: string, now: () => number): void {
  template ??= makeTemplate(now);
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(template, 'burnish.db'), join(folder, 'burnish.db'));
}

function makeTemplate(now: () => number): string {
  const folder = mkdtempSync(join(tmpdir(), 'burnish-new-database-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  openStore({ folder, now }).close();
  return folder;
}
