import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exportOptionsSchema } from '../../../../contract/delivery/export.ts';
import type { OperationId } from '../../../../contract/operations/operation-spec.ts';
import type { Recipe } from '../../../../contract/recipes/recipe.ts';
import { addFunctions, readMigrations } from '../../../../main/store/database/migrate.ts';
import { openStore } from '../../../../main/store/index.ts';
import { targetHash, workHash } from '../../../../main/store/job-identity.ts';
import { ownFolder } from '../../../helpers/store/own-folder.ts';

const folder = ownFolder();
const migrations = readMigrations();
let db: Database.Database;
let secondConnection: Database.Database;
beforeEach(() => {
  db = new Database(join(folder(), 'burnish.db'));
  addFunctions(db);
  secondConnection = new Database(db.name);
});
afterEach(() => {
  secondConnection.close();
  db.close();
});

it('allows purple labels in an older database, without touching a row, also for open connections', () => {
  migrations.run(db, 22);
  db.exec(`INSERT INTO source_folders (path, words) VALUES ('/a', '/a');
    INSERT INTO photographs (source_path, content_hash, folder_id, words, name_key, bytes, width, height, added_at, label)
    VALUES ('/a/b.jpg', 'c', 1, 'b.jpg', 'b.jpg', 1, 1, 1, 1, 4)`);
  const label = (of: Database.Database, value: number) => of.prepare('UPDATE photographs SET label = ?').run(value);
  expect(() => label(secondConnection, 5)).toThrow('CHECK');

  migrations.run(db);
  expect(secondConnection.prepare('SELECT label FROM photographs').pluck().get()).toBe(4);
  label(secondConnection, 5);
  label(db, 5);
  expect(() => label(db, 6)).toThrow('CHECK');
  expect(() => label(secondConnection, 6)).toThrow('CHECK');
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(migrations.hasSchema(db, migrations.latest)).toBe(true);
  expect(db.prepare(`SELECT sql FROM sqlite_schema WHERE name = 'results'`).pluck().get()).toContain('BETWEEN 0 AND 5');
});

it('leaves the schema protected afterwards', () => {
  migrations.run(db);
  expect(() => db.exec(`PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = ''`)).toThrow(
    'may not be modified',
  );
});

it('recognizes paid work if only the format of its recipe differs, but no two turns of an analysis', () => {
  migrations.run(db, 24);
  const recipe = (operation: OperationId, format: string) => ({
    ...{ id: 'r', name: 'r', profileId: null, fit: true, steps: [{ operation, params: {}, reference: null }] },
    output: { folder: null, template: '{name}', mirror: true, conflict: 'number', format, quality: 92 },
  });
  db.exec(`INSERT INTO batches (id, title, origin, created_at) VALUES (1, 'b', 'drop', 1)`);
  const insert = db.prepare(
    `INSERT INTO jobs (batch_id, origin, counter, source_path, relative_folder, output_folder, content_hash, bytes, width, height,
       recipe, recipe_hash, target_hash, turn, recipe_name, profile_id, step_count, operation, priority, position, created_at, state)
     VALUES (1, 'drop', 1, '/a.jpg', '', '/out', 'c', 1, 1, 1, @recipe, @before, @target, 0, 'r', 'p', 1, 'x', 0, 0, 1, @state)`,
  );
  const add = (operation: OperationId, format: string, target: string, state: string) =>
    insert.run({ recipe: JSON.stringify(recipe(operation, format)), before: format, target, state });
  add('smart-beauty', 'png', 'place', 'done');
  add('smart-beauty', 'jpeg', 'place', 'done');
  add('face-key-points', 'png', '', 'done');
  add('face-key-points', 'jpeg', '', 'failed');

  migrations.run(db);
  const rows = db.prepare('SELECT recipe_hash, target_hash, turn FROM jobs ORDER BY id').raw().all() as unknown[][];
  const expected = [recipe('smart-beauty', 'png'), recipe('smart-beauty', 'jpeg')] as unknown as Recipe[];
  expect(rows.slice(0, 2)).toEqual(expected.map((each) => [workHash(each), targetHash(each, '/out'), 0]));
  expect(new Set(rows.map(([work]) => work)).size).toBe(2);
  expect(rows.slice(2).map(([, target, turn]) => `${target}${turn}`)).toEqual(['1', '0']);
  expect(migrations.hasSchema(db, migrations.latest)).toBe(true);
});

it('keeps named exports, the last export, and changed keys under their current names', () => {
  migrations.run(db, 37);
  const { rendering, ...rest } = exportOptionsSchema.parse({ kind: 'files', folder: '/out' });
  const options = { ...rest, look: { ...rendering, format: 'tiff' } };
  const setting = db.prepare('INSERT INTO settings (name, value) VALUES (?, ?)');
  setting.run('lastExport', JSON.stringify(options));
  setting.run('shortcuts', JSON.stringify({ 'look.takeOut': ['J'], 'grid.open': ['G'] }));
  const preset = JSON.stringify({ id: 'a', name: 'For print', options });
  db.prepare(`INSERT INTO export_presets (id, position, preset) VALUES ('a', 1, ?)`).run(preset);

  migrations.run(db);
  const store = openStore({ folder: folder() });
  const now = { ...rest, rendering: { ...rendering, format: 'tiff' } };
  const shortcuts = { 'panes.takeOut': ['J'], 'grid.open': ['G'] };
  expect(store.settings.read()).toMatchObject({ lastExport: now, shortcuts });
  expect(store.exportPresets.list()).toEqual([{ id: 'a', name: 'For print', options: now }]);
  store.close();
});
