import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobState } from '../../../../contract/jobs/job.ts';
import {
  filterOf,
  type JobQuery,
  jobFilters,
  jobQuerySchema,
  jobSorts,
  type PhotographQuery,
  photographQuerySchema,
  photographSorts,
} from '../../../../contract/review/list-queries.ts';
import { openReviewQueries, type ReviewQueries } from '../../../../main/store/review/queries.ts';
import { defaultStrategy } from '../../../../main/store/review/search/finding-conditions.ts';
import { createSeededRandom } from '../../../helpers/run/seeded-random.ts';
import { fillWithPhotographs } from '../../../helpers/store/many-photographs.ts';

const count = 3000;
const now = new Date(2026, 10, 22).getTime();
let folder: string;
let queries: ReviewQueries;
let busy: ReviewQueries;
let db: Database.Database;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-queries-'));
  fillWithPhotographs(folder, count);
  const file = join(folder, 'burnish.db');
  db = new Database(file);
  // Names with and without numbers, capitals and accents; notes; some jobs held, some removed.
  db.exec(`UPDATE jobs SET removed_at = 1 WHERE id % 41 = 0 AND state <> 'queued';
    UPDATE jobs SET held = 1 WHERE id % 3 = 0 AND state = 'queued';
    UPDATE jobs SET error = json_set(error, '$.code', 'UNUSABLE_FILE') WHERE state = 'failed' AND id % 8 = 1;
    UPDATE photographs SET note = 'For the Cover' WHERE id % 50 = 0;
    UPDATE photographs SET foreign_label = 'Kunde ' || (id % 3) WHERE id % 17 = 0;
    UPDATE photographs SET taken_at = NULL WHERE id % 9 = 0;
    INSERT INTO findings (photograph_id, kind, text, result_id, face, value)
      SELECT id, 'acne', '', id, 0, NULL FROM photographs WHERE id % 11 = 0
      UNION ALL SELECT id, 'glasses', 'sunglasses', id, 1, NULL FROM photographs WHERE id % 13 = 0
      UNION ALL SELECT id, 'faces', '', id, 0, id % 4 FROM photographs
      UNION ALL SELECT id, 'quality', '', id, 1, id % 101 FROM photographs
      UNION ALL SELECT id, 'quality', '', id, 2, 30 FROM photographs WHERE id % 2 = 0;
    INSERT INTO galleries (id, title, made_at) VALUES ('g', 'Spring', 1);
    INSERT INTO client_answers (id, gallery_id, name, words, imported_at)
      VALUES (1, 'g', 'Ännie', 'annie', 1), (2, 'g', 'Spring', 'spring', 1);
    INSERT INTO client_picks SELECT 1, id, id % 23 = 0, 0, '' FROM photographs WHERE id % 23 < 2
      UNION ALL SELECT 2, id, 0, 3, 'Much Darker' FROM photographs WHERE id % 29 = 0;`);
  queries = openReviewQueries(file, { ...defaultStrategy, now: () => now });
  // No list counts as short with this limit.
  busy = openReviewQueries(file, { many: 40, now: () => now });
});
afterAll(() => {
  queries.close();
  busy.close();
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const jobs = (query: Partial<JobQuery> = {}): JobQuery => jobQuerySchema.parse(query);
const photographs = (query: Partial<PhotographQuery> = {}): PhotographQuery => photographQuerySchema.parse(query);
/** Reads all ids of a list, page by page. */
function idsOf(order: { revision: number; count: number }): number[] {
  const ids: number[] = [];
  for (let from = 0; from < order.count; from += 700)
    ids.push(...queries['order.slice']({ revision: order.revision, from, to: from + 700 })!.ids);
  expect(ids).toHaveLength(order.count);
  return ids;
}

interface Row {
  id: number;
  state: JobState;
  batch: number;
  at: number;
  name: string;
  path: string;
  recipe: string;
  title: string;
  note: string;
  flag: number;
  stars: number;
  label: number;
  foreign: string;
  results: number;
  operation: string;
  removed: number | null;
  taken: number | null;
}
const rows = () =>
  db
    .prepare<[], Row>(
      `SELECT jobs.id, state, batch_id AS batch, jobs.created_at AS at, words AS name, jobs.source_path AS path,
         recipe_name AS recipe, title, note, flag, stars, label,
         CASE label WHEN 0 THEN foreign_label ELSE '' END AS "foreign", photographs.entries AS results, operation, removed_at AS removed,
         taken_at AS taken
       FROM jobs JOIN photographs ON photographs.id = photograph_id JOIN batches ON batches.id = batch_id`,
    )
    .all();
const isWordOf = (row: Row, word: string) =>
  `${row.path} ${row.recipe} ${row.title} ${row.note} ${row.foreign}`.toLowerCase().includes(word);
const qualities = ({ id }: Row) => (id % 2 === 0 ? [id % 101, 30] : [id % 101]);
const isUndecided = (row: Row) => row.flag === 0 && row.stars === 0 && row.label === 0;
/** Whether the job's date, or for the light table also the photograph's, is within `days` days of a date. */
const isIn = (row: Row, where: 'queue' | 'table', [month, day]: [number, number], days: number) => {
  const [from, to] = [new Date(2026, month - 1, day).getTime(), new Date(2026, month - 1, day + days).getTime()];
  const times = where === 'queue' ? [row.at] : [row.at, row.taken ?? 0];
  return times.some((at) => at >= from && at < to);
};
/** Meanings of texts that are more than words of names; each part must match. */
const meant: Readonly<Record<string, (row: Row, where: 'queue' | 'table') => boolean>> = {
  'client:picked': (row) => row.id % 23 === 0,
  'client:starred': (row) => row.id % 29 === 0,
  'client:annie': (row) => row.id % 23 < 2,
  'client:nobody': () => false,
  failed: (row) => (row.state === 'failed' && row.removed === null) || isWordOf(row, 'failed'),
  'state:done': (row) => row.state === 'done',
  picked: (row) => row.flag === 1,
  'state:rejected': (row) => row.flag === -1,
  undecided: isUndecided,
  'label:green': (row) => row.label === 3,
  'label:purple': (row) => row.label === 5,
  'label:kund': (row) => row.foreign !== '',
  'date:2026-11-14': (row, where) => isIn(row, where, [11, 14], 1),
  '2026-11-15': (row, where) => isIn(row, where, [11, 15], 1),
  '13 nov': (row, where) => isIn(row, where, [11, 13], 1),
  november: (row, where) => isIn(row, where, [11, 1], 30),
  'october 2026': (row, where) => isIn(row, where, [10, 1], 31),
  acne: (row) => row.id % 11 === 0,
  sunglasses: (row) => row.id % 13 === 0,
  '2 faces': (row) => row.id % 4 === 2,
  'faces>=2': (row) => row.id % 4 >= 2,
  'quality<25': (row) => qualities(row).some((each) => each < 25),
  'quality ≥ 90': (row) => qualities(row).some((each) => each >= 90),
  'much darker': (row) => row.id % 29 === 0,
  'operation:product-background-removal': (row) => row.operation === 'product-background-removal',
};
const isFound = (row: Row, text: string, where: 'queue' | 'table' = 'queue') => {
  const named = Object.keys(meant).filter((each) => ` ${text} `.includes(` ${each} `));
  const rest = named.reduce((left, each) => left.replaceAll(each, ' '), text);
  return (
    named.every((each) => meant[each]!(row, where)) &&
    rest
      .toLowerCase()
      .split(/\s+/)
      .filter(Boolean)
      .every((word) => isWordOf(row, word))
  );
};

const texts = [
  '',
  '0',
  '41',
  'dsc',
  'miller',
  'Miller 7',
  'wedding skin',
  'cover',
  'kunde',
  'product dsc_0',
  'zzz',
  '%',
  '_0',
  '"',
  ...Object.keys(meant),
];

/** Joins up to three texts that must all match. Skips a number before a month, which would be a day. */
function textBy(chance: ReturnType<typeof createSeededRandom>): string {
  const text = Array.from({ length: chance.between(1, 3) }, () => chance.pick(texts)).join(' ');
  return / 7 november/.test(text) ? textBy(chance) : text;
}

describe('the queue as a list', () => {
  it('has the jobs that match a query, whatever its parts', () => {
    const chance = createSeededRandom('queue');
    const all = rows();
    for (let times = 0; times < 120; times += 1) {
      const query = jobs({
        filter: chance.pick(jobFilters),
        text: textBy(chance),
        batchId: chance.chance(0.3) ? chance.between(1, 10) : null,
        sort: chance.pick(jobSorts),
      });
      const expected = all
        .filter((row) => row.removed === null)
        .filter((row) => query.filter === 'all' || filterOf[row.state] === query.filter)
        .filter((row) => query.batchId === null || row.batch === query.batchId)
        .filter((row) => isFound(row, query.text))
        .map(({ id }) => id);
      const ids = idsOf(queries['jobs.order'](query));
      expect([query, [...ids].sort((a, b) => a - b)]).toEqual([query, expected]);
      expect([query, queries['jobs.head'](query).ids]).toEqual([query, ids.slice(0, 120)]);
      expect([query, busy['jobs.head'](query).ids]).toEqual([query, ids.slice(0, 120)]);
    }
  });

  it('counts what each filter would show', () => {
    for (const text of texts) {
      const tally = queries['jobs.tally'](jobs({ text, filter: 'failed' }));
      for (const filter of jobFilters)
        expect([text, filter, tally[filter]]).toEqual([
          text,
          filter,
          queries['jobs.order'](jobs({ text, filter })).count,
        ]);
    }
  });

  it('is in the requested order', () => {
    const at = new Map(rows().map((row) => [row.id, row]));
    const namesOf = (ids: readonly number[]) => ids.map((id) => at.get(id)!.name);
    const byName = namesOf(queries['jobs.head'](jobs({ sort: 'name' })).ids);
    expect(byName).toEqual([...byName].sort());
    const added = idsOf(queries['jobs.order'](jobs({ sort: 'added' }))).map((id) => at.get(id)!.at);
    expect(added).toEqual([...added].sort((a, b) => b - a));
    const activity = idsOf(queries['jobs.order'](jobs())).map((id) => filterOf[at.get(id)!.state]);
    const ranks = ['running', 'uncertain', 'failed', 'queued', 'done', 'cancelled'];
    expect(activity).toEqual([...activity].sort((a, b) => ranks.indexOf(a) - ranks.indexOf(b)));
  });

  it('selects all of a list except a few, and sums them up', () => {
    const query = jobs({ filter: 'queued' });
    const ids = idsOf(queries['jobs.order'](query));
    const choice = { query, except: ids.slice(0, 5) };
    expect(queries['jobs.chosen']({ choice, states: null })).toEqual(ids.slice(5));
    expect(queries['jobs.chosen']({ choice, states: ['failed'] })).toEqual([]);
    const held = (some: readonly number[]) => some.filter((id) => id % 3 === 0).length;
    expect(queries['jobs.sum'](choice)).toMatchObject({
      count: ids.length - 5,
      states: { queued: ids.length - 5 },
      held: held(ids.slice(5)),
    });
    expect(queries['jobs.sum']({ ids: [...ids.slice(0, 5)] })).toMatchObject({ count: 5, held: held(ids.slice(0, 5)) });
  });

  it('counts the permanent ones among chosen failures', () => {
    const query = jobs({ filter: 'failed' });
    const ids = idsOf(queries['jobs.order'](query));
    const forGood = ids.filter((id) => id % 8 === 1).length;
    expect(forGood).toBeGreaterThan(0);
    expect(forGood).toBeLessThan(ids.length);
    expect(queries['jobs.sum']({ query, except: [] })).toMatchObject({ count: ids.length, forGood });
    expect(queries['jobs.sum']({ query: jobs({ filter: 'done' }), except: [] })).toMatchObject({ forGood: 0 });
  });

  it('keeps an order while it is shown, and forgets old ones', () => {
    const { revision } = queries['jobs.order'](jobs());
    const [third] = queries['order.slice']({ revision, from: 2, to: 3 })!.ids;
    expect(queries['order.place']({ revision, id: third! })).toBe(2);
    expect(queries['order.place']({ revision, id: 999_999 })).toBe(-1);
    for (let times = 0; times < 20; times += 1) queries['jobs.order'](jobs());
    expect(queries['order.slice']({ revision, from: 0, to: 1 })).toBeNull();
    expect(queries['order.place']({ revision, id: 1 })).toBeNull();
  });
});

const filters: PhotographQuery['findings'] = [
  { kind: 'acne', text: '', atLeast: null },
  { kind: 'glasses', text: 'sunglasses', atLeast: null },
  { kind: 'glasses', text: "' OR 1 OR '", atLeast: null },
  { kind: 'mole', text: '', atLeast: null },
  { kind: 'faces', text: '', atLeast: 3 },
  { kind: 'quality', text: '', atLeast: 60 },
  { kind: 'quality', text: '', atLeast: null },
];
function has(row: Row, { kind, text, atLeast }: PhotographQuery['findings'][number]): boolean {
  if (kind === 'acne') return row.id % 11 === 0;
  if (kind === 'glasses') return text === 'sunglasses' && row.id % 13 === 0;
  if (kind === 'mole') return false;
  const values = kind === 'faces' ? [row.id % 4] : qualities(row);
  return values.some((value) => value >= (atLeast ?? 0));
}

describe('the light table as a list', () => {
  it('has the photographs that match a query, whatever its parts', () => {
    const chance = createSeededRandom('light table');
    const all = rows();
    const recipes = [...new Set(all.map(({ recipe }) => recipe))];
    const lastResult = db
      .prepare<[string], number>(
        'SELECT photograph_id FROM results WHERE photograph_id IN (SELECT value FROM json_each(?)) ORDER BY id DESC',
      )
      .pluck();
    for (let times = 0; times < 160; times += 1) {
      const { operation } = chance.pick(all);
      const stars = chance.chance(0.3)
        ? { is: chance.pick(['=', '>=', '<='] as const), n: chance.between(0, 5) }
        : null;
      const query = photographs({
        text: textBy(chance),
        batchId: chance.chance(0.2) ? chance.between(1, 10) : null,
        folderId: chance.chance(0.2) ? chance.between(1, 10) : null,
        recipe: chance.chance(0.2) ? chance.pick(recipes) : null,
        flags: chance.chance(0.4) ? [chance.pick([-1, 0, 1] as const)] : [],
        labels: chance.pick([[], [], [0], [0, 1], [chance.between(0, 4)], [3, 0, 2]]),
        stars,
        undecided: chance.chance(0.1),
        pickedByClient: chance.chance(0.1),
        operation: chance.chance(0.2) ? (operation as PhotographQuery['operation']) : null,
        findings: chance.chance(0.3) ? [chance.pick(filters)] : [],
        fileType: chance.chance(0.2) ? chance.pick(['jpeg', 'png'] as const) : null,
        sort: chance.pick(photographSorts),
        descending: chance.chance(0.5),
      });
      const expected = all
        .filter((row) => row.results > 0)
        .filter((row) => query.batchId === null || row.batch === query.batchId)
        .filter((row) => query.folderId === null || row.batch === query.folderId)
        .filter((row) => query.recipe === null || row.recipe === query.recipe)
        .filter((row) => query.flags.length === 0 || query.flags.includes(row.flag as 0))
        .filter((row) => query.labels.length === 0 || query.labels.includes(row.label))
        .filter((row) => stars === null || compare(row.stars, stars.is, stars.n))
        .filter((row) => !query.undecided || (row.flag === 0 && row.stars === 0 && row.label === 0))
        .filter((row) => !query.pickedByClient || row.id % 23 === 0)
        .filter((row) => query.operation === null || row.operation === query.operation)
        .filter((row) => query.findings.every((filter) => has(row, filter)))
        .filter(() => query.fileType !== 'png')
        .filter((row) => isFound(row, query.text, 'table'))
        .map(({ id }) => id);
      const ids = idsOf(queries['photographs.order'](query));
      expect([query, [...ids].sort((a, b) => a - b)]).toEqual([query, expected]);
      expect([query, queries['photographs.head'](query).ids]).toEqual([query, ids.slice(0, 120)]);
      expect([query, busy['photographs.head'](query).ids]).toEqual([query, ids.slice(0, 120)]);
      expect([query, queries['photographs.count'](query)]).toEqual([query, ids.length]);
      const last = lastResult.get(JSON.stringify(ids)) ?? null;
      expect([query, queries['photographs.newest'](query)?.photographId ?? null]).toEqual([query, last]);
    }
  });

  it('folds a stack onto its first listed photograph, and shows all of it when opened', () => {
    const done = rows().filter((row) => row.results > 0 && row.batch === 4);
    const [a, b, c] = done.map(({ id }) => id) as [number, number, number];
    const elsewhere = rows().find((row) => row.results > 0 && row.batch === 5)!.id;
    const insert = db.prepare('INSERT INTO stacks (photograph_id, stack_id, place, size, best) VALUES (?, ?, ?, 4, ?)');
    for (const [place, id] of [a, b, c, elsewhere].entries()) insert.run(id, a, place, Number(id === b));
    const listed = (query: Partial<PhotographQuery>) =>
      new Set(idsOf(queries['photographs.order'](photographs(query))));
    const among = (query: Partial<PhotographQuery>) => [a, b, c, elsewhere].filter((id) => listed(query).has(id));
    expect(among({})).toEqual([a, b, c, elsewhere]);
    expect(among({ folded: true })).toEqual([a]);
    expect(among({ folded: true, openStacks: [a] })).toEqual([a, b, c, elsewhere]);
    // In another batch, the first photograph of the stack is not listed, so that nothing would represent the stack.
    expect(among({ folded: true, batchId: 5 })).toEqual([elsewhere]);
    expect(among({ folded: true, folderId: 4 })).toEqual([a]);
    expect(listed({ folded: true }).size).toBe(listed({}).size - 3);
    db.exec('DELETE FROM stacks');
  });

  it('reports the findings of a list', () => {
    const found = (query: Partial<PhotographQuery>) =>
      Object.fromEntries(
        queries['photographs.findings'](photographs(query)).map(({ kind, text, count: n }) => [`${kind}${text}`, n]),
      );
    const all = rows();
    const countOf = (some: readonly Row[], filter: PhotographQuery['findings'][number]) =>
      some.filter((row) => has(row, filter)).length;
    expect(found({})).toMatchObject({ acne: countOf(all, filters[0]!), quality: all.length });
    const batch = all.filter((row) => row.batch === 4 && row.results > 0);
    expect(found({ batchId: 4, findings: [filters[3]!] })).toEqual({
      acne: countOf(batch, filters[0]!),
      glassessunglasses: countOf(batch, filters[1]!),
      faces: batch.length,
      quality: batch.length,
    });
  });

  it('counts the entries of the sidebar', () => {
    const places = queries['photographs.places']({ now: Date.UTC(2026, 10, 22) });
    const countOf = (query: Partial<PhotographQuery>) => queries['photographs.order'](photographs(query)).count;
    expect(places.all).toBe(countOf({}));
    expect(places.spans.reduce((sum, { count: n }) => sum + n, 0)).toBe(places.all);
    for (const { from, to, count: n } of places.spans) expect(countOf({ from, to })).toBe(n);
    for (const { id, count: n } of places.batches) expect(countOf({ batchId: id })).toBe(n);
    for (const { id, count: n } of places.folders) expect(countOf({ folderId: id })).toBe(n);
    for (const { name, count: n } of places.recipes) expect(countOf({ recipe: name })).toBe(n);
    expect([places.batches.length, places.folders.length, places.recipes.length]).toEqual([10, 10, 3]);
  });
});

function compare(a: number, is: '=' | '>=' | '<=', b: number): boolean {
  if (is === '=') return a === b;
  return is === '>=' ? a >= b : a <= b;
}
