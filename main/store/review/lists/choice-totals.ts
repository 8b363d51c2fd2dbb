/** Totals of many photographs or results, without a view of each. */
import type { Database } from 'better-sqlite3';
import { type CommonPhotoInfo, type InfoTextField, infoTextFields } from '../../../../contract/review/photo-info.ts';
import { isInScopeSql, primaryResultOrder, type ResultScope } from '../photographs/primary-result-sql.ts';

/** Photographs by their primary results, or results. */
export type ExportScope =
  | { readonly photographs: readonly number[]; readonly filter: ResultScope }
  | { readonly results: readonly number[] };

interface ExportTotals {
  /** Excludes results without a picture. */
  readonly count: number;
  readonly withoutPicture: number;
  readonly bytes: number;
  /** Distinct sizes of pictures, in px. */
  readonly sizes: readonly { readonly width: number; readonly height: number; readonly count: number }[];
}

interface SizeRow {
  hasPicture: 0 | 1;
  width: number | null;
  height: number | null;
  count: number;
  bytes: number;
}

const sizeColumns =
  'path IS NOT NULL AS hasPicture, results.width, results.height, count(*) AS count, total(results.bytes) AS bytes';
const bySize = 'GROUP BY hasPicture, results.width, results.height';
const sizesOfPhotographs = `SELECT ${sizeColumns} FROM photographs LEFT JOIN results ON results.id =
    (SELECT results.id FROM results WHERE ${isInScopeSql} ORDER BY ${primaryResultOrder} LIMIT 1)
  WHERE photographs.id IN (SELECT value FROM json_each(@ids)) ${bySize}`;
const sizesOfResults = `SELECT ${sizeColumns} FROM results WHERE id IN (SELECT value FROM json_each(?)) ${bySize}`;

export function exportTotals(db: Database): (scope: ExportScope) => ExportTotals {
  const ofPhotographs = db.prepare<[ResultScope & { ids: string }], SizeRow>(sizesOfPhotographs);
  const ofResults = db.prepare<[string], SizeRow>(sizesOfResults);
  return (scope) => {
    const rows =
      'results' in scope
        ? ofResults.all(JSON.stringify(scope.results))
        : ofPhotographs.all({ ids: JSON.stringify(scope.photographs), ...scope.filter });
    const pictures = rows.filter(({ hasPicture }) => hasPicture === 1);
    const sum = (sizes: readonly SizeRow[], field: 'count' | 'bytes') =>
      sizes.reduce((total, row) => total + row[field], 0);
    return {
      count: sum(pictures, 'count'),
      withoutPicture: sum(rows, 'count') - sum(pictures, 'count'),
      bytes: sum(pictures, 'bytes'),
      sizes: pictures.map(({ width, height, count }) => ({ width: width ?? 1, height: height ?? 1, count })),
    };
  };
}

type InfoRow = { readonly count: number } & Readonly<Record<`${'min' | 'max'}_${InfoTextField}`, string | null>>;

const maxCommonKeywords = 200;

const infoBounds = infoTextFields.map(
  (field) => `min(coalesce(${field}, '')) AS min_${field}, max(coalesce(${field}, '')) AS max_${field}`,
);
const infoOfPhotographs = `SELECT count(*) AS count, ${infoBounds.join(', ')} FROM photographs
  LEFT JOIN photograph_details ON photograph_id = photographs.id WHERE photographs.id IN (SELECT value FROM json_each(?))`;
const keywordsOfPhotographs = `SELECT keywords FROM photograph_details
  WHERE keywords <> '' AND photograph_id IN (SELECT value FROM json_each(?))`;

/** Returns texts that all photographs have in common (null if they differ), and keywords by frequency. */
export function commonPhotoInfo(db: Database): (ids: readonly number[]) => CommonPhotoInfo {
  const selectInfo = db.prepare<[string], InfoRow>(infoOfPhotographs);
  const selectKeywords = db.prepare<[string], string>(keywordsOfPhotographs).pluck();
  return (ids) => {
    const list = JSON.stringify(ids);
    const row = selectInfo.get(list);
    const counts = new Map<string, number>();
    for (const keywords of selectKeywords.iterate(list))
      for (const keyword of keywords.split('\n')) counts.set(keyword, (counts.get(keyword) ?? 0) + 1);
    const commonText = (field: InfoTextField) =>
      row?.[`min_${field}`] === row?.[`max_${field}`] ? (row?.[`min_${field}`] ?? '') : null;
    return {
      count: row?.count ?? 0,
      texts: {
        headline: commonText('headline'),
        description: commonText('description'),
        creator: commonText('creator'),
        copyright: commonText('copyright'),
      },
      keywords: [...counts]
        .map(([text, count]) => ({ text, count }))
        .sort((a, b) => b.count - a.count)
        .slice(0, maxCommonKeywords),
    };
  };
}
