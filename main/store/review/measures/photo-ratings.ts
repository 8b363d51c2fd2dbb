/** Ratings of photographs, which propose the best of a stack. */
import type { Flaw } from '../../../../contract/review/list-queries.ts';
import type { StoreContext } from '../../store-context.ts';
import { type PhotographFile, photographFileColumns } from '../photographs/file-places.ts';

export interface PhotoRating {
  /** Null without edges. */
  readonly sharpness: number | null;
  /** Shares (0..1) of pixels clipped to black and to white. */
  readonly clippedLow: number;
  readonly clippedHigh: number;
  /** Mean luminance (0..1) of the faces, or else of the middle. */
  readonly light: number;
  /** Null if forgotten. */
  readonly faces: number | null;
  /** Uncertain faces count as fractions. */
  readonly eyesOpen: number | null;
  /** Certain ones only; null if forgotten or not measured. */
  readonly eyesShut: number | null;
}

/**
 * Faces less sharp than this (see `main/imaging/measure/photo-quality.ts`) are out of focus. Groups of three to five people measure
 * 1.43 to 1.71; blurred by a deviation of 2 px, 1.27 to 1.34; by 3 px, 1.19 to 1.21.
 */
const minSharpness = 1.25;

/** SQL conditions on a row of `measures`. */
export const flawSql: Readonly<Record<Flaw, string>> = {
  // Eyes of out-of-focus faces are unknown.
  eyes: `eyes_shut > 0 AND coalesce(sharpness, ${minSharpness}) >= ${minSharpness}`,
  focus: `faces > 0 AND sharpness < ${minSharpness}`,
};

const newestUnrated = `SELECT ${photographFileColumns}
  FROM stacks JOIN photographs ON photographs.id = stacks.photograph_id
  WHERE judged = 0 AND stacks.photograph_id < ? ORDER BY stacks.photograph_id DESC LIMIT 1`;
const saveRating = `UPDATE measures SET judged_at = @at, sharpness = @sharpness, clipped_low = @clippedLow,
    clipped_high = @clippedHigh, light = @light, faces = @faces, eyes_open = @eyesOpen, eyes_shut = @eyesShut
  WHERE photograph_id = @id`;
const ratingsByIds = `SELECT photograph_id AS id, sharpness, clipped_low AS clippedLow, clipped_high AS clippedHigh, light,
    faces, eyes_open AS eyesOpen, eyes_shut AS eyesShut
  FROM measures WHERE judged_at IS NOT NULL AND photograph_id IN (SELECT value FROM json_each(?))`;

export function photoRatings({ db, now }: Pick<StoreContext, 'db' | 'now'>) {
  const unrated = db.prepare<[number], PhotographFile>(newestUnrated);
  const save = db.prepare(saveRating);
  const byIds = db.prepare<[string], PhotoRating & { id: number }>(ratingsByIds);
  return {
    /** Returns the newest unrated photograph of a stack, or null. */
    nextUnrated: (belowId: number): PhotographFile | null => unrated.get(belowId) ?? null,
    putRating: (id: number, rating: PhotoRating): void => void save.run({ id, at: now(), ...rating }),
    ratings: (ids: readonly number[]): (PhotoRating & { id: number })[] => byIds.all(JSON.stringify(ids)),
  };
}
