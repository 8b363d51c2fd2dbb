/** Names of photographs and results that all stations of a studio share: a shared job, and one of its files. */
import type { PreviewSubject } from '../../review/kept-previews.ts';
import type { StoreContext } from '../../store-context.ts';
import { isMirroredSql, isSharedSql } from '../job-ownership.ts';

export interface SharedPicture {
  /** Id of the job in the studio. */
  readonly job: number;
  /** '' for a single result image, and for the photograph. */
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
    /** Returns the name of another station's photograph or result, or null for a local one. */
    nameOf: ({ subject, id }: PreviewSubject): NamedPicture | null =>
      (subject === 'result' ? resultName : photographName).get(id) ?? null,
    /** Returns the photograph or result with a name, or null if this computer does not have it. */
    findLocal({ job, element, output }: SharedPicture): PreviewSubject | null {
      if (output > 0) return null;
      const id = output === 0 ? localResult.get(job, element) : localPhotograph.get(job);
      return id == null ? null : { subject: output === 0 ? 'result' : 'photograph', id };
    },
  };
}
