/**
 * Markers of shares: a small hidden file of each station in the shared folder. A joining station recognizes the folder by those of
 * others.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { Share } from '../../../contract/studio/studio.ts';
import type { ShareCheck } from '../../../contract/studio/studio-status.ts';
import { withTimeout } from '../../files/with-timeout.ts';
import type { QueryClient } from '../connection/studio-database.ts';

interface ShareMarker {
  /** Id. */
  readonly studio: string;
  readonly share: string;
  /** Id and name of the station. */
  readonly id: string;
  readonly station: string;
}

const markerSchema = z.object({ studio: z.string(), share: z.string(), id: z.string(), station: z.string().max(100) });

const prefix = '.burnish-share-';
const suffix = '.json';
const maxMarkerBytes = 2000;
const maxMarkers = 1000;

const nameOf = ({ studio, share, id }: ShareMarker) =>
  `${prefix}${createHash('sha256').update([studio, share, id].join('\n')).digest('hex').slice(0, 16)}${suffix}`;

/** Writes a marker atomically if it is missing. @throws Error if the folder cannot be written to */
export async function writeShareMarker(folder: string, marker: ShareMarker): Promise<void> {
  const path = join(folder, nameOf(marker));
  const text = `${JSON.stringify(marker)}\n`;
  if ((await withTimeout(readFile(path, 'utf8').catch(() => null))) === text) return;
  const temporary = `${path}.${process.pid}.half`;
  try {
    await withTimeout(writeFile(temporary, text, { mode: 0o644 }));
    await withTimeout(rename(temporary, path));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Reads the markers of all studios. @throws Error if the folder cannot be read */
export async function readShareMarkers(folder: string): Promise<ShareMarker[]> {
  const names = (await withTimeout(readdir(folder))).filter((name) => name.startsWith(prefix) && name.endsWith(suffix));
  const found: ShareMarker[] = [];
  for (const name of names.slice(0, maxMarkers)) {
    const marker = await withTimeout(readMarker(join(folder, name))).catch(() => null);
    if (marker !== null) found.push(marker);
  }
  return found;
}

async function readMarker(path: string): Promise<ShareMarker | null> {
  const { size } = await stat(path);
  if (size > maxMarkerBytes) return null;
  return markerSchema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data ?? null;
}

/**
 * Checks by its markers whether a folder is the share.
 * @param expected `studio` null: any studio; `id`: this station
 * @param isKnown whether other stations have a share of that name
 */
export async function checkShare(
  folder: string,
  expected: { readonly studio: string | null; readonly share: string; readonly id: string },
  isKnown: boolean,
): Promise<ShareCheck> {
  const markers = await readShareMarkers(folder).catch(() => null);
  if (markers === null) return { kind: 'gone', station: null };
  const same = markers.filter(
    ({ studio, share }) => (expected.studio ?? studio) === studio && share === expected.share,
  );
  const marker = same.find(({ id }) => id !== expected.id) ?? same[0];
  if (marker !== undefined) return { kind: 'same', station: marker.station };
  if (isKnown) return { kind: 'other', station: null };
  return { kind: (await canWriteTo(folder)) ? 'first' : 'unwritable', station: null };
}

/** Returns a function that checks folders for the station `id`. @throws StudioUnreachable */
export function createShareCheck(database: QueryClient, id: string) {
  return async (share: string, folder: string): Promise<ShareCheck> => {
    const [row] = await database.query<{ studio: string; known: boolean }>(
      `SELECT id AS studio, EXISTS (SELECT FROM burnish.stations WHERE id::text <> $1 AND 'share:' || $2 = ANY(able)) AS known
       FROM burnish.studio`,
      [id, share],
    );
    return checkShare(folder, { studio: row?.studio ?? null, share, id }, row?.known ?? false);
  };
}

/** @throws UserFacingError if the folder is not the share */
export function assertIsShare({ kind }: ShareCheck, { name: share, folder }: Share): void {
  if (kind === 'other') throw new UserFacingError(msg('studio.share.other', { share, folder }));
  if (kind === 'gone') throw new UserFacingError(msg('studio.share.gone', { share, folder }));
  if (kind === 'unwritable') throw new UserFacingError(msg('studio.share.unwritable', { share, folder }));
}

/** Tries it, because the permissions of network folders can be wrong. */
async function canWriteTo(folder: string): Promise<boolean> {
  const probe = join(folder, `${prefix}${process.pid}.probe`);
  try {
    await withTimeout(writeFile(probe, ''));
    return true;
  } catch {
    return false;
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}
