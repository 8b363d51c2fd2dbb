/** Many photographs, and the handlers of bulk actions. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { test as base } from 'vitest';
import type { BulkProgress } from '../../../contract/review/bulk-progress.ts';
import type { DecisionChange } from '../../../contract/review/photo-decision.ts';
import { jobHandlers } from '../../../main/ipc/requests/jobs.ts';
import { photographHandlers } from '../../../main/ipc/requests/photographs.ts';
import { Bulk } from '../../../main/review/actions/bulk-work.ts';
import { UndoStack } from '../../../main/review/actions/undo-stack.ts';
import { createReader } from '../../../main/review/lists/query-reader.ts';
import { openStore } from '../../../main/store/index.ts';
import { fillWithPhotographs } from '../store/many-photographs.ts';
import { requestContext } from '../window/request-context.ts';

export const count = 1200;
export const ids = Array.from({ length: count }, (_, index) => index + 1);

/** A store with many photographs, and a clock that advances at each reading, so that all progress is reported. */
function openTable(folder: string) {
  fillWithPhotographs(folder, count);
  const store = openStore({ folder });
  const db = new Database(join(folder, 'burnish.db'));
  let listener = (_: BulkProgress) => {};
  let now = 0;
  const bulk = new Bulk(
    (progress) => listener(progress),
    () => {
      now += 15;
      return now;
    },
  );
  const undo = new UndoStack();
  const reader = createReader(store.file);
  const context = requestContext({ core: { store, review: { bulk, undo, reader } } });
  const [photographs, jobs] = [photographHandlers(context), jobHandlers(context)];
  return {
    store,
    undo,
    bulk,
    db,
    onTold: (next: typeof listener) => {
      listener = next;
    },
    decide: async (on: readonly number[], change: DecisionChange) =>
      await photographs['photographs.decide']({ on: { ids: [...on] }, change }, 'page'),
    hold: async () => await jobs['jobs.setHeld']({ on: { ids }, held: true }, 'page'),
    marks: () => db.prepare<[], unknown>('SELECT id, flag, stars, label FROM photographs ORDER BY id').all(),
    labelled: (label: number) =>
      db.prepare<[number], number>('SELECT count(*) FROM photographs WHERE label = ?').pluck().get(label),
    async close() {
      await bulk.stopAll();
      await reader.close();
      db.close();
      store.close();
    },
  };
}

export const test = base.extend<{ table: ReturnType<typeof openTable> }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the fixtures a fixture needs from this pattern.
  table: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'burnish-review-'));
    const table = openTable(folder);
    await use(table);
    await table.close();
    rmSync(folder, { recursive: true, force: true });
  },
});
