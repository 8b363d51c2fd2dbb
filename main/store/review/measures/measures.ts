/** Likeness of photographs, which finds stacks, and the photographs still to be measured. */
import { isHeld } from '../../jobs/hold-sql.ts';
import { isMirroredSql, openLocalJobsSql } from '../../jobs/job-ownership.ts';
import type { StoreContext } from '../../store-context.ts';
import { type PhotographFile, photographFileColumns } from '../photographs/file-places.ts';
import { photoRatings } from './photo-ratings.ts';

export interface Likeness {
  /** ms since 1970. */
  readonly takenAt: number | null;
  readonly camera: string | null;
  /** Perceptual hash, hex. */
  readonly hash: string;
  readonly tint: string;
}

export interface MeasuredShot extends Likeness {
  readonly id: number;
  /** px */
  readonly width: number;
  readonly height: number;
}

interface Anchor {
  readonly folderId: number;
  readonly camera: string | null;
  readonly takenAt: number;
  readonly id: number;
}
type TimedShot = MeasuredShot & { readonly takenAt: number };

/** Delay before another attempt at a missing file. */
const retryMissingMs = 24 * 60 * 60 * 1000;
/** A query of this size takes a millisecond or less. */
const photographsPerQuery = 300;
/** More than any camera takes without a pause. A clock that stopped would make endless bursts. */
const maxBurstShots = 2000;

const noLikeness = { takenAt: null, camera: null, hash: null, tint: null };

const shotColumns = 'photograph_id AS id, taken_at AS takenAt, camera, phash AS hash, tint, width, height';

const minIdOfQuery = 'SELECT min(id) FROM (SELECT id FROM photographs WHERE id < ? ORDER BY id DESC LIMIT ?)';
const newestUnmeasured = `SELECT ${photographFileColumns}
  FROM photographs LEFT JOIN measures ON photograph_id = photographs.id
  WHERE photographs.id < @below AND photographs.id >= @from
    AND (photograph_id IS NULL OR (version < @version AND measured_at < @before))
    AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.photograph_id = photographs.id AND ${isMirroredSql('jobs')})
  ORDER BY photographs.id DESC LIMIT 1`;
const measuredInVersion = 'SELECT 1 FROM measures WHERE photograph_id = ? AND version >= ?';
const anyOpenWork = `SELECT EXISTS (
  SELECT 1 FROM ${openLocalJobsSql} AND (state <> 'queued' OR (held = 0 AND NOT ${isHeld('jobs')})))`;

const saveLikeness = `INSERT OR REPLACE INTO measures
    (photograph_id, folder_id, width, height, version, measured_at, taken_at, camera, phash, tint)
  SELECT id, folder_id, width, height, @version, @at, @takenAt, @camera, @hash, @tint FROM photographs WHERE id = @id`;
const raiseVersion = 'UPDATE measures SET version = @version WHERE photograph_id = @id AND phash IS NOT NULL';
const markUnrated = 'UPDATE stacks SET judged = 0 WHERE photograph_id = ?';
// Earlier versions added photographs without their times.
const setMissingTime = 'UPDATE photographs SET taken_at = ? WHERE id = ? AND taken_at IS NULL';

const shotWithFolder = `SELECT folder_id AS folderId, ${shotColumns} FROM measures
  WHERE photograph_id = ? AND phash IS NOT NULL`;
const shotsByIds = `SELECT ${shotColumns} FROM measures
  WHERE phash IS NOT NULL AND photograph_id IN (SELECT value FROM json_each(?))`;
const neighborsOf = (comparison: '<' | '>', order: 'DESC' | 'ASC') => `SELECT ${shotColumns} FROM measures
  WHERE folder_id = @folderId AND camera IS @camera AND phash IS NOT NULL AND taken_at IS NOT NULL
    AND (taken_at, photograph_id) ${comparison} (@takenAt, @id)
  ORDER BY taken_at ${order}, photograph_id ${order} LIMIT ${maxBurstShots}`;
const untimedWithHashPart = (start: number, length: number) => `SELECT photograph_id FROM measures
  WHERE folder_id = @folderId AND width = @width AND height = @height AND taken_at IS NULL AND phash IS NOT NULL
    AND substr(phash, ${start}, ${length}) = substr(@hash, ${start}, ${length})`;
/** Compares parts of the hashes, which have indexes. */
const untimedLookalikes = `${untimedWithHashPart(1, 5)} UNION ${untimedWithHashPart(6, 5)}
  UNION ${untimedWithHashPart(11, 6)} LIMIT ${maxBurstShots}`;

export function measures(context: Pick<StoreContext, 'db' | 'now'>) {
  const { db, now } = context;
  const measured = measuredShots(context);
  const save = db.prepare(saveLikeness);
  const setVersion = db.prepare(raiseVersion);
  const unrate = db.prepare(markUnrated);
  const setTime = db.prepare(setMissingTime);

  /**
   * @param version 0: measured again another day, unless `markStacked` is called
   * @param likeness null: the photograph cannot be measured
   */
  function put(id: number, version: number, likeness: Likeness | null): void {
    save.run({ id, version, at: now(), ...(likeness ?? noLikeness) });
    unrate.run(id);
    if (likeness?.takenAt != null) setTime.run(likeness.takenAt, id);
  }

  return {
    ...pendingMeasures(context),
    ...measured,
    ...photoRatings(context),
    put,
    /** Marks a measured photograph as grouped into stacks. */
    markStacked: (id: number, version: number): void => void setVersion.run({ id, version }),
    /** Notes a missing file. Keeps earlier measures. */
    noteMissing(id: number): void {
      if (measured.shots([id]).length === 0) put(id, 0, null);
    },
  };
}

function pendingMeasures({ db, now }: Pick<StoreContext, 'db' | 'now'>) {
  const lowest = db.prepare<[number, number], number | null>(minIdOfQuery).pluck();
  type Range = { below: number; from: number; version: number; before: number };
  const unmeasured = db.prepare<[Range], PhotographFile>(newestUnmeasured);
  const inVersion = db.prepare<[number, number], number>(measuredInVersion).pluck();
  const openWork = db.prepare<[], number>(anyOpenWork).pluck();
  return {
    /** Whether any job runs or will run, except held ones. */
    hasOpenWork: (): boolean => openWork.get() === 1,
    /**
     * Returns the newest unmeasured photograph below `belowId` from a limited number of ids. Without one, `below` is
     * the next `belowId`; null at the end.
     */
    next(belowId: number, version: number): { photograph: PhotographFile | null; below: number | null } {
      const from = lowest.get(belowId, photographsPerQuery) ?? null;
      if (from === null) return { photograph: null, below: null };
      const photograph = unmeasured.get({ below: belowId, from, version, before: now() - retryMissingMs }) ?? null;
      return { photograph, below: photograph?.id ?? from };
    },
    isMeasured: (id: number, version: number): boolean => inVersion.get(id, version) === 1,
  };
}

function measuredShots({ db }: Pick<StoreContext, 'db'>) {
  const find = db.prepare<[number], MeasuredShot & { folderId: number }>(shotWithFolder);
  const byIds = db.prepare<[string], MeasuredShot>(shotsByIds);
  const earlier = db.prepare<[Anchor], TimedShot>(neighborsOf('<', 'DESC'));
  const later = db.prepare<[Anchor], TimedShot>(neighborsOf('>', 'ASC'));
  type Picture = { folderId: number; width: number; height: number; hash: string };
  const lookalikes = db.prepare<[Picture], number>(untimedLookalikes).pluck();

  /** Returns shots up to the first pause. */
  function neighbors(statement: typeof earlier, anchor: Anchor, pauseMs: number): MeasuredShot[] {
    const shots: MeasuredShot[] = [];
    let previousTime = anchor.takenAt;
    for (const shot of statement.iterate(anchor)) {
      if (Math.abs(shot.takenAt - previousTime) > pauseMs) break;
      previousTime = shot.takenAt;
      shots.push(shot);
    }
    return shots;
  }

  return {
    shots: (ids: readonly number[]): MeasuredShot[] => byIds.all(JSON.stringify(ids)),
    /**
     * Returns photographs of the same folder that may be in the same stack, itself included: those of its camera
     * without a pause, or if its time is unknown, similar ones without a time. Empty if not measured.
     */
    around(id: number, pauseMs: number): MeasuredShot[] {
      const measured = find.get(id);
      if (measured === undefined) return [];
      const { folderId, ...shot } = measured;
      const { takenAt, camera } = shot;
      if (takenAt === null) return byIds.all(JSON.stringify(lookalikes.all({ ...shot, folderId })));
      const anchor = { folderId, camera, takenAt, id };
      return [...neighbors(earlier, anchor, pauseMs).reverse(), shot, ...neighbors(later, anchor, pauseMs)];
    },
  };
}
