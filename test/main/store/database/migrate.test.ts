import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addFunctions, migrationsIn } from '../../../../main/store/database/migrate.ts';

let folder: string;
let db: Database.Database;
let other: Database.Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-migrate-'));
  db = new Database(join(folder, 'burnish.db'));
  addFunctions(db);
  other = new Database(join(folder, 'burnish.db'));
});
afterEach(() => {
  other.close();
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

it('lets labels be purple in a database of before, without touching a row, and for who has it open', () => {
  const migrations = migrationsIn();
  migrations.run(db, 22);
  db.exec(`INSERT INTO source_folders (path, words) VALUES ('/a', '/a');
    INSERT INTO photographs (source_path, content_hash, folder_id, words, name_key, bytes, width, height, added_at, label)
    VALUES ('/a/b.jpg', 'c', 1, 'b.jpg', 'b.jpg', 1, 1, 1, 1, 4)`);
  const label = (of: Database.Database, value: number) => of.prepare('UPDATE photographs SET label = ?').run(value);
  expect(() => label(other, 5)).toThrow('CHECK');

  migrations.run(db);
  expect(other.prepare('SELECT label FROM photographs').pluck().get()).toBe(4);
  label(other, 5);
  label(db, 5);
  expect(() => label(db, 6)).toThrow('CHECK');
  expect(() => label(other, 6)).toThrow('CHECK');
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(migrations.fits(db, migrations.latest)).toBe(true);
  expect(db.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'results'`).pluck().get()).toContain('BETWEEN 0 AND 5');
});

it('leaves declarations beyond anyone’s reach afterwards', () => {
  migrationsIn().run(db);
  expect(() => db.exec(`PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = ''`)).toThrow(
    'may not be modified',
  );
});
