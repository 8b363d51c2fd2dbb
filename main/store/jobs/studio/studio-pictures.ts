/** Names that all stations share for photographs and results. */
import type { PreviewSubject } from '../../review/previews/pending-previews.ts';
import type { StoreContext } from '../../store-context.ts';
import { isMirroredSql, isSharedSql } from '../job-ownership.ts';

export interface SharedPicture {
  /** Shared id. */
  readonly job: number;
  /** '' if there is only one. */
  readonly element: string;
  /** 0 = the result; -1 = the photograph. */
  readonly output: number;
}

type NamedPicture = SharedPicture & { readonly photographId: number };

const isRemote = `${isSharedSql} AND ${isMirroredSql('jobs')}`;
const isFinalImage = `kind = 'image' AND version = 0 AND results.step = jobs.step_count - 1`;

const photographNameSql = `SELECT shared_id AS job, '' AS element, -1 AS output, photograph_id AS photographId FROM jobs
  WHERE photograph_id = ? AND ${isRemote} ORDER BY id DESC LIMIT 1`;

const resultNameSql = `SELECT shared_id AS job, element, 0 AS output, results.photograph_id AS photographId
  FROM results JOIN jobs ON jobs.id = job_id
  WHERE results.id = ? AND ${isFinalImage} AND ${isRemote} AND results.photograph_id IS NOT NULL`;

const localResultSql = `SELECT results.id FROM jobs JOIN results ON job_id = jobs.id
  WHERE shared_id = ? AND ${isFinalImage} AND element = ?`;

export function studioPictures({ db }: StoreContext) {
  const photographName = db.prepare<[number], NamedPicture>(photographNameSql);
  const resultName = db.prepare<[number], NamedPicture>(resultNameSql);
  const localPhotograph = db
    .prepare<[number], number | null>('SELECT photograph_id FROM jobs WHERE shared_id = ?')
    .pluck();
  const localResult = db.prepare<[number, string], number>(localResultSql).pluck();

  return {
    /** Returns null for local pictures. */
    nameOf: ({ subject, id }: PreviewSubject): NamedPicture | null =>
      (subject === 'result' ? resultName : photographName).get(id) ?? null,
    /** Returns null if the picture is not here. */
    findLocal({ job, element, output }: SharedPicture): PreviewSubject | null {
      if (output > 0) return null;
      const id = output === 0 ? localResult.get(job, element) : localPhotograph.get(job);
      return id == null ? null : { subject: output === 0 ? 'result' : 'photograph', id };
    },
  };
}
