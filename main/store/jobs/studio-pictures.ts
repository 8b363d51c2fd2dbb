/** Photographs and results by what all stations of a studio call them: a job of the studio's, and which of its files. */

import type { PreviewSubject } from '../review/previews/pending-previews.ts';
import type { StoreContext } from '../store-context.ts';

export interface SharedPicture {
  /** The studio's id of it. */
  readonly job: number;
  /** '' where the result is the one image, and for the photograph. */
  readonly element: string;
  /** 0 is the result; -1 the photograph itself. */
  readonly output: number;
}

type Known = SharedPicture & { readonly photographId: number };

export function studioPictures({ db }: StoreContext) {
  const photograph = db.prepare<[number], Known>(
    `SELECT shared_id AS job, '' AS element, -1 AS output, photograph_id AS photographId FROM jobs
     WHERE photograph_id = ? AND shared_id IS NOT NULL AND station IS NOT NULL ORDER BY id DESC LIMIT 1`,
  );
  const result = db.prepare<[number], Known>(
    `SELECT shared_id AS job, element, 0 AS output, results.photograph_id AS photographId FROM results JOIN jobs ON jobs.id = job_id
     WHERE results.id = ? AND kind = 'image' AND version = 0 AND results.step = jobs.step_count - 1 AND shared_id IS NOT NULL AND station IS NOT NULL
       AND results.photograph_id IS NOT NULL`,
  );
  const photographHere = db
    .prepare<[number], number | null>('SELECT photograph_id FROM jobs WHERE shared_id = ?')
    .pluck();
  const resultHere = db
    .prepare<[number, string], number>(
      `SELECT results.id FROM jobs JOIN results ON job_id = jobs.id
       WHERE shared_id = ? AND kind = 'image' AND version = 0 AND results.step = jobs.step_count - 1 AND element = ?`,
    )
    .pluck();

  return {
    /** Of another station's photograph or result; null for this computer's own. */
    nameOf: ({ subject, id }: PreviewSubject): Known | null =>
      (subject === 'result' ? result : photograph).get(id) ?? null,
    /** What is called so; null where this computer does not know it. */
    findLocal({ job, element, output }: SharedPicture): PreviewSubject | null {
      if (output > 0) return null;
      const id = output === 0 ? resultHere.get(job, element) : photographHere.get(job);
      return id == null ? null : { subject: output === 0 ? 'result' : 'photograph', id };
    },
  };
}
