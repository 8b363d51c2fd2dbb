/** The access of a command to a studio: from its options, or else as this computer has joined one. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { ClientConfig } from 'pg';
import type { Settings } from '../../../contract/app/settings.ts';
import { msg } from '../../../contract/messages/message.ts';
import { messageOfIssue } from '../../../contract/messages/zod-issue-message.ts';
import { type Share, type StudioMembership, sharesSchema } from '../../../contract/studio/studio.ts';
import { retryTransient, type Store } from '../../store/index.ts';
import { connectionOptions, readAddress } from '../../studio/connection/database-address.ts';
import { passwordFrom } from '../../studio/connection/password.ts';
import type { Overview } from '../../studio/overview/overview.ts';
import type { StudioAccess } from '../../studio/station/station-types.ts';
import { queryStudio } from '../../studio/studio.ts';
import { UsageError } from '../exit-codes.ts';
import type { StudioOptions } from '../options/studio-options.ts';

/** Returns the connection to a studio's database. @throws UsageError, UserFacingError */
export function parseConnection(options: StudioOptions, { studio: joined }: Pick<Settings, 'studio'>): ClientConfig {
  const address = options.studio || joined?.address;
  if (!address) throw new UsageError(msg('studio.notJoined'));
  const passwordSource = {
    passwordEnv: options.passwordEnv,
    passwordFile: options.passwordFile ?? (options.studio ? undefined : joined?.passwordFile || undefined),
  };
  const ca = options.ca ?? (options.studio && options.studio !== joined?.address ? '' : joined?.certificates);
  return connectionOptions(readAddress(address), {
    password: passwordFrom(passwordSource, process.env),
    ...(ca ? { certificates: readCertificates(ca) } : {}),
  });
}

/** Runs queries on the studio that a command is about. @throws UsageError, UserFacingError */
export function askStudio<T>(
  { store }: { readonly store: Pick<Store, 'settings'> },
  options: StudioOptions,
  query: (overview: Overview) => Promise<T>,
): Promise<T> {
  const settings = store.settings.read();
  return queryStudio(parseConnection(options, settings), query, settings.stationId || null);
}

/** Returns null if the command uses no studio. */
export async function studioAccess(
  store: Pick<Store, 'settings'>,
  options: StudioOptions,
  { lanes, isWorker }: Pick<StudioAccess, 'lanes'> & { readonly isWorker: boolean },
): Promise<StudioAccess | null> {
  const settings = store.settings.read();
  if (options.studio === false || (options.studio === undefined && settings.studio === null)) return null;
  const id = settings.stationId || randomUUID();
  if (settings.stationId === '') await retryTransient(() => store.settings.save({ stationId: id }));
  const role = options.role ?? settings.studio?.role ?? 'both';
  return {
    connection: parseConnection(options, settings),
    shares: parseShares(options.share) ?? settings.studio?.shares ?? [],
    id,
    name: options.name ?? settings.studio?.name ?? hostname(),
    person: options.person ?? settings.studio?.person ?? '',
    works: isWorker || role !== 'desk',
    // A command has no screen.
    isDesk: false,
    lanes,
    // With other shares, the folders of recipes would not match.
    isJoined: options.studio === undefined && options.share === undefined,
  };
}

/** Returns the membership that `burnish studio join` saves. @throws UsageError, UserFacingError */
export function parseMembership(address: string, options: StudioOptions): StudioMembership {
  readAddress(address);
  return {
    address,
    certificates: options.ca === undefined ? '' : resolve(options.ca),
    passwordFile: options.passwordFile === undefined ? '' : resolve(options.passwordFile),
    name: options.name ?? hostname(),
    person: options.person ?? '',
    role: options.role ?? 'both',
    shares: [...(parseShares(options.share) ?? [])],
  };
}

function parseShares(texts: readonly string[] | undefined): readonly Share[] | null {
  if (texts === undefined || texts.length === 0) return null;
  const shares = texts.map((text) => {
    const [, name, folder] = /^([^=]+)=(.+)$/su.exec(text) ?? [];
    if (name === undefined || folder === undefined) throw new UsageError(msg('studio.share.notGiven', { word: text }));
    return { name, folder: resolve(folder) };
  });
  const { data, error } = sharesSchema.safeParse(shares);
  if (data) return data;
  throw new UsageError(messageOfIssue(error.issues[0]!));
}

function readCertificates(path: string): string {
  try {
    return readFileSync(resolve(path), 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new UsageError(msg('studio.ca.unreadable', { path, code }));
  }
}
