/** A PostgreSQL of one's own on this computer, to try a studio with: its programs found or fetched, its database made, and run. */
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

/** Where it listens when nothing else is said; PostgreSQL's usual port may be another one's. */
export const defaultPostgresPort = 5488;

export interface LocalPostgresOptions {
  /** Absolute; where its data, its programs and its password are. */
  readonly folder: string;
  readonly port?: number;
  readonly signal: AbortSignal;
  /** What takes a while, or is done only once. */
  readonly onStep: (sentence: Message) => void;
}

/** A database that takes connections. */
export interface LocalPostgres {
  readonly address: string;
  /** The file that its password is in. */
  readonly passwordFile: string;
  /** Settles when it has ended, whoever ended it, with why. */
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

/** The address of a database that is run so. */
export const localPostgresAddress = (port = defaultPostgresPort): string =>
  `postgres://${studioRole}@127.0.0.1:${port}/${studioRole}`;

/** Starts the database of `folder`, which is made where there is none. @throws UserFacingError with why it cannot */
export async function startLocalPostgres({
  folder,
  port = defaultPostgresPort,
  signal,
  onStep,
}: LocalPostgresOptions): Promise<LocalPostgres> {
  if (process.getuid?.() === 0) throw new UserFacingError(msg('studio.serve.root'));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Its programs are run, and PostgreSQL runs commands that the configuration of its database names.
  const places = placesIn(await assertOwnFolder(folder));
  const held = lockExclusive(places.lock);
  if (held === null) throw new UserFacingError(msg('studio.serve.elsewhere', { folder }));
  let programs: UnpackedPrograms | null = null;
  try {
    programs = await programsFor(places.programs, signal, onStep);
    await makeOrKnow(programs, folder, places, onStep);
    signal.throwIfAborted();
    const server = await startServer(programs, { data: places.data, port });
    await programs.tidy(true);
    const ended = server.ended.then((words) => {
      held.release();
      return msg('studio.serve.ended', { reason: reasonIn(words) });
    });
    return {
      address: localPostgresAddress(port),
      passwordFile: placesIn(folder).password,
      ended,
      stop: () => server.stop(),
    };
  } catch (fault) {
    await programs?.tidy(false);
    held.release();
    if (fault instanceof PostgresFailure) throw new UserFacingError(sentenceOf(fault, folder, port), { cause: fault });
    throw fault;
  }
}

async function programsFor(
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

/** Whole or not at all: what a kill leaves half made is made anew. @throws {UserFacingError | PostgresFailure} */
async function makeOrKnow(
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

function sentenceOf({ message }: PostgresFailure, folder: string, port: number): Message {
  if (/could not bind/.test(message)) return msg('studio.serve.portTaken', { port: String(port) });
  if (/lock file "postmaster\.pid" already exists/.test(message)) return msg('studio.serve.elsewhere', { folder });
  return msg('studio.serve.failed', { reason: reasonIn(message) });
}

/** The last line with an error in it, or the last one. */
function reasonIn(words: string): string {
  const lines = words.split('\n').filter((line) => line.trim() !== '');
  return (lines.findLast((line) => /\b(?:FATAL|PANIC|error)\b/i.test(line)) ?? lines.at(-1) ?? '').trim();
}
