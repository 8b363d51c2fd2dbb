/** What stands at the left of the light table: days and months, batches, folders and recipes, with how many photographs each has. */
import type { Database } from 'better-sqlite3';
import type { Places } from '../../../../contract/review/list-queries.ts';
import { parseMessage } from '../../stored-messages.ts';
import { isUnprocessed } from '../measures/proofs.ts';
import { createSearchSql } from '../search/search-sql.ts';

/** Batches that are listed, the newest first; older ones are found by searching. */
const maxListedBatches = 2000;

export function sidebarCounts(db: Database) {
  const search = createSearchSql(db);
  const all = db
    .prepare<[], number>('SELECT count(*) FROM photographs INDEXED BY photographs_by_arrival WHERE entries > 0')
    .pluck();
  const oldest = db
    .prepare<[], number | null>(
      'SELECT added_at FROM photographs INDEXED BY photographs_by_arrival WHERE entries > 0 ORDER BY added_at LIMIT 1',
    )
    .pluck();
  const countInSpan = db
    .prepare<[number, number], number>(
      'SELECT count(*) FROM photographs INDEXED BY photographs_by_arrival WHERE entries > 0 AND added_at >= ? AND added_at < ?',
    )
    .pluck();
  const folders = db.prepare<[], Places['folders'][number]>(
    `SELECT source_folders.id, path, n AS count
     FROM (SELECT folder_id, count(*) FILTER (WHERE entries > 0) AS n FROM photographs INDEXED BY photographs_of_folder GROUP BY folder_id)
     JOIN source_folders ON source_folders.id = folder_id WHERE n > 0 ORDER BY path`,
  );
  const ofRecipe = db
    .prepare<[string], number>(
      'SELECT count(DISTINCT photograph_id) FROM jobs INDEXED BY jobs_of_recipe WHERE recipe_name = ? AND result_count > 0',
    )
    .pluck();
  const batches = db.prepare<
    [number],
    {
      id: number;
      title: string;
      createdAt: number;
      count: number;
      proofs: number;
      isOpen: 0 | 1;
      recipeName: string | null;
    }
  >(
    `SELECT id, title, created_at AS createdAt,
       (SELECT count(*) FROM jobs INDEXED BY jobs_with_results WHERE batch_id = batches.id AND result_count > 0) AS count,
       (SELECT count(*) FROM proofs WHERE batch_id = batches.id) AS proofs,
       EXISTS (SELECT 1 FROM proofs WHERE batch_id = batches.id AND ${isUnprocessed('proofs.photograph_id')}) AS isOpen,
       (SELECT recipe_name FROM jobs WHERE batch_id = batches.id LIMIT 1) AS recipeName
     FROM batches ORDER BY id DESC LIMIT ?`,
  );

  return {
    /** @param now ms since 1970; days and months are those of this computer's time zone. */
    list(now: number): Places {
      const first = oldest.get() ?? null;
      const spans = first === null ? [] : spansSince(first, now);
      return {
        all: all.get() ?? 0,
        spans: spans
          .map((span) => ({ ...span, count: countInSpan.get(span.from, span.to) ?? 0 }))
          .filter(({ count }) => count > 0),
        batches: batches
          .all(maxListedBatches)
          .filter(({ count, proofs }) => count + proofs > 0)
          .map(({ count, proofs, isOpen, ...row }) => ({
            ...row,
            title: parseMessage(row.title),
            recipeName: row.recipeName ?? '',
            count: count + proofs,
            proofs: proofs > 0,
            isOpen: isOpen === 1,
          })),
        folders: folders.all(),
        recipes: search
          .recipeNames()
          .map((name) => ({ name, count: ofRecipe.get(name) ?? 0 }))
          .filter(({ count }) => count > 0),
      };
    },
  };
}

/** Today, the six days before it, and months back to the one of `first`; each ends where the one above it begins. */
export function spansSince(first: number, now: number): { from: number; to: number }[] {
  const day = new Date(now);
  const [year, month, date] = [day.getFullYear(), day.getMonth(), day.getDate()];
  const today = new Date(year, month, date).getTime();
  const week = new Date(year, month, date - 6).getTime();
  const spans = [
    // What a clock that was set back left in the future is of today as well.
    { from: today, to: Number.MAX_SAFE_INTEGER },
    { from: week, to: today },
  ];
  let to = week;
  for (let back = 0; to > first && back < 1200; back += 1) {
    const from = new Date(year, month - back, 1).getTime();
    if (from >= to) continue;
    spans.push({ from, to });
    to = from;
  }
  return spans;
}
