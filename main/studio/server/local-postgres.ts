/** A private PostgreSQL on this computer for trying a studio: finds or downloads its programs, creates its database, and runs it. */
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Message, msg, UserFacingError } from '../../../contract/messages/message.ts';
import { lockExclusive } from '../../store/index.ts';
import { assertOwnFolder } from './assert-own-folder.ts';
import {
  installedPrograms,
  type PostgresPrograms,
  packageForHere,
  postgresVersion,
  preparePrograms,
  type UnpackedPrograms,
} from './postgres-programs.ts';
import { createCluster, newPassword, PostgresFailure, startServer, studioRole } from './postgres-server.ts';

/** Differs from PostgreSQL's own default, which another server may use. */
const defaultPostgresPort = 5488;

interface LocalPostgresOptions {
  /** Absolute; contains its data, programs and password. */
  readonly folder: string;
  readonly port?: number;
  readonly signal: AbortSignal;
  /** Called before long steps. */
  readonly onStep: (step: Message) => void;
}

/** A database that accepts connections. */
export interface LocalPostgres {
  readonly address: string;
  /** File that contains its password. */
  readonly passwordFile: string;
  /** Resolves with the reason when it has ended. */
  readonly ended: Promise<Message>;
  stop(): Promise<void>;
}

const placesIn = (folder: string) => ({
  data: join(folder, 'database'),
  half: join(folder, 'database.half'),
  password: join(folder, 'password'),
  programs: join(folder, 'postgresql'),
  lock: join(folder, 'lock'),
});

export const localPostgresAddress = (port = defaultPostgresPort): string =>
  `postgres://${studioRole}@127.0.0.1:${port}/${studioRole}`;

/** Starts the database of `folder`, and creates it if it is missing. @throws UserFacingError */
export async function startLocalPostgres({
  folder,
  port = defaultPostgresPort,
  signal,
  onStep,
}: LocalPostgresOptions): Promise<LocalPostgres> {
  if (process.getuid?.() === 0) throw new UserFacingError(msg('studio.serve.root'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Its programs run from here, and PostgreSQL runs commands from its configuration.
  const places = placesIn(await assertOwnFolder(folder));
  const lock = lockExclusive(places.lock);
  if (lock === null) throw new UserFacingError(msg('studio.serve.elsewhere', { folder }));
  let programs: UnpackedPrograms | null = null;
  try {
    programs = await findPrograms(places.programs, signal, onStep);
    await ensureCluster(programs, folder, places, onStep);
    signal.throwIfAborted();
    const server = await startServer(programs, { data: places.data, port });
    await programs.tidy(true);
    const ended = server.ended.then((output) => {
      lock.release();
      return msg('studio.serve.ended', { reason: reasonIn(output) });
    });
    return {
      address: localPostgresAddress(port),
      passwordFile: placesIn(folder).password,
      ended,
      stop: () => server.stop(),
    };
  } catch (error) {
    await programs?.tidy(false);
    lock.release();
    if (error instanceof PostgresFailure) throw new UserFacingError(toMessage(error, folder, port), { cause: error });
    throw error;
  }
}

async function findPrograms(
  folder: string,
  signal: AbortSignal,
  onStep: LocalPostgresOptions['onStep'],
): Promise<UnpackedPrograms> {
  const installed = await installedPrograms();
  if (installed !== null) return { ...installed, tidy: async () => {} };
  const wanted = packageForHere();
  const step = { host: new URL(wanted.address).host, size: { decimalBytes: wanted.bytes } };
  return await preparePrograms(folder, wanted, {
    signal,
    onDownload: () => onStep(msg('studio.serve.fetching', step)),
  });
}

/** Creates the cluster atomically if it is missing. @throws UserFacingError, PostgresFailure */
async function ensureCluster(
  programs: PostgresPrograms,
  folder: string,
  { data, half, password: file }: ReturnType<typeof placesIn>,
  onStep: LocalPostgresOptions['onStep'],
): Promise<void> {
  const found = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => null);
  if (found !== null) {
    const { major } = postgresVersion;
    if (found.trim() !== major)
      throw new UserFacingError(msg('studio.serve.otherVersion', { folder, found: found.trim(), major }));
    await access(file).catch(() => Promise.reject(new UserFacingError(msg('studio.serve.noPassword', { file }))));
    return;
  }
  onStep(msg('studio.serve.making', { folder }));
  await rm(half, { recursive: true, force: true });
  await rm(file, { force: true });
  const password = newPassword();
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  await createCluster(programs, half, password, {});
  await rename(half, data);
}

function toMessage({ message }: PostgresFailure, folder: string, port: number): Message {
  if (/could not bind/.test(message)) return msg('studio.serve.portTaken', { port: String(port) });
  if (/lock file "postmaster\.pid" already exists/.test(message)) return msg('studio.serve.elsewhere', { folder });
  return msg('studio.serve.failed', { reason: reasonIn(message) });
}

/** Returns the last line with an error, or the last line. */
function reasonIn(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return (lines.findLast((line) => /\b(?:FATAL|PANIC|error)\b/i.test(line)) ?? lines.at(-1) ?? '').trim();
}
