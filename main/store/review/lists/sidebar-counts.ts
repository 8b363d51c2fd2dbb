/** The sidebar of the light table: days, months, batches, folders and recipes with their numbers of photographs. */
import type { Database } from 'better-sqlite3';
import type { Places } from '../../../../contract/review/list-queries.ts';
import { parseMessage } from '../../stored-messages.ts';
import { isUnprocessed } from '../measures/proofs.ts';
import { createSearchSql } from '../search/search-sql.ts';

/** Older batches are found by search only. */
const maxListedBatches = 2000;

interface BatchRow {
  id: number;
  title: string;
  createdAt: number;
  count: number;
  proofs: number;
  isOpen: 0 | 1;
  recipeName: string | null;
}

const byArrival = 'photographs INDEXED BY photographs_by_arrival WHERE entries > 0';
const countPhotographs = `SELECT count(*) FROM ${byArrival}`;
const countAddedBetween = `SELECT count(*) FROM ${byArrival} AND added_at >= ? AND added_at < ?`;
const firstAddedAt = `SELECT added_at FROM ${byArrival} ORDER BY added_at LIMIT 1`;
const countsOfFolders = `SELECT source_folders.id, path, n AS count
  FROM (SELECT folder_id, count(*) FILTER (WHERE entries > 0) AS n FROM photographs INDEXED BY photographs_of_folder GROUP BY folder_id)
  JOIN source_folders ON source_folders.id = folder_id WHERE n > 0 ORDER BY path`;
const countOfRecipe = `SELECT count(DISTINCT photograph_id) FROM jobs INDEXED BY jobs_of_recipe
  WHERE recipe_name = ? AND result_count > 0`;
const newestBatches = `SELECT id, title, created_at AS createdAt,
    (SELECT count(*) FROM jobs INDEXED BY jobs_with_results WHERE batch_id = batches.id AND result_count > 0) AS count,
    (SELECT count(*) FROM proofs WHERE batch_id = batches.id) AS proofs,
    EXISTS (SELECT 1 FROM proofs WHERE batch_id = batches.id AND ${isUnprocessed('proofs.photograph_id')}) AS isOpen,
    (SELECT recipe_name FROM jobs WHERE batch_id = batches.id LIMIT 1) AS recipeName
  FROM batches ORDER BY id DESC LIMIT ?`;

export function sidebarCounts(db: Database) {
  const search = createSearchSql(db);
  const countAll = db.prepare<[], number>(countPhotographs).pluck();
  const countBetween = db.prepare<[number, number], number>(countAddedBetween).pluck();
  const firstAdded = db.prepare<[], number | null>(firstAddedAt).pluck();
  const folders = db.prepare<[], Places['folders'][number]>(countsOfFolders);
  const countRecipe = db.prepare<[string], number>(countOfRecipe).pluck();
  const batches = db.prepare<[number], BatchRow>(newestBatches);

  return {
    /** @param now ms since 1970; days and months are in the computer's time zone */
    list(now: number): Places {
      const first = firstAdded.get() ?? null;
      const spans = first === null ? [] : spansSince(first, now);
      return {
        all: countAll.get() ?? 0,
        spans: spans
          .map((span) => ({ ...span, count: countBetween.get(span.from, span.to) ?? 0 }))
          .filter(({ count }) => count > 0),
        batches: batches
          .all(maxListedBatches)
          .filter(({ count, proofs }) => count + proofs > 0)
          .map(toBatch),
        folders: folders.all(),
        recipes: search
          .recipeNames()
          .map((name) => ({ name, count: countRecipe.get(name) ?? 0 }))
          .filter(({ count }) => count > 0),
      };
    },
  };
}

const toBatch = ({ title, count, proofs, isOpen, recipeName, ...row }: BatchRow): Places['batches'][number] => ({
  ...row,
  title: parseMessage(title),
  recipeName: recipeName ?? '',
  count: count + proofs,
  proofs: proofs > 0,
  isOpen: isOpen === 1,
});

/** Returns today, the six days before, and months back to the one of `first`. Each span ends at the start of the one before. */
export function spansSince(first: number, now: number): { from: number; to: number }[] {
  const day = new Date(now);
  const [year, month, date] = [day.getFullYear(), day.getMonth(), day.getDate()];
  const today = new Date(year, month, date).getTime();
  const week = new Date(year, month, date - 6).getTime();
  const spans = [
    // Includes future times, which a clock that was set back leaves.
    { from: today, to: Number.MAX_SAFE_INTEGER },
    { from: week, to: today },
  ];
  let to = week;
  for (let monthsBack = 0; to > first && monthsBack < 1200; monthsBack += 1) {
    const from = new Date(year, month - monthsBack, 1).getTime();
    if (from >= to) continue;
    spans.push({ from, to });
    to = from;
  }
  return spans;
}
