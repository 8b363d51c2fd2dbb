/** Files and common texts of many photographs or results, without a view of each. */
import type { Database } from 'better-sqlite3';
import type { PictureCounts } from '../../../../contract/delivery/export.ts';
import { type CommonPhotoInfo, type InfoTextField, infoTextFields } from '../../../../contract/review/photo-info.ts';
import type { ResultFlawKind } from '../../../../contract/review/result-flaws.ts';
import { flawedResults } from '../measures/result-flaws.ts';
import { isInScopeSql, primaryResultOrder, type ResultScope } from '../photographs/primary-result-sql.ts';

/** Photographs by their primary results, or results. */
export type ExportScope =
  | { readonly photographs: readonly number[]; readonly filter: ResultScope }
  | { readonly results: readonly number[] };

interface ExportFile {
  /** As stored. */
  readonly path: string;
  readonly bytes: number;
  /** px */
  readonly width: number;
  readonly height: number;
}

interface ExportFiles extends Pick<PictureCounts, 'withoutPicture' | 'unprocessed'> {
  readonly files: readonly ExportFile[];
  readonly flaws: readonly FlawRow[];
}

interface FlawRow {
  readonly photographId: number;
  readonly resultId: number;
  readonly kind: ResultFlawKind;
}

type FileRow = { readonly [Name in keyof ExportFile]: ExportFile[Name] | null } & { readonly hasResult: 0 | 1 };

const fileColumns = 'results.id IS NOT NULL AS hasResult, path, results.bytes, results.width, results.height';
const primaryResult = `(SELECT results.id FROM results WHERE ${isInScopeSql} ORDER BY ${primaryResultOrder} LIMIT 1)`;
const filesOfPhotographs = `SELECT ${fileColumns} FROM photographs LEFT JOIN results ON results.id = ${primaryResult}
  WHERE photographs.id IN (SELECT value FROM json_each(@ids))`;
const filesOfResults = `SELECT ${fileColumns} FROM results WHERE id IN (SELECT value FROM json_each(?))`;

const flawColumns = 'DISTINCT results.photograph_id AS photographId, results.id AS resultId, result_flaws.kind';
const isFlawedPicture = `results.path IS NOT NULL AND results.id IN (${flawedResults})`;
// Photographs without a flawed result are ruled out first, because they are most of them.
const flawsOfPhotographs = `SELECT ${flawColumns} FROM photographs JOIN results ON results.id = ${primaryResult}
  JOIN result_flaws ON result_id = results.id WHERE photographs.id IN (SELECT value FROM json_each(@ids))
    AND photographs.id IN (SELECT photograph_id FROM results WHERE id IN (${flawedResults})) AND ${isFlawedPicture}`;
const flawsOfResults = `SELECT ${flawColumns} FROM results JOIN result_flaws ON result_id = results.id
  WHERE results.id IN (SELECT value FROM json_each(?)) AND ${isFlawedPicture}`;

/** Returns the pictures of an export in any order. */
export function exportFiles(db: Database): (scope: ExportScope) => ExportFiles {
  const ofPhotographs = db.prepare<[ResultScope & { ids: string }], FileRow>(filesOfPhotographs);
  const ofResults = db.prepare<[string], FileRow>(filesOfResults);
  const photographFlaws = db.prepare<[ResultScope & { ids: string }], FlawRow>(flawsOfPhotographs);
  const resultFlaws = db.prepare<[string], FlawRow>(flawsOfResults);
  const read = (scope: ExportScope) => {
    if ('results' in scope) {
      const ids = JSON.stringify(scope.results);
      return { rows: ofResults.all(ids), flaws: resultFlaws.all(ids) };
    }
    const photographs = { ids: JSON.stringify(scope.photographs), ...scope.filter };
    return { rows: ofPhotographs.all(photographs), flaws: photographFlaws.all(photographs) };
  };
  return (scope) => {
    const { rows, flaws } = read(scope);
    const files = rows.flatMap(({ path, bytes, width, height }) =>
      path === null ? [] : [{ path, bytes: bytes ?? 0, width: width ?? 1, height: height ?? 1 }],
    );
    const unprocessed = rows.filter(({ hasResult }) => hasResult === 0).length;
    return { files, flaws, unprocessed, withoutPicture: rows.length - files.length - unprocessed };
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
