/** Databases as a first start makes them, copied: to make all tables anew takes longer than most tests that begin with them. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../main/store/index.ts';

let template: string | undefined;

/** Puts the database of a first start into a data folder that has none yet. @param now ms since 1970, for what it begins with */
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
