/** What measuring found wrong with photographs, as lists look for it and show it. SQL over a row of `measures`. */
import type { Flaw } from '../../../contract/review/list-queries.ts';

/**
 * Faces less sharp than this (see `main/imaging/measure/sharpness.ts`) are out of focus. Groups of three to five people measure 1.43 to 1.71; blurred by a
 * deviation of 2 px, 1.27 to 1.34; by 3 px, 1.19 to 1.21.
 */
const minSharpness = 1.25;

/** True where a flaw was found. */
export const flawSql: Readonly<Record<Flaw, string>> = {
  // Of a face that is out of focus nobody can tell.
  eyes: `eyes_shut > 0 AND coalesce(sharpness, ${minSharpness}) >= ${minSharpness}`,
  focus: `faces > 0 AND sharpness < ${minSharpness}`,
};
