import { describe, expect } from 'vitest';
import { markForRepair } from '../../../../../main/store/database/database-checks.ts';
import type { Store } from '../../../../../main/store/index.ts';
import { backfillFindings } from '../../../../../main/store/review/search/findings.ts';
import { analysisOf } from '../../../../helpers/store/new-results.ts';
import { runSql, withDatabase } from '../../../../helpers/store/own-folder.ts';
import { viewOf } from '../../../../helpers/store/shown-photographs.ts';
import { type StoreStage, test } from '../../../../helpers/store/store-stage.ts';

const skin = (...names: string[]) => ({
  result: Object.fromEntries(names.map((name) => [name, { value: 1, confidence: 0.5 }])),
});

/** Adds a finished job with the findings of a skin analysis. */
function analysed(stage: StoreStage, name: string, body: unknown, raw: unknown = body): number {
  const [id] = stage.add(name);
  stage.store.results.add(analysisOf(stage.bring(id, 'done'), { operation: 'skin-analysis', raw, body }));
  return id;
}
/** Returns the findings of a job's photograph, as on its tile. */
async function tileOf(store: Store, jobId: number): Promise<string[] | undefined> {
  const { shown } = await viewOf(store, store.photographViews.ofJob(jobId)!);
  return shown?.findings.map(({ kind }) => kind);
}
const queryRows = <T>({ folder }: Pick<StoreStage, 'folder'>, sql: string): T[] =>
  withDatabase(folder, (db) => db.prepare<[], T>(sql).all());
const counts = (stage: Pick<StoreStage, 'folder'>) =>
  Object.fromEntries(
    queryRows<{ kind: string; n: number }>(
      stage,
      'SELECT kind, photographs AS n FROM finding_counts WHERE photographs > 0',
    ).map(({ kind, n }) => [kind, n]),
  );
/** Removes the findings, as in a database of a version without them. */
const forgetAll = ({ folder }: Pick<StoreStage, 'folder'>) =>
  runSql(folder, `DELETE FROM findings; INSERT INTO findings_to_read SELECT id FROM results WHERE kind = 'analysis'`);
const never = () => false;

describe('findings', () => {
  test('are kept with the analysis, counted by photograph, and renewed with it', async ({ stage }) => {
    const id = analysed(stage, 'a', skin('acne', 'mole'));
    analysed(stage, 'b', null, skin('acne'));
    expect(await tileOf(stage.store, id)).toEqual(['acne', 'mole']);
    expect(counts(stage)).toEqual({ acne: 2, mole: 1 });
    const { batchId } = stage.job(id);
    const analysisResult = { jobId: id, batchId, step: 0, operation: 'skin-analysis', kind: 'analysis' } as const;
    stage.store.results.add({ ...analysisResult, raw: skin('pores'), body: null, width: 60, height: 40 });
    expect(await tileOf(stage.store, id)).toEqual(['pores']);
    // Another analysis of the same photograph with the same findings.
    stage.store.results.add({ ...analysisResult, step: 1, raw: skin('pores'), body: null, width: 60, height: 40 });
    expect(counts(stage)).toEqual({ acne: 1, pores: 1 });
  });

  test('are forgotten with face data, and go with their job', async ({ stage }) => {
    const { store } = stage;
    const [a, b] = [analysed(stage, 'a', skin('acne')), analysed(stage, 'b', skin('acne'))];
    await store.analysisRemoval.forget({ batchId: stage.job(a).batchId });
    expect(counts(stage)).toEqual({ acne: 1 });
    expect(await tileOf(store, a)).toEqual([]);
    runSql(stage.folder, `PRAGMA foreign_keys = ON; DELETE FROM jobs WHERE id = ${b}`);
    expect([counts(stage), queryRows(stage, 'SELECT * FROM findings')]).toEqual([{}, []]);
    expect(store.findings.readOld(never)).toBe(false);
  });

  test('of earlier versions are read in slices, without those forgotten since', async ({ stage }) => {
    const { store } = stage;
    const ids = ['a', 'b', 'c'].map((name) => analysed(stage, name, skin('acne')));
    forgetAll(stage);
    expect(await tileOf(store, ids[0]!)).toEqual([]);
    // Only one, because there is no time for more.
    expect(store.findings.readOld(() => true)).toBe(true);
    expect(counts(stage)).toEqual({ acne: 1 });
    await store.analysisRemoval.forget({ batchId: stage.job(ids[0]!).batchId });
    const changedIds = new Set<number>();
    store.changes.subscribe(({ photographs }) => photographs.forEach((id) => void changedIds.add(id)));
    await backfillFindings(store.findings, new AbortController().signal);
    expect(counts(stage)).toEqual({ acne: 2 });
    expect(store.findings.readOld(never)).toBe(false);
    await expect.poll(() => changedIds).toContain(stage.job(ids[1]!).photographId);
  });

  test('end at once when Burnish is closed', async ({ stage }) => {
    analysed(stage, 'a', skin('acne'));
    forgetAll(stage);
    const closing = new AbortController();
    closing.abort(new Error('closing'));
    await expect(backfillFindings(stage.store.findings, closing.signal)).rejects.toThrow('closing');
    expect(counts(stage)).toEqual({});
  });

  test('are read again in a repaired database', async ({ stage }) => {
    const id = analysed(stage, 'a', skin('acne'));
    stage.store.close();
    markForRepair(stage.store.file);
    const store = stage.second();
    expect(store.rescue).not.toBe(null);
    expect(await tileOf(store, id)).toEqual([]);
    await backfillFindings(store.findings, new AbortController().signal);
    expect(await tileOf(store, id)).toEqual(['acne']);
    expect(counts(stage)).toEqual({ acne: 1 });
  });
});
