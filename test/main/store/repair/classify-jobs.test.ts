import { describe, expect, it } from 'vitest';
import { starterRecipes } from '../../../../contract/recipes/recipe.ts';
import { unknownFateError } from '../../../../main/store/jobs/adding/data-loss.ts';
import { classifyJobs } from '../../../../main/store/repair/classify-jobs.ts';
import type { Row } from '../../../../main/store/repair/table-shapes.ts';

const recipe = JSON.stringify(starterRecipes[0]);
/** Error as an earlier version stored it, with its text. */
const inWords = JSON.stringify({ ...unknownFateError, message: 'Burnish’s database was damaged, and nobody knows …' });

function jobRow(id: number, more: Row): [string, { row: Row; origin: 'tree' }] {
  const plain = { follows: null, held: 0, lease: null, failures: '{}', error: null, removed_at: null };
  const work = { recipe, recipe_hash: 'hash', profile_id: 'dear', operation: 'portrait-cutout', step: 0 };
  return [String(id), { row: { id, state: 'queued', ...plain, ...work, ...more }, origin: 'tree' }];
}

describe('the fates of jobs in a database that is repaired for the second time', () => {
  it.each([
    ['by this version', JSON.stringify(unknownFateError)],
    ['by an earlier one', inWords],
  ])('still need the decision of the first repair: %s', (_, error) => {
    const jobs = new Map([jobRow(1, { state: 'uncertain', error }), jobRow(2, { follows: 1 }), jobRow(3, {})]);
    const tables = { jobs, stepRuns: new Map(), results: new Map(), canCharge: () => true, now: 1 };
    const settled = classifyJobs(tables, { hasLostCommits: false, taskJobs: new Map() });
    // The follower shares the decision of its leader.
    expect(settled.uncertainCount).toBe(2);
    expect([...settled.jobs.values()].map(({ state }) => state)).toEqual(['uncertain', 'uncertain', 'queued']);
  });
});

it('keeps a job although its origin is damaged', () => {
  const jobs = new Map([jobRow(1, { origin: 'command' }), jobRow(2, { origin: 'Orop' })]);
  const tables = { jobs, stepRuns: new Map(), results: new Map(), canCharge: () => true, now: 1 };
  const settled = classifyJobs(tables, { hasLostCommits: false, taskJobs: new Map() });
  expect([...settled.jobs.values()].map(({ origin }) => origin)).toEqual(['command', 'drop']);
});
