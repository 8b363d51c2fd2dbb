/** Photographs for the light table, each with its decision and its primary result. */
import {
  type ClientMark,
  flaws,
  type PhotographView,
  type VersionView,
} from '../../../../contract/review/list-queries.ts';
import type { FileAvailability } from '../../../files/file-availability.ts';
import { clientPicks } from '../../results/client-picks.ts';
import type { StoreContext } from '../../store-context.ts';
import { flawSql } from '../measures/photo-ratings.ts';
import { isInScopeSql, primaryResultOrder, type ResultScope } from '../photographs/primary-result-sql.ts';
import { fileName } from '../search/sort-keys.ts';
import { type Inspections, versionViews } from './version-views.ts';

interface PhotographRow {
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
  /** Id of the primary result. */
  shown: number | null;
  /** The batch of its proof. */
  proof_of: number | null;
  judged_at: number | null;
  faces: number | null;
  eyes: 0 | 1 | null;
  focus: 0 | 1 | null;
}

const photographsByIds = `SELECT id, source_path, bytes, photographs.width, photographs.height, photographs.taken_at, added_at,
    flag, stars, label, foreign_label, note, stack_id, place, size, best,
    (SELECT count(*) FROM results WHERE ${isInScopeSql}) AS versions,
    (SELECT results.id FROM results WHERE ${isInScopeSql} ORDER BY ${primaryResultOrder} LIMIT 1) AS shown,
    (SELECT batch_id FROM proofs WHERE proofs.photograph_id = photographs.id) AS proof_of,
    judged_at, faces, ${flawSql.eyes} AS eyes, ${flawSql.focus} AS focus
  FROM photographs LEFT JOIN stacks ON stacks.photograph_id = photographs.id
    LEFT JOIN measures ON measures.photograph_id = photographs.id
  WHERE id IN (SELECT value FROM json_each(@ids))`;
const photographOfJob = 'SELECT photograph_id FROM jobs WHERE id = ?';

const anyResult: ResultScope = { batchId: null, recipe: null, operation: null };

/** @param availability reports which files exist, without waiting for slow disks */
export function photographViews(
  context: StoreContext,
  availability: Pick<FileAvailability, 'at'>,
  inspections: Inspections,
) {
  const { db } = context;
  const versions = versionViews(context, availability, inspections);
  const clients = clientPicks(context);
  const byIds = db.prepare<[ResultScope & { ids: string }], PhotographRow>(photographsByIds);
  const ofJob = db.prepare<[number], number>(photographOfJob).pluck();
  const rowsById = (ids: readonly number[], { batchId, recipe, operation }: ResultScope) =>
    new Map(byIds.all({ ids: JSON.stringify(ids), batchId, recipe, operation }).map((row) => [row.id, row]));

  return {
    /** Returns views in the order of `ids`; null for photographs without a result in scope or a proof. */
    async byId(ids: readonly number[], scope: ResultScope): Promise<(PhotographView | null)[]> {
      const rows = rowsById(ids, scope);
      const primaryIds = [...rows.values()].flatMap((row) => row.shown ?? []);
      const primaryViews = await versions.viewsById(versions.rowsOf(primaryIds));
      const marks = clients.marks(ids);
      return ids.map((id) => {
        const row = rows.get(id);
        const version = primaryViews.get(row?.shown ?? 0);
        return row && (version || isProofInScope(row, scope))
          ? toPhotograph(row, version ?? null, marks.get(id))
          : null;
      });
    },
    /** Returns results in the order of `ids`, each as the primary one of its photograph. Leaves out missing ones. */
    async ofResults(ids: readonly number[]): Promise<PhotographView[]> {
      const rows = versions.rowsOf(ids);
      const views = await versions.viewsById(rows);
      const photographIds = rows.map(({ photograph_id }) => photograph_id);
      const marks = clients.marks(photographIds);
      const photographs = rowsById(photographIds, anyResult);
      const photographByResult = new Map(rows.map((row) => [row.id, photographs.get(row.photograph_id)]));
      return ids.flatMap((id) => {
        const [photograph, version] = [photographByResult.get(id), views.get(id)];
        return photograph && version ? [toPhotograph(photograph, version, marks.get(photograph.id))] : [];
      });
    },
    versions: versions.ofPhotograph,
    /** Returns the id of a job's photograph, or null. */
    ofJob: (jobId: number): number | null => ofJob.get(jobId) ?? null,
  };
}

/** A recipe or operation selects results, not proofs. */
const isProofInScope = ({ proof_of: proof }: PhotographRow, { batchId, recipe, operation }: ResultScope): boolean =>
  proof !== null && recipe === null && operation === null && (batchId === null || batchId === proof);

function toPhotograph(
  row: PhotographRow,
  shown: VersionView | null,
  clients: readonly ClientMark[] = [],
): PhotographView {
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
