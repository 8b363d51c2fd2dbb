/** Blind comparisons of two services: pairs of results, the user's verdicts, and the final statistics. */
import { basename } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import {
  type BlindPair,
  type ComparisonHead,
  type Outcome,
  quantile,
  type ServiceOutcome,
  type Side,
  type Verdict,
} from '../../../contract/services/service-comparison.ts';
import type { StoredPath } from '../../files/stored-path.ts';
import { workHash } from '../job-identity.ts';
import type { StoreContext } from '../store-context.ts';

/** A service, with its name when the comparison was created. */
interface ComparedService {
  readonly profileId: string;
  readonly service: string;
}

export interface NewComparison {
  readonly recipe: { readonly id: string; readonly name: string };
  readonly services: readonly [ComparedService, ComparedService];
  /** The two jobs of each photograph, in the order of the services. */
  readonly pairs: readonly (readonly [number, number])[];
}

/** `gone`: there will be no result, and the service did not fail. */
type SideStatus = 'made' | 'failed' | 'gone' | 'open';

interface ComparisonRow {
  id: number;
  recipe_id: string;
  recipe: string;
  first_profile: string;
  first_service: string;
  second_profile: string;
  second_service: string;
  created_at: number;
  finished_at: number | null;
  outcome: string | null;
}

interface PairRow {
  id: number;
  first_job: number;
  second_job: number;
  first_is_left: 0 | 1;
  verdict: Verdict | null;
  first: SideStatus;
  second: SideStatus;
}
type SidesRow = Pick<PairRow, 'first_job' | 'second_job' | 'first_is_left'>;
type PhotographRow = { source_path: string; photograph_id: number | null; width: number; height: number };
type Statements = ReturnType<typeof prepareStatements>;

export function comparisons({ db, now }: Pick<StoreContext, 'db' | 'now'>) {
  const statements = prepareStatements(db);

  const create = db.transaction(({ recipe, services, pairs }: NewComparison): number => {
    const [first, second] = services;
    const { lastInsertRowid } = statements.insert.run({
      recipeId: recipe.id,
      recipe: recipe.name,
      firstProfile: first.profileId,
      firstService: first.service,
      secondProfile: second.profileId,
      secondService: second.service,
      at: now(),
    });
    const isFirstLeft = balancedRandom(pairs.length);
    for (const [index, [a, b]] of pairs.entries())
      statements.insertPair.run(lastInsertRowid, a, b, isFirstLeft[index] ? 1 : 0);
    return Number(lastInsertRowid);
  });

  function outcome(id: number): Outcome | null {
    const text = statements.byId.get(id)?.outcome ?? null;
    return text === null ? null : (JSON.parse(text) as Outcome);
  }

  return {
    /** Stores a comparison, with random sides for its services. Returns its id. */
    create: (comparison: NewComparison): number => create.immediate(comparison),
    /** Newest first. */
    list: (): ComparisonHead[] => statements.all.all().map((row) => toHead(row, statements.pairsOf.all(row.id))),
    /** Returns the pairs with both results, or null if the comparison is finished or does not exist. */
    pairs(id: number): BlindPair[] | null {
      if (statements.byId.get(id)?.finished_at !== null) return null;
      return statements.pairsOf.all(id).flatMap((pair) => (isReady(pair) ? toBlindPairs(statements, pair) : []));
    },
    /** Returns the id of the result on one side of a pair, or null. */
    resultOf(pairId: number, side: Side): number | null {
      const pair = statements.sidesOf.get(pairId);
      if (!pair) return null;
      const isFirst = (pair.first_is_left === 1) === (side === 'left');
      return statements.madeOf.get(isFirst ? pair.first_job : pair.second_job)?.id ?? null;
    },
    /** Stores a verdict, or removes it (null). Returns false if the comparison is finished or missing. */
    judge: (pairId: number, verdict: Verdict | null): boolean => statements.setVerdict.run(verdict, pairId).changes > 0,
    /** Ends the judging, and stores the outcome, which reveals the services. */
    finish(id: number): Outcome | null {
      const row = statements.byId.get(id);
      if (row?.finished_at === null) statements.finish.run(now(), JSON.stringify(computeOutcome(statements, row)), id);
      return outcome(id);
    },
    /** Returns null until the comparison is finished. */
    outcome,
    /** Counts those of these photographs that the service has processed with the steps of the recipe. */
    countFinished: (paths: readonly StoredPath[], recipe: Recipe, profileId: string): number =>
      statements.countFinished.get({ paths: JSON.stringify(paths), recipeHash: workHash(recipe), profileId }) ?? 0,
    remove: (id: number): void => void statements.drop.run(id),
  };
}

/** SQL: the image that a service made in the job. */
const madeBy = (job: string) =>
  `(SELECT id FROM results WHERE job_id = ${job} AND kind = 'image' AND version = 0
    ORDER BY step DESC, element = '' DESC, id LIMIT 1)`;
const statusOf = (job: string) => `CASE
  WHEN ${job}.state = 'done' AND ${madeBy(`${job}.id`)} IS NOT NULL THEN 'made'
  WHEN ${job}.state IN ('done', 'failed', 'uncertain') THEN 'failed'
  WHEN coalesce(${job}.state, 'cancelled') = 'cancelled' THEN 'gone' ELSE 'open' END`;
// A follower shares the result and the cost of its leader.
const leaders = `SELECT coalesce(follows, id) AS id FROM jobs WHERE id IN (SELECT value FROM json_each(@jobs))`;

function prepareStatements(db: Database) {
  return {
    insert: db.prepare(
      `INSERT INTO comparisons
         (recipe_id, recipe, first_profile, first_service, second_profile, second_service, created_at)
       VALUES (@recipeId, @recipe, @firstProfile, @firstService, @secondProfile, @secondService, @at)`,
    ),
    insertPair: db.prepare(
      'INSERT INTO comparison_pairs (comparison_id, first_job, second_job, first_is_left) VALUES (?, ?, ?, ?)',
    ),
    all: db.prepare<[], ComparisonRow>('SELECT * FROM comparisons ORDER BY id DESC'),
    byId: db.prepare<[number], ComparisonRow>('SELECT * FROM comparisons WHERE id = ?'),
    pairsOf: db.prepare<[number], PairRow>(
      `SELECT pair.*, ${statusOf('a')} AS first, ${statusOf('b')} AS second FROM comparison_pairs pair
       LEFT JOIN jobs a ON a.id = first_job LEFT JOIN jobs b ON b.id = second_job
       WHERE comparison_id = ? ORDER BY pair.id`,
    ),
    photographOf: db.prepare<[number], PhotographRow>(
      'SELECT source_path, photograph_id, width, height FROM jobs WHERE id = ?',
    ),
    madeOf: db.prepare<[number], { id: number; width: number; height: number }>(
      `SELECT id, width, height FROM results WHERE id = ${madeBy('?')}`,
    ),
    sidesOf: db.prepare<[number], SidesRow>(
      'SELECT first_job, second_job, first_is_left FROM comparison_pairs WHERE id = ?',
    ),
    setVerdict: db.prepare(
      `UPDATE comparison_pairs SET verdict = ? WHERE id = ?
         AND comparison_id IN (SELECT id FROM comparisons WHERE finished_at IS NULL)`,
    ),
    finish: db.prepare('UPDATE comparisons SET finished_at = ?, outcome = ? WHERE id = ? AND finished_at IS NULL'),
    countFinished: db
      .prepare<[{ paths: string; recipeHash: string; profileId: string }], number>(
        `SELECT count(DISTINCT photographs.source_path) FROM photographs JOIN jobs ON jobs.photograph_id = photographs.id
         WHERE photographs.source_path IN (SELECT value FROM json_each(@paths)) AND jobs.recipe_hash = @recipeHash
           AND jobs.profile_id = @profileId AND jobs.state = 'done' AND jobs.result_count > 0`,
      )
      .pluck(),
    drop: db.prepare('DELETE FROM comparisons WHERE id = ?'),
    costOf: db.prepare<[{ profileId: string; jobs: string }], { credits: number; unknown: number }>(
      `SELECT coalesce(round(sum(cost), 6), 0) AS credits,
         coalesce(sum(outcome <> 'charged' OR cost IS NULL), 0) AS unknown
       FROM ledger WHERE profile_id = @profileId AND outcome <> 'not-charged'
         AND job_id IN (SELECT value FROM json_each(@jobs) UNION ${leaders})`,
    ),
    timesOf: db
      .prepare<[{ jobs: string }], number>(
        `SELECT finished_at - started_at FROM jobs
         WHERE id IN (${leaders}) AND state = 'done' AND finished_at >= started_at`,
      )
      .pluck(),
  };
}

function computeOutcome({ pairsOf, timesOf, costOf }: Statements, row: ComparisonRow): Outcome {
  const pairs = pairsOf.all(row.id);
  const judged = pairs.filter(isJudged);
  const countVerdicts = (verdict: Verdict) => judged.filter((pair) => pair.verdict === verdict).length;
  const outcomeOf = (position: 'first' | 'second', service: ComparedService): ServiceOutcome => {
    const failed = pairs.filter((pair) => pair[position] === 'failed');
    const jobsOf = (some: readonly PairRow[]) => JSON.stringify(some.map((pair) => pair[`${position}_job`]));
    const times = timesOf.all({ jobs: jobsOf(pairs) });
    return {
      ...service,
      won: judged.filter((pair) => pair.verdict === sideOf(pair, position)).length,
      failed: failed.length,
      ...(costOf.get({ profileId: service.profileId, jobs: jobsOf([...judged, ...failed]) }) ?? noCost),
      medianMs: quantile(times, 0.5),
      slowestTenthMs: quantile(times, 0.9),
    };
  };
  const [first, second] = servicesOf(row);
  return {
    services: [outcomeOf('first', first), outcomeOf('second', second)],
    judged: judged.length,
    both: countVerdicts('both'),
    neither: countVerdicts('neither'),
    leftOut: pairs.filter((pair) => !isJudged(pair) && !hasFailed(pair)).length,
  };
}

const noCost = { credits: 0, unknown: 0 };
const isReady = ({ first, second }: PairRow) => first === 'made' && second === 'made';
const isJudged = (pair: PairRow) => isReady(pair) && pair.verdict !== null;
const isOpen = ({ first, second }: PairRow) => first === 'open' || second === 'open';
const hasFailed = ({ first, second }: PairRow) => first === 'failed' || second === 'failed';
const sideOf = ({ first_is_left }: PairRow, position: 'first' | 'second'): Side =>
  (first_is_left === 1) === (position === 'first') ? 'left' : 'right';

function toHead(row: ComparisonRow, pairs: readonly PairRow[]): ComparisonHead {
  const [first, second] = servicesOf(row);
  return {
    id: row.id,
    recipeId: row.recipe_id,
    recipe: row.recipe,
    services: [first.service, second.service],
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    pairs: pairs.length,
    ready: pairs.filter(isReady).length,
    judged: pairs.filter(isJudged).length,
    open: pairs.filter(isOpen).length,
  };
}

/** Hides the services of a pair. Returns nothing if its photograph or a result was removed. */
function toBlindPairs({ photographOf, madeOf }: Statements, pair: PairRow): BlindPair[] {
  const photograph = photographOf.get(pair.first_job);
  const [first, second] = [madeOf.get(pair.first_job), madeOf.get(pair.second_job)];
  if (!photograph || !first || !second) return [];
  const { source_path, photograph_id, width, height } = photograph;
  const [left, right] = pair.first_is_left ? [first, second] : [second, first];
  return [
    {
      id: pair.id,
      photographId: photograph_id,
      name: basename(source_path),
      size: { width, height },
      left: { width: left.width, height: left.height },
      right: { width: right.width, height: right.height },
      verdict: pair.verdict,
    },
  ];
}

function servicesOf(row: ComparisonRow): [ComparedService, ComparedService] {
  return [
    { profileId: row.first_profile, service: row.first_service },
    { profileId: row.second_profile, service: row.second_service },
  ];
}

/** Returns booleans in random order, half of them true, so that a preference for one side cancels out. */
function balancedRandom(count: number): boolean[] {
  const isFirstTrue = Math.random() < 0.5;
  return Array.from({ length: count }, (_, index) => ({
    isTrue: (index % 2 === 0) === isFirstTrue,
    order: Math.random(),
  }))
    .sort((a, b) => a.order - b.order)
    .map(({ isTrue }) => isTrue);
}
