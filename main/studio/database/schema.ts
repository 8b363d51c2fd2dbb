/** The tables of a studio: created, migrated, and refused if a newer Burnish has migrated them. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { QueryClient, StudioDatabase } from '../connection/studio-database.ts';
import { makeQueueTables } from './tickets.ts';

/** The database has no studio, or a newer one. */
export class StudioMismatch extends UserFacingError {
  override name = 'StudioMismatch';
}

interface Migration {
  readonly version: number;
  readonly sql: string;
}

const folder = fileURLToPath(new URL('./migrations/', import.meta.url));

function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{3}-.*\.sql$/.test(name))
    .sort()
    .map((name) => ({ version: Number(name.slice(0, 3)), sql: readFileSync(`${folder}${name}`, 'utf8') }));
}

export const latestVersion = (): number => readMigrations().at(-1)?.version ?? 0;

/** Advisory lock of the migrations; an arbitrary number. */
const tablesLock = 4_275_726_101;

/** Creates the tables or runs the missing migrations, while other stations wait. @throws StudioMismatch for a newer studio */
export async function makeStudio(database: StudioDatabase): Promise<void> {
  const refuseNewer = (version: number | null) => {
    if (version !== null && version > latestVersion()) throw new StudioMismatch(msg('studio.newer'));
  };
  refuseNewer(await readVersion(database));
  // It has its own transactions and lock.
  await makeQueueTables(database);
  await database.transaction(async (queries) => {
    await queries.query('SELECT pg_advisory_xact_lock($1)', [tablesLock]);
    const version = await readVersion(queries);
    refuseNewer(version);
    const latest = latestVersion();
    if (version === latest) return;
    await queries.query('CREATE SCHEMA IF NOT EXISTS burnish');
    for (const { version: number, sql } of readMigrations()) if (number > (version ?? 0)) await queries.script(sql);
    await queries.query(
      'INSERT INTO burnish.studio (version) VALUES ($1) ON CONFLICT (one) DO UPDATE SET version = excluded.version',
      [latest],
    );
  });
}

/** Migrates an older studio. @throws StudioMismatch if it is missing or newer; StudioUnreachable */
export async function checkStudio(database: StudioDatabase): Promise<void> {
  const version = await readVersion(database);
  if (version === null) throw new StudioMismatch(msg('studio.none'));
  if (version > latestVersion()) throw new StudioMismatch(msg('studio.newer'));
  if (version < latestVersion()) await makeStudio(database);
}

/** Whether the database has a studio of any version. @throws StudioUnreachable */
export const isMade = async (database: StudioDatabase): Promise<boolean> => (await readVersion(database)) !== null;

/** Returns null if the database has no studio. */
async function readVersion(queries: QueryClient): Promise<number | null> {
  const [there] = await queries.query<{ found: boolean }>(`SELECT to_regclass('burnish.studio') IS NOT NULL AS found`);
  if (there?.found !== true) return null;
  const [row] = await queries.query<{ version: number }>('SELECT version FROM burnish.studio');
  return row?.version ?? null;
}
