/** Results: image files that were placed, and the data of analyses, kept whole. */

import type { AdditionalFileView, AnalysisView, Box, ResultView } from '../../../contract/jobs/result.ts';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import type { FileAvailability } from '../../files/file-availability.ts';
import { type StoredPath, toStoredPath } from '../../files/stored-path.ts';
import type { Findings } from '../review/search/findings.ts';
import type { StoreContext } from '../store-context.ts';
import { type AdditionalFile, additionalFiles, additionalFilesKey } from './additional-files.ts';

export type NewResult = {
  readonly jobId: number;
  readonly batchId: number;
  readonly step: number;
  readonly operation: OperationId;
} & (
  | {
      readonly kind: 'image';
      readonly element: string | null;
      readonly path: string;
      readonly width: number;
      readonly height: number;
      readonly bytes: number;
      readonly box: Box | null;
      /** Its files beside `path`. */
      readonly further?: readonly AdditionalFile[];
    }
  | {
      readonly kind: 'analysis';
      /** The answer's body as it came. */
      readonly raw: unknown;
      /** The same in px of the upright photograph; null where `raw` is in these already. */
      readonly body: unknown;
      /** Size of the upright photograph in px. */
      readonly width: number;
      readonly height: number;
    }
);

export type ResultRow = {
  id: number;
  job_id: number;
  batch_id: number;
  step: number;
  operation: OperationId;
  kind: 'image' | 'analysis';
  element: string;
  path: string | null;
  width: number | null;
  height: number | null;
  bytes: number | null;
  box: string | null;
  created_at: number;
  forgotten_at: number | null;
  version: number;
};
type SharedRow = Pick<ResultRow, 'kind' | 'element' | 'width' | 'height' | 'box'> & {
  raw: string | null;
  body: string | null;
};
type AnalysisRow = Pick<ResultRow, 'id' | 'operation' | 'width' | 'height'> & { body: string };

/** A result as a job with the same content and recipe can have it too; sizes in px. */
export type SharedResult =
  | {
      readonly kind: 'image';
      /** '' where the result is the one image. */
      readonly element: string;
      readonly width: number;
      readonly height: number;
      readonly box: Box | null;
    }
  | {
      readonly kind: 'analysis';
      readonly raw: unknown;
      readonly body: unknown;
      readonly width: number;
      readonly height: number;
    };

/** All but the analysis bodies, which may be long. */
export const resultColumns = [
  ...['id', 'job_id', 'batch_id', 'step', 'operation', 'kind', 'element'],
  ...['path', 'width', 'height', 'bytes', 'box', 'created_at', 'forgotten_at', 'version'],
];
const columns = resultColumns.join(', ');

/** @param availability tells which files are there: a share that does not answer must not keep a list from being shown */
export function results(context: StoreContext, availability: Pick<FileAvailability, 'now'>, findings: Findings) {
  const { db, now, changes } = context;
  const further = additionalFiles(context, availability.now);
  const insert = db.prepare<[object], { resultId: number; photographId: number | null }>(
    `INSERT INTO results
       (job_id, batch_id, photograph_id, step, operation, kind, element, path, width, height, bytes, box, raw, body, created_at)
     VALUES (@jobId, @batchId, (SELECT photograph_id FROM jobs WHERE id = @jobId), @step, @operation, @kind, @element, @path,
       @width, @height, @bytes, @box, @raw, @body, @at)
     ON CONFLICT (job_id, step, kind, element, version) DO UPDATE SET path = excluded.path, width = excluded.width,
       height = excluded.height, bytes = excluded.bytes, box = excluded.box, raw = excluded.raw, body = excluded.body, forgotten_at = NULL
     RETURNING id AS resultId, photograph_id AS photographId`,
  );
  const count = db.prepare(
    'UPDATE jobs SET result_count = (SELECT count(*) FROM results WHERE job_id = jobs.id AND version = 0) WHERE id = ?',
  );
  const photographOf = db.prepare<[number], number | null>('SELECT photograph_id FROM jobs WHERE id = ?').pluck();
  const byId = db.prepare<[number], ResultRow>(`SELECT ${columns} FROM results WHERE id = ?`);
  const ofJob = db.prepare<[number], ResultRow>(`SELECT ${columns} FROM results WHERE job_id = ? ORDER BY id`);
  const shownOfJob = db
    .prepare<[number], number>(
      `SELECT id FROM results WHERE job_id = ? AND kind = 'image' ORDER BY flag DESC, step DESC, version DESC, id LIMIT 1`,
    )
    .pluck();
  const analysis = db.prepare<[number], AnalysisRow>(
    `SELECT id, operation, coalesce(body, raw) AS body, width, height FROM results
     WHERE id = ? AND kind = 'analysis' AND forgotten_at IS NULL`,
  );
  const ofGroup = db.prepare<[{ leaderId: number }], SharedRow>(
    `SELECT results.kind, element, results.width, results.height, box, raw, body FROM results
     JOIN jobs ON jobs.id = results.job_id
     WHERE (jobs.id = @leaderId OR jobs.follows = @leaderId) AND results.step = jobs.step_count - 1
       AND forgotten_at IS NULL AND version = 0
     GROUP BY results.kind, element ORDER BY min(results.id)`,
  );
  const raw = db
    .prepare<[number], string>(`SELECT raw FROM results WHERE id = ? AND kind = 'analysis' AND forgotten_at IS NULL`)
    .pluck();

  const toView = (row: ResultRow) => resultView(row, availability.now);

  async function toViews(rows: readonly ResultRow[]): Promise<ResultView[]> {
    const files = await further.viewsOf(rows.map(({ job_id }) => job_id));
    return Promise.all(rows.map(async (row) => ({ ...(await toView(row)), further: filesOfRow(row, files) })));
  }

  return {
    /** Adds a result, or renews the one of the same job, step and element: placing twice leaves one. */
    add(result: NewResult): void {
      const image = result.kind === 'image' ? result : null;
      const data = result.kind === 'analysis' ? result : null;
      const added = insert.get({
        jobId: result.jobId,
        batchId: result.batchId,
        step: result.step,
        operation: result.operation,
        kind: result.kind,
        element: image?.element ?? '',
        path: image?.path ?? null,
        width: result.width,
        height: result.height,
        bytes: image?.bytes ?? null,
        box: image?.box ? JSON.stringify(image.box) : null,
        raw: data ? JSON.stringify(data.raw) : null,
        body: data?.body ? JSON.stringify(data.body) : null,
        at: now(),
      });
      const { jobId, step } = result;
      if (image) further.set({ jobId, step, element: image.element ?? '' }, image.further ?? []);
      if (added && data) findings.put({ ...added, operation: data.operation, body: data.body ?? data.raw });
      count.run(result.jobId);
      changes.jobs([result.jobId]);
      const photograph = photographOf.get(result.jobId);
      if (photograph != null) changes.photographs([photograph]);
    },
    get: async (id: number): Promise<ResultView | null> => {
      const row = byId.get(id);
      return row ? toView(row) : null;
    },
    /** Path of a placed image; null for data and unknown ids. */
    pathOf(id: number): StoredPath | null {
      const path = byId.get(id)?.path ?? null;
      return path === null ? null : toStoredPath(path);
    },
    /** The result that stands for a job: the picked one, else the newest version of its last step; null without any picture. */
    shownOfJob: (jobId: number): number | null => shownOfJob.get(jobId) ?? null,
    /** What a job has come to: paths of its files, and the data of its analysis (undefined where it has none). */
    outcomeOf(jobId: number): { readonly paths: readonly string[]; readonly analysis: unknown } {
      const rows = ofJob.all(jobId);
      const data = rows.find(({ kind }) => kind === 'analysis');
      return {
        paths: [...rows.flatMap(({ path }) => path ?? []), ...further.pathsOf(jobId)],
        analysis: data ? this.analysis(data.id)?.body : undefined,
      };
    },
    ofJob: (jobId: number): Promise<ResultView[]> => toViews(ofJob.all(jobId)),
    /** The file of a further output of a result; null where there is none. */
    furtherPathOf: further.pathOf,
    /** What came of the last step of a job and of those that follow it, each element once. */
    ofGroup: (leaderId: number): SharedResult[] => ofGroup.all({ leaderId }).map(toShared),
    /** The data of an analysis in px of the upright photograph; null for an image. */
    analysis(id: number): AnalysisView | null {
      const row = analysis.get(id);
      if (!row) return null;
      const { operation, width, height } = row;
      return { resultId: id, operation, body: JSON.parse(row.body) as unknown, width: width ?? 0, height: height ?? 0 };
    },
    /** The answer of an analysis exactly as it came. */
    raw(id: number): unknown {
      const text = raw.get(id);
      return text === undefined ? null : (JSON.parse(text) as unknown);
    },
  };
}

/** The further files of a service's own result; a version that was made by hand is one file. */
export function filesOfRow(
  row: Pick<ResultRow, 'job_id' | 'step' | 'element' | 'kind' | 'version'>,
  files: ReadonlyMap<string, readonly AdditionalFileView[]>,
): readonly AdditionalFileView[] {
  if (row.kind !== 'image' || row.version > 0) return [];
  return files.get(additionalFilesKey({ jobId: row.job_id, step: row.step, element: row.element })) ?? [];
}

/** A result as the window sees it. @param availabilityOf returns whether a file is available */
export async function resultView(row: ResultRow, availabilityOf: FileAvailability['now']): Promise<ResultView> {
  return {
    id: row.id,
    jobId: row.job_id,
    batchId: row.batch_id,
    step: row.step,
    operation: row.operation,
    kind: row.kind,
    element: row.element === '' ? null : row.element,
    path: row.path,
    present: row.path === null ? row.forgotten_at === null : (await availabilityOf(row.path)) === 'here',
    width: row.width,
    height: row.height,
    bytes: row.bytes,
    box: row.box === null ? null : (JSON.parse(row.box) as Box),
    createdAt: row.created_at,
  };
}

function toShared({ kind, element, width, height, box, raw, body }: SharedRow): SharedResult {
  const size = { width: width ?? 0, height: height ?? 0 };
  const parsed = (text: string | null) => (text === null ? null : (JSON.parse(text) as unknown));
  return kind === 'image'
    ? { kind, element, ...size, box: parsed(box) as Box | null }
    : { kind, raw: parsed(raw), body: parsed(body), ...size };
}
