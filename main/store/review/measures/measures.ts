/** What was measured of photographs, and which of them are to be measured. */

import type { StoredPath } from '../../../files/stored-path.ts';
import { openLocalJobsSql } from '../../jobs/job-rows.ts';
import { isHeld } from '../../jobs/leader-selection.ts';
import type { StoreContext } from '../../store-context.ts';

export interface ToMeasure {
  readonly id: number;
  readonly sourcePath: StoredPath;
  /** Where its file was found again; null: it was not. */
  readonly foundPath: StoredPath | null;
  readonly contentHash: string;
}

/** What a photograph looks like, and when it was taken. */
export interface Likeness {
  readonly takenAt: number | null;
  readonly camera: string | null;
  readonly hash: string;
  readonly tint: string;
}

/** A photograph as stacks are found by. */
export interface MeasuredShot extends Likeness {
  readonly id: number;
  /** px */
  readonly width: number;
  readonly height: number;
}

/** How good a photograph is beside the others of its stack. */
export interface PhotoRating {
  /** Null where there are no edges to tell by. */
  readonly sharpness: number | null;
  /** Shares (0..1) of its pixels that are lost in black and in white. */
  readonly clippedLow: number;
  readonly clippedHigh: number;
  /** Mean luminance (0..1) of the faces, or of the middle. */
  readonly light: number;
  /** How many faces; null where that was forgotten. */
  readonly faces: number | null;
  /** How many of them have their eyes open; a face of which that is uncertain counts for a part. */
  readonly eyesOpen: number | null;
  /** How many have them shut beyond doubt; null where that was forgotten, or not looked for. */
  readonly eyesShut: number | null;
}

/** A photograph whose file was not there is looked for again after so long (ms). */
const askAgainAfter = 24 * 60 * 60 * 1000;
/** So many photographs are gone through in one question, which takes a millisecond or less. */
const slice = 300;
/** Far more than any camera takes without a pause; a clock that stood still must not make one endless burst. */
const maxBurstShots = 2000;

/** Columns of `ToMeasure`. */
export const toMeasure = `photographs.id, photographs.source_path AS sourcePath, photographs.content_hash AS contentHash,
  (SELECT path FROM found_originals found WHERE found.photograph_id = photographs.id) AS foundPath`;
const shotColumns = 'photograph_id AS id, taken_at AS takenAt, camera, phash AS hash, tint, width, height';

export type Measures = ReturnType<typeof measures>;

export function measures({ db, now }: Pick<StoreContext, 'db' | 'now'>) {
  const lowest = db
    .prepare<[number, number], number | null>(
      'SELECT min(id) FROM (SELECT id FROM photographs WHERE id < ? ORDER BY id DESC LIMIT ?)',
    )
    .pluck();
  const unmeasured = db.prepare<[{ below: number; from: number; version: number; before: number }], ToMeasure>(
    `SELECT ${toMeasure}
     FROM photographs LEFT JOIN measures ON photograph_id = photographs.id
     WHERE photographs.id < @below AND photographs.id >= @from
       AND (photograph_id IS NULL OR (version < @version AND measured_at < @before))
       AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.photograph_id = photographs.id AND jobs.station IS NOT NULL)
     ORDER BY photographs.id DESC LIMIT 1`,
  );
  const unjudged = db.prepare<[number], ToMeasure>(
    `SELECT ${toMeasure}
     FROM stacks JOIN photographs ON photographs.id = stacks.photograph_id
     WHERE judged = 0 AND stacks.photograph_id < ? ORDER BY stacks.photograph_id DESC LIMIT 1`,
  );
  const put = db.prepare(
    `INSERT OR REPLACE INTO measures
       (photograph_id, folder_id, width, height, version, measured_at, taken_at, camera, phash, tint)
     SELECT id, folder_id, width, height, @version, @at, @takenAt, @camera, @hash, @tint FROM photographs WHERE id = @id`,
  );
  const judgeAgain = db.prepare('UPDATE stacks SET judged = 0 WHERE photograph_id = ?');
  // Of photographs that were taken in before their time was kept.
  const putTime = db.prepare('UPDATE photographs SET taken_at = ? WHERE id = ? AND taken_at IS NULL');
  const judge = db.prepare(
    `UPDATE measures SET judged_at = @at, sharpness = @sharpness, clipped_low = @clippedLow, clipped_high = @clippedHigh,
       light = @light, faces = @faces, eyes_open = @eyesOpen, eyes_shut = @eyesShut WHERE photograph_id = @id`,
  );
  const judgements = db.prepare<[string], PhotoRating & { id: number }>(
    `SELECT photograph_id AS id, sharpness, clipped_low AS clippedLow, clipped_high AS clippedHigh, light, faces,
       eyes_open AS eyesOpen, eyes_shut AS eyesShut
     FROM measures WHERE judged_at IS NOT NULL AND photograph_id IN (SELECT value FROM json_each(?))`,
  );
  const place = db.prepare<[number], MeasuredShot & { folderId: number }>(
    `SELECT folder_id AS folderId, ${shotColumns} FROM measures WHERE photograph_id = ? AND phash IS NOT NULL`,
  );
  const shots = db.prepare<[string], MeasuredShot>(
    `SELECT ${shotColumns} FROM measures WHERE phash IS NOT NULL AND photograph_id IN (SELECT value FROM json_each(?))`,
  );
  type Where = { folderId: number; camera: string | null; takenAt: number; id: number };
  const along = (sign: '<' | '>', order: 'DESC' | 'ASC') =>
    db.prepare<[Where], MeasuredShot & { takenAt: number }>(
      `SELECT ${shotColumns} FROM measures
       WHERE folder_id = @folderId AND camera IS @camera AND phash IS NOT NULL AND taken_at IS NOT NULL
         AND (taken_at, photograph_id) ${sign} (@takenAt, @id)
       ORDER BY taken_at ${order}, photograph_id ${order} LIMIT ${maxBurstShots}`,
    );
  const [before, after] = [along('<', 'DESC'), along('>', 'ASC')];
  const alike = (part: string) =>
    `SELECT photograph_id FROM measures WHERE folder_id = @folderId AND width = @width AND height = @height
       AND taken_at IS NULL AND phash IS NOT NULL AND ${part}`;
  const savedAgain = db
    .prepare<[{ folderId: number; width: number; height: number; hash: string }], number>(
      `${alike('substr(phash, 1, 5) = substr(@hash, 1, 5)')} UNION ${alike('substr(phash, 6, 5) = substr(@hash, 6, 5)')}
       UNION ${alike('substr(phash, 11, 6) = substr(@hash, 11, 6)')} LIMIT ${maxBurstShots}`,
    )
    .pluck();
  const isMeasured = db
    .prepare<[number, number], number>('SELECT 1 FROM measures WHERE photograph_id = ? AND version >= ?')
    .pluck();
  const openWork = db
    .prepare<[], number>(
      `SELECT EXISTS (SELECT 1 FROM ${openLocalJobsSql} AND (state <> 'queued' OR (held = 0 AND NOT ${isHeld('jobs')})))`,
    )
    .pluck();

  /** Neighbours in time on one side, up to the first pause. */
  function neighbors(statement: typeof before, from: Where, pause: number): MeasuredShot[] {
    const found: MeasuredShot[] = [];
    let last = from.takenAt;
    for (const shot of statement.iterate(from)) {
      if (Math.abs(shot.takenAt - last) > pause) break;
      last = shot.takenAt;
      found.push(shot);
    }
    return found;
  }

  return {
    /** True while any job runs or would run; one that is held is no work. */
    hasOpenWork: (): boolean => openWork.get() === 1,
    /**
     * The newest photograph below the id `belowId` that was not measured in this `version`. Goes through so many and no more: where it
     * finds none, `belowId` is where to go on, and null at the end.
     */
    next(belowId: number, version: number): { photograph: ToMeasure | null; below: number | null } {
      const from = lowest.get(belowId, slice) ?? null;
      if (from === null) return { photograph: null, below: null };
      const photograph = unmeasured.get({ below: belowId, from, version, before: now() - askAgainAfter }) ?? null;
      return { photograph, below: photograph?.id ?? from };
    },
    /** True for a photograph that was measured in this `version`. */
    isMeasured: (id: number, version: number): boolean => isMeasured.get(id, version) === 1,
    /** The newest photograph below the id `belowId` that is in a stack and not judged. */
    nextToJudge: (belowId: number): ToMeasure | null => unjudged.get(belowId) ?? null,
    /** Notes what a photograph looks like; `likeness` null: it cannot be measured. */
    put(id: number, version: number, likeness: Likeness | null): void {
      const none: Omit<MeasuredShot, 'id' | 'width' | 'height' | 'hash' | 'tint'> = { takenAt: null, camera: null };
      put.run({ id, version, at: now(), ...(likeness ?? { ...none, hash: null, tint: null }) });
      judgeAgain.run(id);
      if (likeness?.takenAt != null) putTime.run(likeness.takenAt, id);
    },
    /** Notes that the file of a photograph was not there. What was measured before stays. */
    putGone(id: number): void {
      if (place.get(id) === undefined) this.put(id, 0, null);
    },
    putJudgement(id: number, judgement: PhotoRating): void {
      judge.run({ id, at: now(), ...judgement });
    },
    /** Of those among `ids` that were judged. */
    judgements: (ids: readonly number[]): (PhotoRating & { id: number })[] => judgements.all(JSON.stringify(ids)),
    shots: (ids: readonly number[]): MeasuredShot[] => shots.all(JSON.stringify(ids)),
    /**
     * The photographs of the same folder that may be in a stack with it, itself among them: those its camera took before and after
     * without a pause (ms), or where its time is not known, those without one that may be the same picture. None where it was not
     * measured.
     */
    around(id: number, pause: number): MeasuredShot[] {
      const found = place.get(id);
      if (found === undefined) return [];
      const { folderId, ...shot } = found;
      const { takenAt } = shot;
      if (takenAt === null) return shots.all(JSON.stringify(savedAgain.all({ ...shot, folderId })));
      const anchor = { folderId, camera: shot.camera, takenAt, id };
      return [...neighbors(before, anchor, pause).reverse(), shot, ...neighbors(after, anchor, pause)];
    },
  };
}
