/** Photographs as the light table shows them: each with its decision and the result that stands for it. */

import type { FindingValue } from '../../../../contract/findings/finding-kinds.ts';
import {
  type ClientMark,
  flaws,
  type PhotographQuery,
  type PhotographView,
  type VersionView,
} from '../../../../contract/review/list-queries.ts';
import type { ResultFlaw } from '../../../../contract/review/result-flaws.ts';
import type { FileAvailability } from '../../../files/file-availability.ts';
import { additionalFiles } from '../../results/additional-files.ts';
import { checks, keyOfVersion } from '../../results/check-results.ts';
import { clientPicks } from '../../results/client-picks.ts';
import { filesOfRow, type ResultRow, resultColumns, resultView } from '../../results/results.ts';
import type { StoreContext } from '../../store-context.ts';
import { flawSql } from '../flaw-sql.ts';
import type { resultInspections } from '../measures/result-inspections.ts';
import { fileName } from '../search/sort-keys.ts';
import { isInScopeSql, primaryResultOrder } from './primary-result-sql.ts';

/** What is listed, as far as it says which results are meant. */
export type Within = Pick<PhotographQuery, 'batchId' | 'recipe' | 'operation'>;

interface Row {
  id: number;
  source_path: string;
  bytes: number;
  width: number;
  height: number;
  taken_at: number | null;
  added_at: number;
  flag: -1 | 0 | 1;
  stars: number;
  label: number;
  foreign_label: string;
  note: string;
  stack_id: number | null;
  place: number;
  size: number;
  best: 0 | 1;
  versions: number;
  shown: number | null;
  /** The batch of its proof. */
  proof_of: number | null;
  judged_at: number | null;
  faces: number | null;
  eyes: 0 | 1 | null;
  focus: 0 | 1 | null;
}
type VersionRow = ResultRow & {
  photograph_id: number;
  recipe_name: string;
  profile_id: string;
  flag: -1 | 0 | 1;
  stars: number;
  label: number;
  composed: 0 | 1;
};

/** @param availability tells which files are there, as far as that can be told in short time */
export function photographViews(
  context: StoreContext,
  availability: Pick<FileAvailability, 'at'>,
  inspections: Pick<ReturnType<typeof resultInspections>, 'flawsOf'>,
) {
  const { db } = context;
  const further = additionalFiles(context, availability.at);
  const checked = checks(context);
  const chosen = clientPicks(context);
  const some = db.prepare<[Within & { ids: string }], Row>(
    `SELECT id, source_path, bytes, photographs.width, photographs.height, photographs.taken_at, added_at, flag, stars, label, foreign_label, note,
       stack_id, place, size, best,
       (SELECT count(*) FROM results WHERE ${isInScopeSql}) AS versions,
       (SELECT results.id FROM results WHERE ${isInScopeSql} ORDER BY ${primaryResultOrder} LIMIT 1) AS shown,
       (SELECT batch_id FROM proofs WHERE proofs.photograph_id = photographs.id) AS proof_of,
       judged_at, faces, ${flawSql.eyes} AS eyes, ${flawSql.focus} AS focus
     FROM photographs LEFT JOIN stacks ON stacks.photograph_id = photographs.id
       LEFT JOIN measures ON measures.photograph_id = photographs.id
     WHERE id IN (SELECT value FROM json_each(@ids))`,
  );
  const columns = `${resultColumns.map((name) => `results.${name}`).join(', ')}, results.photograph_id, recipe_name, profile_id,
    results.flag, results.stars, results.label, json_extract(jobs.recipe, '$.output.composition') IS NOT NULL AS composed`;
  const versions = db.prepare<[string], VersionRow>(
    `SELECT ${columns} FROM results JOIN jobs ON jobs.id = results.job_id
     WHERE results.id IN (SELECT value FROM json_each(?))`,
  );
  const ofPhotograph = db.prepare<[number], VersionRow>(
    `SELECT ${columns} FROM results JOIN jobs ON jobs.id = results.job_id WHERE results.photograph_id = ? ORDER BY results.id`,
  );
  const ofJob = db.prepare<[number], number>('SELECT photograph_id FROM jobs WHERE id = ?').pluck();

  const found = db.prepare<[string], FindingValue & { resultId: number }>(
    `SELECT result_id AS resultId, kind, text, value, confidence, face FROM findings
     WHERE photograph_id IN (SELECT value FROM json_each(?)) ORDER BY face, kind, text`,
  );

  async function toVersion(
    row: VersionRow,
    findings: readonly FindingValue[],
    flaws: readonly ResultFlaw[],
  ): Promise<VersionView> {
    const { recipe_name, profile_id, version, flag, stars, label, composed } = row;
    const own = {
      recipeName: recipe_name,
      profileId: profile_id,
      version,
      composed: composed === 1,
      decision: { flag, stars, label },
      findings,
      flaws,
    };
    return { ...(await resultView(row, availability.at)), ...own };
  }

  function toVersions(rows: readonly VersionRow[]): Promise<VersionView[]> {
    const analysed = rows.filter(({ kind }) => kind === 'analysis').map(({ photograph_id }) => photograph_id);
    const findings = analysed.length === 0 ? [] : found.all(JSON.stringify(analysed));
    const findingsByResult = Map.groupBy(findings, ({ resultId }) => resultId);
    const flaws = inspections.flawsOf(rows.map(({ id }) => id));
    return Promise.all(
      rows.map((row) =>
        toVersion(
          row,
          findingsByResult.get(row.id)?.map(({ resultId: _, ...each }) => each) ?? [],
          flaws.get(row.id) ?? [],
        ),
      ),
    );
  }

  return {
    /** These photographs in this order; null for one of which nothing is left to show. */
    async byId(ids: readonly number[], { batchId, recipe, operation }: Within): Promise<(PhotographView | null)[]> {
      const rows = new Map(
        some.all({ ids: JSON.stringify(ids), batchId, recipe, operation }).map((row) => [row.id, row]),
      );
      const shown = versions.all(JSON.stringify([...rows.values()].flatMap((row) => row.shown ?? [])));
      const views = new Map((await toVersions(shown)).map((view) => [view.id, view]));
      const marks = chosen.marks(ids);
      // What came of a recipe or an operation is a result.
      const isProof = ({ proof_of: proof }: Row) =>
        proof !== null && recipe === null && operation === null && (batchId === null || batchId === proof);
      return ids.map((id) => {
        const row = rows.get(id);
        const version = views.get(row?.shown ?? 0);
        return row && (version || isProof(row)) ? toPhotograph(row, version ?? null, marks.get(id)) : null;
      });
    },
    /** Results in this order, each as the one that stands for its photograph; those that are gone are left out. */
    async ofResults(ids: readonly number[]): Promise<PhotographView[]> {
      const rows = versions.all(JSON.stringify(ids));
      const shown = new Map((await toVersions(rows)).map((view) => [view.id, view]));
      const photographIds = rows.map(({ photograph_id }) => photograph_id);
      const marks = chosen.marks(photographIds);
      const photographs = new Map(
        some
          .all({ ids: JSON.stringify(photographIds), batchId: null, recipe: null, operation: null })
          .map((row) => [row.id, row]),
      );
      const owner = new Map(rows.map((row) => [row.id, photographs.get(row.photograph_id)]));
      return ids.flatMap((id) => {
        const [row, version] = [owner.get(id), shown.get(id)];
        return row && version ? [toPhotograph(row, version, marks.get(row.id))] : [];
      });
    },
    /** All results of a photograph, the oldest first. */
    async versions(id: number): Promise<VersionView[]> {
      const rows = ofPhotograph.all(id);
      const files = await further.viewsOf(rows.map(({ job_id }) => job_id));
      const views = await toVersions(rows);
      const checksByVersion = checked.viewsOf(rows.map(({ job_id }) => job_id));
      return views.map((view, index) => {
        const row = rows[index] as VersionRow;
        const { job_id: jobId, step, element, version, kind } = row;
        const own = kind === 'image' ? checksByVersion.get(keyOfVersion({ jobId, step, element, version })) : undefined;
        return { ...view, further: filesOfRow(row, files), checks: own ?? [] };
      });
    },
    /** The photograph of a job. */
    ofJob: (jobId: number): number | null => ofJob.get(jobId) ?? null,
  };
}

function toPhotograph(row: Row, shown: VersionView | null, clients: readonly ClientMark[] = []): PhotographView {
  const { id, bytes, width, height, flag, stars, label, note, versions } = row;
  return {
    id,
    name: fileName(row.source_path),
    sourcePath: row.source_path,
    bytes,
    width,
    height,
    takenAt: row.taken_at,
    addedAt: row.added_at,
    decision: { flag, stars, label, note },
    foreignLabel: row.foreign_label,
    clients,
    stack:
      row.stack_id === null ? null : { id: row.stack_id, place: row.place, size: row.size, isBest: row.best === 1 },
    versions,
    shown,
    proofOf: row.proof_of,
    quality: row.judged_at === null ? null : { faces: row.faces, flaws: flaws.filter((flaw) => row[flaw] === 1) },
  };
}
