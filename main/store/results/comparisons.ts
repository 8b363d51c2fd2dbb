/** Comparisons of two services: which results stand side by side, what was said of them, and what came of it. */
import { basename } from 'node:path';
import {
  type BlindPair,
  type ComparisonHead,
  type Outcome,
  quantile,
  type ServiceOutcome,
  type Side,
  type Verdict,
} from '../../../contract/services/service-comparison.ts';
import type { StoreContext } from '../store-context.ts';

/** A service, and what it was called. */
export interface ComparedService {
  readonly profileId: string;
  readonly service: string;
}

export interface NewComparison {
  readonly recipe: { readonly id: string; readonly name: string };
  readonly services: readonly [ComparedService, ComparedService];
  /** The jobs of each photograph, in the order of the services. */
  readonly pairs: readonly (readonly [number, number])[];
}

/** How one side of a pair stands; `gone`: nobody will make it, and the service did not fail at it. */
type Standing = 'made' | 'failed' | 'gone' | 'open';

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
  first: Standing;
  second: Standing;
}

/** SQL: the picture that a service made in the job, as it made it. */
const madeBy = (job: string) =>
  `(SELECT id FROM results WHERE job_id = ${job} AND kind = 'image' AND version = 0 ORDER BY step DESC, element = '' DESC, id LIMIT 1)`;

const standingOf = (job: string) => `CASE
  WHEN ${job}.state = 'done' AND ${madeBy(`${job}.id`)} IS NOT NULL THEN 'made'
  WHEN ${job}.state IN ('done', 'failed', 'uncertain') THEN 'failed'
  WHEN coalesce(${job}.state, 'cancelled') = 'cancelled' THEN 'gone' ELSE 'open' END`;

export function comparisons({ db, now }: Pick<StoreContext, 'db' | 'now'>) {
  const insert = db.prepare(
    `INSERT INTO comparisons (recipe_id, recipe, first_profile, first_service, second_profile, second_service, created_at)
     VALUES (@recipeId, @recipe, @firstProfile, @firstService, @secondProfile, @secondService, @at)`,
  );
  const insertPair = db.prepare(
    'INSERT INTO comparison_pairs (comparison_id, first_job, second_job, first_is_left) VALUES (?, ?, ?, ?)',
  );
  const all = db.prepare<[], ComparisonRow>('SELECT * FROM comparisons ORDER BY id DESC');
  const byId = db.prepare<[number], ComparisonRow>('SELECT * FROM comparisons WHERE id = ?');
  const pairsOf = db.prepare<[number], PairRow>(
    `SELECT pair.*, ${standingOf('a')} AS first, ${standingOf('b')} AS second FROM comparison_pairs pair
     LEFT JOIN jobs a ON a.id = first_job LEFT JOIN jobs b ON b.id = second_job WHERE comparison_id = ? ORDER BY pair.id`,
  );
  const photographOf = db.prepare<
    [number],
    { source_path: string; photograph_id: number | null; width: number; height: number }
  >('SELECT source_path, photograph_id, width, height FROM jobs WHERE id = ?');
  const madeOf = db.prepare<[number], { id: number; width: number; height: number }>(
    `SELECT id, width, height FROM results WHERE id = ${madeBy('?')}`,
  );
  const sidesOf = db.prepare<[number], Pick<PairRow, 'first_job' | 'second_job' | 'first_is_left'>>(
    'SELECT first_job, second_job, first_is_left FROM comparison_pairs WHERE id = ?',
  );
  const setVerdict = db.prepare(
    `UPDATE comparison_pairs SET verdict = ? WHERE id = ?
       AND comparison_id IN (SELECT id FROM comparisons WHERE finished_at IS NULL)`,
  );
  const finish = db.prepare('UPDATE comparisons SET finished_at = ?, outcome = ? WHERE id = ? AND finished_at IS NULL');
  const drop = db.prepare('DELETE FROM comparisons WHERE id = ?');
  // A job that follows another one shares what that has made, and what it has cost.
  const leaders = `SELECT coalesce(follows, id) AS id FROM jobs WHERE id IN (SELECT value FROM json_each(@jobs))`;
  const costOf = db.prepare<[{ profileId: string; jobs: string }], { credits: number; unknown: number }>(
    `SELECT coalesce(round(sum(cost), 6), 0) AS credits, coalesce(sum(outcome <> 'charged' OR cost IS NULL), 0) AS unknown
     FROM ledger WHERE profile_id = @profileId AND outcome <> 'not-charged'
       AND job_id IN (SELECT value FROM json_each(@jobs) UNION ${leaders})`,
  );
  const timesOf = db
    .prepare<[{ jobs: string }], number>(
      `SELECT finished_at - started_at FROM jobs WHERE id IN (${leaders}) AND state = 'done' AND finished_at >= started_at`,
    )
    .pluck();

  function outcomeNow(row: ComparisonRow): Outcome {
    const pairs = pairsOf.all(row.id);
    const judged = pairs.filter(isJudged);
    const saying = (verdict: Verdict) => judged.filter((pair) => pair.verdict === verdict).length;
    const outcomeOf = (position: 'first' | 'second', service: ComparedService): ServiceOutcome => {
      const jobOf = (pair: PairRow) => pair[`${position}_job`];
      const failed = pairs.filter((pair) => pair[position] === 'failed');
      const jobs = (some: readonly PairRow[]) => JSON.stringify(some.map(jobOf));
      const times = timesOf.all({ jobs: jobs(pairs) });
      return {
        ...service,
        won: judged.filter((pair) => pair.verdict === sideOf(pair, position)).length,
        failed: failed.length,
        ...(costOf.get({ profileId: service.profileId, jobs: jobs([...judged, ...failed]) }) ?? noCost),
        medianMs: quantile(times, 0.5),
        slowestTenthMs: quantile(times, 0.9),
      };
    };
    const [first, second] = servicesOf(row);
    return {
      services: [outcomeOf('first', first), outcomeOf('second', second)],
      judged: judged.length,
      both: saying('both'),
      neither: saying('neither'),
      leftOut: pairs.filter((pair) => !isJudged(pair) && !hasFailed(pair)).length,
    };
  }

  const createInOne = db.transaction(({ recipe, services, pairs }: NewComparison): number => {
    const [first, second] = services;
    const { lastInsertRowid } = insert.run({
      recipeId: recipe.id,
      recipe: recipe.name,
      firstProfile: first.profileId,
      firstService: first.service,
      secondProfile: second.profileId,
      secondService: second.service,
      at: now(),
    });
    const isLeft = inTurnsByChance(pairs.length);
    for (const [at, [one, other]] of pairs.entries()) insertPair.run(lastInsertRowid, one, other, isLeft[at] ? 1 : 0);
    return Number(lastInsertRowid);
  });

  return {
    /** Decides which side is whose, for good. */
    create: (comparison: NewComparison): number => createInOne.immediate(comparison),
    /** Newest first. */
    list: (): ComparisonHead[] =>
      all.all().map((row) => {
        const [first, second] = servicesOf(row);
        const pairs = pairsOf.all(row.id);
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
          open: pairs.filter(({ first, second }) => first === 'open' || second === 'open').length,
        };
      }),
    /** Those that can be judged; null where there is no such comparison, or it is finished. */
    pairs(id: number): BlindPair[] | null {
      if (byId.get(id)?.finished_at !== null) return null;
      return pairsOf.all(id).flatMap((pair) => {
        if (!isReady(pair)) return [];
        const photograph = photographOf.get(pair.first_job);
        const [first, second] = [madeOf.get(pair.first_job), madeOf.get(pair.second_job)];
        if (!photograph || !first || !second) return [];
        const { source_path, photograph_id, width, height } = photograph;
        const [left, right] = pair.first_is_left ? [first, second] : [second, first];
        return {
          id: pair.id,
          photographId: photograph_id,
          name: basename(source_path),
          size: { width, height },
          left: { width: left.width, height: left.height },
          right: { width: right.width, height: right.height },
          verdict: pair.verdict,
        };
      });
    },
    /** The result (id) that stands on one side of a pair; null where there is none. */
    resultOf(pairId: number, side: Side): number | null {
      const pair = sidesOf.get(pairId);
      if (!pair) return null;
      const isFirst = (pair.first_is_left === 1) === (side === 'left');
      return madeOf.get(isFirst ? pair.first_job : pair.second_job)?.id ?? null;
    },
    /** @param verdict null: none any more. @returns false where the comparison is finished, or gone */
    judge: (pairId: number, verdict: Verdict | null): boolean => setVerdict.run(verdict, pairId).changes > 0,
    /** What a comparison has found, for good: now at the latest it is said which side was whose. Null where there is none. */
    finish(id: number): Outcome | null {
      const row = byId.get(id);
      if (row?.finished_at === null) finish.run(now(), JSON.stringify(outcomeNow(row)), id);
      return this.outcome(id);
    },
    /** Null while it is judged. */
    outcome(id: number): Outcome | null {
      const text = byId.get(id)?.outcome ?? null;
      return text === null ? null : (JSON.parse(text) as Outcome);
    },
    remove: (id: number): void => void drop.run(id),
  };
}

const noCost = { credits: 0, unknown: 0 };
const isReady = ({ first, second }: PairRow) => first === 'made' && second === 'made';
const isJudged = (pair: PairRow) => isReady(pair) && pair.verdict !== null;
const hasFailed = ({ first, second }: PairRow) => first === 'failed' || second === 'failed';
const sideOf = ({ first_is_left }: PairRow, position: 'first' | 'second'): Side =>
  (first_is_left === 1) === (position === 'first') ? 'left' : 'right';

function servicesOf(row: ComparisonRow): [ComparedService, ComparedService] {
  return [
    { profileId: row.first_profile, service: row.first_service },
    { profileId: row.second_profile, service: row.second_service },
  ];
}

/** So many of true and false in an order that nobody can guess, as many of one as of the other: a habit of looking left first evens out. */
function inTurnsByChance(count: number): boolean[] {
  const isFirstTrue = Math.random() < 0.5;
  return Array.from({ length: count }, (_, index) => ({
    isTrue: (index % 2 === 0) === isFirstTrue,
    turn: Math.random(),
  }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ isTrue }) => isTrue);
}
