/**
 * The mark of a share: a small hidden file in its folder by each station that has it, so that a station that joins can tell whether the
 * folder it calls by that name is the one that others call so. Nobody writes over another station's.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { Share } from '../../../contract/studio/studio.ts';
import type { ShareCheck } from '../../../contract/studio/studio-status.ts';
import { withTimeout } from '../../files/with-timeout.ts';
import type { QueryClient } from '../connection/connection.ts';

/** Whose mark it is, of which share. */
export interface ShareMarker {
  /** The studio's id. */
  readonly studio: string;
  readonly share: string;
  /** The station's id, and what people call it. */
  readonly id: string;
  readonly station: string;
}

const markSchema = z.object({ studio: z.string(), share: z.string(), id: z.string(), station: z.string().max(100) });

/** With a dot: no photograph for anybody. */
const begins = '.burnish-share-';
const ends = '.json';
/** A mark is shorter; what is not is none. */
const maxMarkerBytes = 2000;
/** Marks that are looked at: of stations that share a folder, and of those that did. */
const maxMarkers = 1000;

const nameOf = ({ studio, share, id }: ShareMarker) =>
  `${begins}${createHash('sha256').update([studio, share, id].join('\n')).digest('hex').slice(0, 16)}${ends}`;

/** Writes the mark where it is not there yet, whole or not at all. @throws where nothing can be written there */
export async function writeShareMarker(folder: string, mark: ShareMarker): Promise<void> {
  const path = join(folder, nameOf(mark));
  const text = `${JSON.stringify(mark)}\n`;
  if ((await withTimeout(readFile(path, 'utf8').catch(() => null))) === text) return;
  const half = `${path}.${process.pid}.half`;
  try {
    await withTimeout(writeFile(half, text, { mode: 0o644 }));
    await withTimeout(rename(half, path));
  } catch (fault) {
    await rm(half, { force: true }).catch(() => undefined);
    throw fault;
  }
}

/** The marks in a folder, of whatever studio. @throws where it cannot be read */
export async function readShareMarkers(folder: string): Promise<ShareMarker[]> {
  const names = (await withTimeout(readdir(folder))).filter((name) => name.startsWith(begins) && name.endsWith(ends));
  const found: ShareMarker[] = [];
  for (const name of names.slice(0, maxMarkers)) {
    const mark = await withTimeout(readMark(join(folder, name))).catch(() => null);
    if (mark !== null) found.push(mark);
  }
  return found;
}

async function readMark(path: string): Promise<ShareMarker | null> {
  const { size } = await stat(path);
  if (size > maxMarkerBytes) return null;
  return markSchema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data ?? null;
}

/**
 * What a folder is, by the marks in it.
 * @param expected `studio` null: it is not known yet, and any will do; `id`: this station
 * @param isKnown whether other stations have a share of that name
 */
export async function checkShare(
  folder: string,
  expected: { readonly studio: string | null; readonly share: string; readonly id: string },
  isKnown: boolean,
): Promise<ShareCheck> {
  const marks = await readShareMarkers(folder).catch(() => null);
  if (marks === null) return { kind: 'gone', station: null };
  const same = marks.filter(({ studio, share }) => (expected.studio ?? studio) === studio && share === expected.share);
  const mark = same.find(({ id }) => id !== expected.id) ?? same[0];
  if (mark !== undefined) return { kind: 'same', station: mark.station };
  if (isKnown) return { kind: 'other', station: null };
  return { kind: (await takesFiles(folder)) ? 'first' : 'unwritable', station: null };
}

/** What folders are that are to be shares of the studio in `database`, for the station `id`. */
export function sharesOf(database: QueryClient, id: string) {
  return async (share: string, folder: string): Promise<ShareCheck> => {
    const [row] = await database.query<{ studio: string; known: boolean }>(
      `SELECT id AS studio, EXISTS (SELECT FROM burnish.stations WHERE id::text <> $1 AND 'share:' || $2 = ANY(able)) AS known
       FROM burnish.studio`,
      [id, share],
    );
    return checkShare(folder, { studio: row?.studio ?? null, share, id }, row?.known ?? false);
  };
}

/** @throws UserFacingError for a folder that is not the share */
export function assertIsShare({ kind }: ShareCheck, { name: share, folder }: Share): void {
  if (kind === 'other') throw new UserFacingError(msg('studio.share.other', { share, folder }));
  if (kind === 'gone') throw new UserFacingError(msg('studio.share.gone', { share, folder }));
  if (kind === 'unwritable') throw new UserFacingError(msg('studio.share.unwritable', { share, folder }));
}

/** Found out by doing it: what a share says of rights is not always so. */
async function takesFiles(folder: string): Promise<boolean> {
  const probe = join(folder, `${begins}${process.pid}.probe`);
  try {
    await withTimeout(writeFile(probe, ''));
    return true;
  } catch {
    return false;
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}
