import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { BulkProgress } from '../../../../contract/review/bulk-progress.ts';
import { Bulk } from '../../../../main/review/actions/bulk-work.ts';

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Creates bulk work whose rows each advance a private clock by `perRow` ms. */
function stage(perRow: number) {
  let now = 0;
  const reports: BulkProgress[] = [];
  const slices: number[] = [];
  const done: number[] = [];
  const bulk = new Bulk(
    (progress) => reports.push(progress),
    () => now,
  );
  const act = (slice: readonly number[]) => {
    now += slice.length * perRow;
    slices.push(slice.length);
    done.push(...slice);
    return slice.length;
  };
  return { bulk, told: reports, slices, done, act };
}

describe('bulk work', () => {
  it('processes all rows in order, in slices of about equal duration', async () => {
    const { bulk, slices, done, act } = stage(0.5);
    const sizes = await bulk.run('retry', ids(5000), act);
    expect(done).toEqual(ids(5000));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(5000);
    expect(Math.max(...slices) * 0.5).toBeLessThanOrEqual(20);
  });

  it('uses smaller slices if rows take long', async () => {
    const { bulk, slices, act } = stage(30);
    await bulk.run('retry', ids(100), act);
    expect(slices.at(-2)).toBe(1);
  });

  it('reports progress and completion, but not of short work', async () => {
    const { bulk, told, act } = stage(1);
    await bulk.run('hold', ids(100), act);
    expect(told).toEqual([]);
    await bulk.run('hold', ids(2000), act);
    expect(told.length).toBeGreaterThan(3);
    expect(told.at(-1)).toMatchObject({ work: 'hold', done: 2000, total: 2000, isOver: true });
    expect(told.slice(0, -1).every(({ isOver }) => !isOver)).toBe(true);
  });

  it('stops between slices, and keeps what was done', async () => {
    const { bulk, told, done, act } = stage(1);
    await bulk.run('retry', ids(5000), (slice) => {
      const last = told.at(-1);
      if (last) bulk.stop(last.id);
      return act(slice);
    });
    expect(done.length).toBeGreaterThan(0);
    expect(done.length).toBeLessThan(5000);
    expect(told.at(-1)?.isOver).toBe(true);
  });

  it('runs one piece of work after the other, also after a failed one', async () => {
    const { bulk, done, act } = stage(0.1);
    const failing = bulk.run('remove', [1], () => {
      throw new Error('broken');
    });
    const next = bulk.run('remove', ids(3), act);
    await expect(failing).rejects.toThrow('broken');
    await next;
    expect(done).toEqual([1, 2, 3]);
  });
});

it('reports at once that it waits for the database, and continues or stops', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'burnish-bulk-'));
  const [own, other] = [0, 1].map(() => new Database(join(folder, 'a.db'), { timeout: 0 })) as [
    Database.Database,
    Database.Database,
  ];
  try {
    own.exec('CREATE TABLE t (id)');
    other.exec('BEGIN IMMEDIATE');
    const reports: BulkProgress[] = [];
    const bulk = new Bulk((progress) => {
      reports.push(progress);
      if (progress.waitsFor) other.exec('COMMIT');
    });
    await bulk.run('mark', [1], ([id]) => own.prepare('INSERT INTO t VALUES (?)').run(id));
    expect(reports[0]).toMatchObject({ done: 0, isOver: false, waitsFor: 'locked' });
    expect(reports.at(-1)).toEqual({ id: 1, work: 'mark', done: 1, total: 1, isOver: true });
    expect(own.prepare('SELECT id FROM t').pluck().all()).toEqual([1]);
  } finally {
    own.close();
    other.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
