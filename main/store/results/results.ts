/** Results: the image files and analyses that jobs produced. */
import type { Database } from 'better-sqlite3';
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
      readonly further?: readonly AdditionalFile[];
    }
  | {
      readonly kind: 'analysis';
      /** Unchanged body of the response. */
      readonly raw: unknown;
      /** The data in px of the upright photograph, or null if `raw` is. */
      readonly body: unknown;
      /** Size of the upright photograph, px. */
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

/** The part of a result that all jobs with the same content and recipe share. Sizes in px. */
export type SharedResult =
  | {
      readonly kind: 'image';
      /** '' for a single image. */
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

/** All columns except the bodies of analyses. */
export const resultColumns = [
  ...['id', 'job_id', 'batch_id', 'step', 'operation', 'kind', 'element'],
  ...['path', 'width', 'height', 'bytes', 'box', 'created_at', 'forgotten_at', 'version'],
];
const columns = resultColumns.join(', ');

/** @param availability limits the wait for each file, because an offline share must not delay a list */
export function results(context: StoreContext, availability: Pick<FileAvailability, 'now'>, findings: Findings) {
  const { db, now, changes } = context;
  const statements = prepareStatements(db);
  const additional = additionalFiles(context, availability.now);

  async function toViews(rows: readonly ResultRow[]): Promise<ResultView[]> {
    const files = await additional.viewsOf(rows.map(({ job_id }) => job_id));
    return Promise.all(
      rows.map(async (row) => ({ ...(await resultView(row, availability.now)), further: filesOfRow(row, files) })),
    );
  }

  function analysis(id: number): AnalysisView | null {
    const row = statements.analysis.get(id);
    if (!row) return null;
    const { operation, width, height } = row;
    return { resultId: id, operation, body: JSON.parse(row.body) as unknown, width: width ?? 0, height: height ?? 0 };
  }

  return {
    /** Adds a result, or replaces the existing result of the same job, step and element. */
    add(result: NewResult): void {
      const { jobId, step } = result;
      const image = result.kind === 'image' ? result : null;
      const data = result.kind === 'analysis' ? result : null;
      const added = statements.insert.get({
        jobId,
        batchId: result.batchId,
        step,
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
      if (image) additional.set({ jobId, step, element: image.element ?? '' }, image.further ?? []);
      if (added && data) findings.put({ ...added, operation: data.operation, body: data.body ?? data.raw });
      statements.updateCount.run(jobId);
      changes.run(jobId);
      if (added?.photographId != null) changes.photographs([added.photographId]);
    },
    get: async (id: number): Promise<ResultView | null> => {
      const row = statements.byId.get(id);
      return row ? resultView(row, availability.now) : null;
    },
    /** Returns the path of an image, or null for analyses and unknown ids. */
    pathOf(id: number): StoredPath | null {
      const path = statements.byId.get(id)?.path ?? null;
      return path === null ? null : toStoredPath(path);
    },
    /** Returns the id of a job's picked image, else of the newest of its last step, or null. */
    shownOfJob: (jobId: number): number | null => statements.shownOfJob.get(jobId) ?? null,
    /** Returns the paths of a job's files, and the body of its analysis, if any. */
    outcomeOf(jobId: number): { readonly paths: readonly string[]; readonly analysis: unknown } {
      const rows = statements.ofJob.all(jobId);
      const data = rows.find(({ kind }) => kind === 'analysis');
      return {
        paths: [...rows.flatMap(({ path }) => path ?? []), ...additional.pathsOf(jobId)],
        analysis: data ? analysis(data.id)?.body : undefined,
      };
    },
    ofJob: (jobId: number): Promise<ResultView[]> => toViews(statements.ofJob.all(jobId)),
    furtherPathOf: additional.pathOf,
    /** Returns the results of the last step of a job and its followers, one per element. */
    ofGroup: (leaderId: number): SharedResult[] => statements.ofGroup.all({ leaderId }).map(toShared),
    /** Returns an analysis in px of the upright photograph; null for images and forgotten data. */
    analysis,
    /** Unchanged response of an analysis. */
    raw(id: number): unknown {
      const text = statements.raw.get(id);
      return text === undefined ? null : (JSON.parse(text) as unknown);
    },
  };
}

function prepareStatements(db: Database) {
  return {
    insert: db.prepare<[object], { resultId: number; photographId: number | null }>(
      `INSERT INTO results
         (job_id, batch_id, photograph_id, step, operation, kind, element, path, width, height, bytes, box, raw, body, created_at)
       VALUES (@jobId, @batchId, (SELECT photograph_id FROM jobs WHERE id = @jobId), @step, @operation, @kind, @element, @path,
         @width, @height, @bytes, @box, @raw, @body, @at)
       ON CONFLICT (job_id, step, kind, element, version) DO UPDATE SET path = excluded.path, width = excluded.width,
         height = excluded.height, bytes = excluded.bytes, box = excluded.box, raw = excluded.raw, body = excluded.body,
         forgotten_at = NULL
       RETURNING id AS resultId, photograph_id AS photographId`,
    ),
    updateCount: db.prepare(
      'UPDATE jobs SET result_count = (SELECT count(*) FROM results WHERE job_id = jobs.id AND version = 0) WHERE id = ?',
    ),
    byId: db.prepare<[number], ResultRow>(`SELECT ${columns} FROM results WHERE id = ?`),
    ofJob: db.prepare<[number], ResultRow>(`SELECT ${columns} FROM results WHERE job_id = ? ORDER BY id`),
    shownOfJob: db
      .prepare<[number], number>(
        `SELECT id FROM results WHERE job_id = ? AND kind = 'image'
         ORDER BY flag DESC, step DESC, version DESC, id LIMIT 1`,
      )
      .pluck(),
    analysis: db.prepare<[number], AnalysisRow>(
      `SELECT id, operation, coalesce(body, raw) AS body, width, height FROM results
       WHERE id = ? AND kind = 'analysis' AND forgotten_at IS NULL`,
    ),
    ofGroup: db.prepare<[{ leaderId: number }], SharedRow>(
      `SELECT results.kind, element, results.width, results.height, box, raw, body FROM results
       JOIN jobs ON jobs.id = results.job_id
       WHERE (jobs.id = @leaderId OR jobs.follows = @leaderId) AND results.step = jobs.step_count - 1
         AND forgotten_at IS NULL AND version = 0
       GROUP BY results.kind, element ORDER BY min(results.id)`,
    ),
    raw: db
      .prepare<[number], string>(`SELECT raw FROM results WHERE id = ? AND kind = 'analysis' AND forgotten_at IS NULL`)
      .pluck(),
  };
}

/** The user's own versions have no additional files. */
export function filesOfRow(
  row: Pick<ResultRow, 'job_id' | 'step' | 'element' | 'kind' | 'version'>,
  files: ReadonlyMap<string, readonly AdditionalFileView[]>,
): readonly AdditionalFileView[] {
  if (row.kind !== 'image' || row.version > 0) return [];
  return files.get(additionalFilesKey({ jobId: row.job_id, step: row.step, element: row.element })) ?? [];
}

/** Converts a row for the window. `present` is false for missing files and forgotten data. */
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
