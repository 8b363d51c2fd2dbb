/** How a command takes part in a studio: as its words say, or else as this computer joined one. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { ClientConfig } from 'pg';
import type { Settings } from '../../contract/app/settings.ts';
import { msg } from '../../contract/messages/message.ts';
import { messageOfIssue } from '../../contract/messages/zod-issue-message.ts';
import { type Share, type StudioMembership, sharesSchema } from '../../contract/studio/studio.ts';
import { retryTransient, type Store } from '../store/index.ts';
import { connectionOptions, readAddress } from '../studio/connection/database-address.ts';
import { passwordFrom } from '../studio/connection/password.ts';
import type { StudioAccess } from '../studio/station/station-types.ts';
import { UsageError } from './parse-recipe.ts';
import type { StudioOptions } from './studio-options.ts';

type Joined = Pick<Settings, 'studio' | 'stationId'>;

/** The address and who may vouch for it. @throws UsageError, UserFacingError */
export function parseConnection(words: StudioOptions, { studio: joined }: Pick<Joined, 'studio'>): ClientConfig {
  const address = words.studio || joined?.address;
  if (!address) throw new UsageError(msg('studio.notJoined'));
  const place = {
    passwordEnv: words.passwordEnv,
    passwordFile: words.passwordFile ?? (words.studio ? undefined : joined?.passwordFile || undefined),
  };
  const ca = words.ca ?? (words.studio && words.studio !== joined?.address ? '' : joined?.certificates);
  return connectionOptions(readAddress(address), {
    password: passwordFrom(place, process.env),
    ...(ca ? { certificates: pemIn(ca) } : {}),
  });
}

/** Null where the command takes part in none. */
export async function studioAccess(
  store: Pick<Store, 'settings'>,
  words: StudioOptions,
  { lanes, isWorker }: Pick<StudioAccess, 'lanes'> & { readonly isWorker: boolean },
): Promise<StudioAccess | null> {
  const settings = store.settings.read();
  if (words.studio === false || (words.studio === undefined && settings.studio === null)) return null;
  const id = settings.stationId || randomUUID();
  if (settings.stationId === '') await retryTransient(() => store.settings.save({ stationId: id }));
  const role = words.role ?? settings.studio?.role ?? 'both';
  return {
    connection: parseConnection(words, settings),
    shares: sharesIn(words.share) ?? settings.studio?.shares ?? [],
    id,
    name: words.name ?? settings.studio?.name ?? hostname(),
    person: words.person ?? settings.studio?.person ?? '',
    works: isWorker || role !== 'desk',
    // A command has no screen.
    isDesk: false,
    lanes,
    // Other shares could not hold the same recipes.
    isJoined: words.studio === undefined && words.share === undefined,
  };
}

/** What `burnish studio join` keeps. @throws UsageError, UserFacingError */
export function parseMembership(address: string, words: StudioOptions): StudioMembership {
  readAddress(address);
  return {
    address,
    certificates: words.ca === undefined ? '' : resolve(words.ca),
    passwordFile: words.passwordFile === undefined ? '' : resolve(words.passwordFile),
    name: words.name ?? hostname(),
    person: words.person ?? '',
    role: words.role ?? 'both',
    shares: [...(sharesIn(words.share) ?? [])],
  };
}

function sharesIn(words: readonly string[] | undefined): readonly Share[] | null {
  if (words === undefined || words.length === 0) return null;
  const given = words.map((word) => {
    const [, name, folder] = /^([^=]+)=(.+)$/su.exec(word) ?? [];
    if (name === undefined || folder === undefined) throw new UsageError(msg('studio.share.notGiven', { word }));
    return { name, folder: resolve(folder) };
  });
  const { data, error } = sharesSchema.safeParse(given);
  if (data) return data;
  throw new UsageError(messageOfIssue(error.issues[0]!));
}

function pemIn(path: string): string {
  try {
    return readFileSync(resolve(path), 'utf8');
  } catch (fault) {
    const { code = 'unknown' } = fault as NodeJS.ErrnoException;
    throw new UsageError(msg('studio.ca.unreadable', { path, code }));
  }
}
