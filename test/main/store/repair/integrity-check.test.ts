import { expect, it } from 'vitest';
import { openStore } from '../../../../main/store/index.ts';
import { findCorruptionSlice, type IntegritySlice } from '../../../../main/store/repair/integrity-check.ts';
import { paperJob, recipeOf } from '../../../helpers/queue/queue-stage.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { ownFolder, rescueOf, runSql, withDatabase } from '../../../helpers/store/own-folder.ts';
import { addJobs } from '../../../helpers/store/same-content.ts';

const folder = ownFolder();

/** Adds photographs, of which the one at `damaged` gets a wrong character in its operation. Returns their ids. */
function addDamaged(names: readonly string[], damaged: number): number[] {
  const store = openStore({ folder: folder() });
  const ids = addJobs(
    { store },
    names.map((name) => paperJob(name, recipeOf('portrait-background-removal'))),
  );
  store.close();
  runSql(folder(), `UPDATE jobs SET operation = 'portrait-backgrotnd-removal' WHERE id = ${ids[damaged]}`);
  return ids;
}

it('restores the operation of a job from its recipe if it differs from that of its step', () => {
  const [id = 0] = addDamaged(['a'], 0);
  const store = openStore({ folder: folder() });
  expect(store.rescue).toMatchObject({ jobs: 1, lostJobs: 0, hasUnknownLosses: false });
  expect(store.jobs.get(id)).toMatchObject({ operation: 'portrait-background-removal', state: 'queued' });
  const texts = store.events.ofJob(id).map(({ text }) => messageText(text));
  expect(texts).toContain('The database was damaged and has been repaired.');
  store.close();
  expect(rescueOf(folder())).toBe(null);
});

it('finds an error in one job slice by slice too, wherever it is', () => {
  const ids = addDamaged(['a', 'b', 'c', 'd', 'e'], 3);
  const seen: IntegritySlice[] = [];
  withDatabase(folder(), (db) => {
    for (let after: number | null | undefined = null; after !== undefined; ) {
      const slice: IntegritySlice = findCorruptionSlice(db, after, 2);
      seen.push(slice);
      after = slice.found === null ? (slice.next ?? undefined) : undefined;
    }
  });
  expect(seen.map(({ found }) => found?.key ?? null)).toEqual([null, null, 'store.unsound.job']);
  expect(seen.at(-1)?.found?.values).toEqual({ id: String(ids[3]) });
});
