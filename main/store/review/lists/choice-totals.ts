/** What many results come to that are to be handed on, without reading a row of them for a view. */
import type { Database } from 'better-sqlite3';
import type { Within } from '../photographs/photograph-views.ts';
import { isInScopeSql, primaryResultOrder } from '../photographs/primary-result-sql.ts';

/** Photographs, each with the result that stands for it, or results themselves. */
export type ExportScope =
  | { readonly photographs: readonly number[]; readonly filter: Within }
  | { readonly results: readonly number[] };

export interface ExportTotals {
  /** Those with a picture. */
  readonly count: number;
  readonly withoutPicture: number;
  readonly bytes: number;
  /** In px: each size of picture once. */
  readonly sizes: readonly { readonly width: number; readonly height: number; readonly count: number }[];
}

interface Row {
  hasPicture: 0 | 1;
  width: number | null;
  height: number | null;
  count: number;
  bytes: number;
}

const sums =
  'path IS NOT NULL AS hasPicture, results.width, results.height, count(*) AS count, total(results.bytes) AS bytes';
const alike = 'GROUP BY hasPicture, results.width, results.height';

export function exportTotals(db: Database): (scope: ExportScope) => ExportTotals {
  const ofPhotographs = db.prepare<[Within & { ids: string }], Row>(
    `SELECT ${sums} FROM photographs LEFT JOIN results ON results.id =
       (SELECT results.id FROM results WHERE ${isInScopeSql} ORDER BY ${primaryResultOrder} LIMIT 1)
     WHERE photographs.id IN (SELECT value FROM json_each(@ids)) ${alike}`,
  );
  const ofResults = db.prepare<[string], Row>(
    `SELECT ${sums} FROM results WHERE id IN (SELECT value FROM json_each(?)) ${alike}`,
  );
  return (scope) => {
    const rows =
      'results' in scope
        ? ofResults.all(JSON.stringify(scope.results))
        : ofPhotographs.all({ ids: JSON.stringify(scope.photographs), ...scope.filter });
    const pictures = rows.filter(({ hasPicture }) => hasPicture === 1);
    const sum = (some: readonly Row[], field: 'count' | 'bytes') => some.reduce((all, row) => all + row[field], 0);
    return {
      count: sum(pictures, 'count'),
      withoutPicture: sum(rows, 'count') - sum(pictures, 'count'),
      bytes: sum(pictures, 'bytes'),
      sizes: pictures.map(({ width, height, count }) => ({ width: width ?? 1, height: height ?? 1, count })),
    };
  };
}
