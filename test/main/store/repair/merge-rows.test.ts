import { describe, expect, it } from 'vitest';
import { openStore } from '../../../../main/store/index.ts';
import { type MergedTable, repairStepRuns } from '../../../../main/store/repair/merge-rows.ts';
import type { Row } from '../../../../main/store/repair/table-shapes.ts';
import { dearProfile } from '../../../campaign/disk/damage.ts';
import { fillWithJobs, type Known } from '../../../campaign/disk/damage-jobs.ts';
import { ownFolder, withDatabase } from '../../../helpers/store/own-folder.ts';

/** Returns the JSON of a fitted upload, with its steps under this key. */
function fitOf(key: string): string {
  const size = { width: 60, height: 40 };
  return JSON.stringify({ uploads: { image: { ...size, original: size, [key]: [{ kind: 'oriented' }] } } });
}

describe('the run of a step', () => {
  const run = (more: Row = {}): Row => ({
    ...{ job_id: 1, step: 0, operation: 'o', submitted_at: 5, fitted: '[]', fit: fitOf('steps') },
    ...{ answer: null, task_id: 't', finished_at: null },
    ...more,
  });
  const settled = (is: Row, copy: Row | null = null) => {
    const runs: MergedTable = new Map([['[1,0]', { row: run(is), origin: 'tree' }]]);
    return repairStepRuns(runs, new Map(copy ? [['[1,0]', run(copy)]] : [])).get('[1,0]')?.row;
  };

  const answer = '{"files":[{"from":{"url":"https://service.example/1"},"element":""}]}';

  it.each<[string, Row, Row | null, Row]>([
    ['that is sound stays as it is', { answer, finished_at: 9 }, { fit: fitOf('other') }, { answer, finished_at: 9 }],
    ['keeps its task without a note that is damaged', { fitted: '["Scaled."M' }, null, { fitted: '[]' }],
    ['has a damaged document as the copy has it', { fit: '{"uploads":{}x' }, {}, {}],
    ['has none where the copy is of another upload', { fit: '{"uploads":{}x' }, { submitted_at: 4 }, { fit: null }],
    ['has no fit whose steps cannot be read, though it is JSON', { fit: fitOf('stexs') }, null, { fit: null }],
    ['has no fit with a key that nothing writes', { fit: '{"uploads":{},"locblForm":"mask"}' }, null, { fit: null }],
    ['has no fit with a form that there is not', { fit: '{"uploads":{},"localForm":"mbsk"}' }, null, { fit: null }],
    ['has no answer that names no files, though it is JSON', { answer: '{"fixes":[]}' }, null, {}],
    ['asks for a damaged answer again', { answer: '{x', finished_at: 9 }, null, {}],
    [
      'is over where nothing can be asked about',
      { answer: '{x', task_id: null, finished_at: 9 },
      null,
      { task_id: null, finished_at: 9 },
    ],
  ])('%s', (_, is, copy, expected) => {
    expect(settled(is, copy)).toEqual(run(expected));
  });
});

describe('a task that is paid, in a database with one wrong character', () => {
  const folder = ownFolder();

  it.each([
    ['is asked for still, with a damaged note of what was done to its photograph', '["Scaled."]', 'waiting'],
    ['is asked for still, though how its photograph was fitted is lost', '{"uploads":{}}', 'waiting'],
    ['is asked for still, though what is left of that is JSON without its uploads', '{"uploads', 'waiting'],
    ['is fetched still, if its response has come', '{"uploads":{}}', 'fetching'],
    ['is placed still, if its result is here', '{"uploads":{}}', 'placing'],
  ] as const)('%s', (_, document, state) => {
    const before = openStore({ folder: folder() });
    before.profiles.save(dearProfile);
    const known = new Map<number, Known>();
    fillWithJobs(before, 0, 5, known);
    before.close();
    const [id, { taskId }] = [...known].find(([, each]) => each.state === state)!;
    const damaged = `${document.slice(0, -1)}M`;
    const column = document.startsWith('[') ? 'fitted' : 'fit';
    withDatabase(folder(), (db) => {
      db.pragma('ignore_check_constraints = ON');
      db.prepare(`UPDATE step_runs SET ${column} = replace(${column}, ?, ?) WHERE job_id = ?`).run(
        document,
        damaged,
        id,
      );
    });

    const store = openStore({ folder: folder() });
    expect([store.jobs.get(id)?.state, store.stepRuns.get(id, 0)?.taskId]).toEqual([state, taskId]);
    store.close();
  });
});
