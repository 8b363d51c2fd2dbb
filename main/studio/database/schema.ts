/** The tables of a studio: made once, brought up to date once, and left alone by a Burnish that is older than they are. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { QueryClient, StudioDatabase } from '../connection/connection.ts';
import { makeQueueTables } from './tickets.ts';

/** The database has no studio in it, or one of another version than this program knows. */
export class StudioMismatch extends UserFacingError {
  override name = 'StudioMismatch';
}

interface Migration {
  readonly version: number;
  readonly sql: string;
}

const folder = fileURLToPath(new URL('./migrations/', import.meta.url));

function migrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{3}-.*\.sql$/.test(name))
    .sort()
    .map((name) => ({ version: Number(name.slice(0, 3)), sql: readFileSync(`${folder}${name}`, 'utf8') }));
}

export const latestVersion = (): number => migrations().at(-1)?.version ?? 0;

/** Any number of our own: whoever holds it changes the tables. */
const tablesLock = 4_275_726_101;

/**
 * Makes the tables, or runs the migrations that are missing: by one station, while others wait for it.
 * @throws StudioMismatch for a newer studio; then nothing was changed
 */
export async function makeStudio(database: StudioDatabase): Promise<void> {
  const refuseNewer = (version: number | null) => {
    if (version !== null && version > latestVersion()) throw new StudioMismatch(msg('studio.newer'));
  };
  refuseNewer(await versionOf(database));
  // It has transactions, and a lock, of its own.
  await makeQueueTables(database);
  await database.transaction(async (queries) => {
    await queries.query('SELECT pg_advisory_xact_lock($1)', [tablesLock]);
    const version = await versionOf(queries);
    refuseNewer(version);
    const all = migrations();
    const latest = latestVersion();
    if (version === latest) return;
    await queries.query('CREATE SCHEMA IF NOT EXISTS burnish');
    for (const { version: number, sql } of all) if (number > (version ?? 0)) await queries.script(sql);
    await queries.query(
      'INSERT INTO burnish.studio (version) VALUES ($1) ON CONFLICT (one) DO UPDATE SET version = excluded.version',
      [latest],
    );
  });
}

/** Brings an older studio up to date. @throws StudioMismatch where there is none, or a newer one; StudioUnreachable */
export async function checkStudio(database: StudioDatabase): Promise<void> {
  const version = await versionOf(database);
  if (version === null) throw new StudioMismatch(msg('studio.none'));
  if (version > latestVersion()) throw new StudioMismatch(msg('studio.newer'));
  if (version < latestVersion()) await makeStudio(database);
}

/** Whether there is a studio in the database, of whatever version. @throws StudioUnreachable */
export const isMade = async (database: StudioDatabase): Promise<boolean> => (await versionOf(database)) !== null;

/** Null where there is no studio. */
async function versionOf(queries: QueryClient): Promise<number | null> {
  const [there] = await queries.query<{ found: boolean }>(`SELECT to_regclass('burnish.studio') IS NOT NULL AS found`);
  if (there?.found !== true) return null;
  const [row] = await queries.query<{ version: number }>('SELECT version FROM burnish.studio');
  return row?.version ?? null;
}
