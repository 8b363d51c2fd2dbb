import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { everyPhotograph, jobQuerySchema } from '../../../../contract/review/list-queries.ts';
import { createReader, type Reader } from '../../../../main/review/lists/query-reader.ts';
import { troubleOf } from '../../../../main/store/index.ts';
import { fillWithPhotographs } from '../../../helpers/store/many-photographs.ts';

let folder: string;
let reader: Reader;
const every = jobQuerySchema.parse({});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-reader-'));
});
afterEach(async () => {
  await reader.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the thread that reads for lists', () => {
  it('answers from the database as it is now, while another connection writes', async () => {
    fillWithPhotographs(folder, 300);
    const file = join(folder, 'burnish.db');
    reader = createReader(file);
    expect((await reader.ask('jobs.order', every)).count).toBe(300);
    const db = new Database(file);
    db.exec('BEGIN IMMEDIATE; UPDATE jobs SET removed_at = 1 WHERE id <= 20');
    expect((await reader.ask('jobs.order', every)).count).toBe(300);
    db.exec('COMMIT');
    db.close();
    expect((await reader.ask('jobs.order', every)).count).toBe(280);
    expect((await reader.ask('photographs.order', everyPhotograph)).count).toBeGreaterThan(0);
  });

  it('reports database errors as SQLite does, and continues when the database is available', async () => {
    reader = createReader(join(folder, 'burnish.db'));
    const error = await reader.ask('jobs.order', every).catch((fault: unknown) => fault);
    expect(troubleOf(error)).toBe('gone');
    fillWithPhotographs(folder, 300);
    expect((await reader.ask('jobs.order', every)).count).toBe(300);
  });

  it('rejects requests once it is closed', async () => {
    fillWithPhotographs(folder, 300);
    reader = createReader(join(folder, 'burnish.db'));
    await reader.ask('jobs.order', every);
    await reader.close();
    await expect(reader.ask('jobs.order', every)).rejects.toThrow('closed');
  });
});
