/** Profiles of the services that a command line names. */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { msg } from '../../../contract/messages/message.ts';
import { localizedName } from '../../../contract/messages/translator.ts';
import { messageOfIssue } from '../../../contract/messages/zod-issue-message.ts';
import {
  builtInProfile,
  builtInProfileId,
  defaultKeyHeader,
  type Profile,
  profilePresets,
  profileSchema,
} from '../../../contract/services/profile.ts';
import { isSameService, parseBaseUrl } from '../../service/requests/address.ts';
import type { Store } from '../../store/index.ts';
import { UsageError } from '../exit-codes.ts';
import { optionOfField } from '../options/service-options.ts';

/**
 * Returns the id of the profile with a name or address, in any spelling of the address. A new address is saved as a
 * profile, so that later commands and the window can resume its jobs.
 * @param fields values of the command's other options
 * @throws UsageError for an unknown name, and for an address with a password, which is never stored
 */
export function resolveService(store: Store, service: string, fields: Partial<Profile>): string {
  const profile = findService(store.profiles.list(), service);
  if (profile) {
    const changed = checkProfile({ ...profile, ...fields }, service);
    if (!isDeepStrictEqual(changed, profile)) store.profiles.save(changed);
    return profile.id;
  }
  const builtInNames = [builtInProfileId, localizedName(builtInProfile.name)].map((name) => name.toLowerCase());
  if (builtInNames.includes(service.trim().toLowerCase())) return builtInProfileId;
  const created = createProfile(service, fields);
  store.profiles.save(created);
  return created.id;
}

function createProfile(service: string, fields: Partial<Profile>): Profile {
  const address = parseBaseUrl(service);
  if (!address.ok)
    throw new UsageError(
      /^\s*https?:/i.test(service)
        ? msg('cli.usage.notAnAddress', { problem: address.problem })
        : msg('cli.usage.unknownService', { service }),
    );
  const { url } = address;
  const preset = profilePresets.find(({ baseUrl }) => isSameService(baseUrl, url));
  const values = {
    id: `service-${createHash('sha256').update(url).digest('hex').slice(0, 12)}`,
    kind: 'remote',
    name: preset?.name ?? new URL(url).host,
    baseUrl: url,
    keyHeader: preset?.keyHeader ?? defaultKeyHeader,
    ...fields,
  };
  return checkProfile(values, service);
}

/** @throws UsageError that names the invalid option, or the service if the address is invalid */
function checkProfile(profile: unknown, service: string): Profile {
  const { data, error } = profileSchema.safeParse(profile);
  if (data) return data;
  const [issue] = error.issues;
  const option = issue && (optionOfField as Readonly<Record<string, string>>)[String(issue.path[0])];
  throw new UsageError(
    option === undefined
      ? msg('cli.usage.unknownService', { service })
      : msg('cli.usage.badOption', { option, problem: messageOfIssue(issue!) }),
  );
}

/** Finds a profile by its id, its name or any spelling of its address. */
export function findService(profiles: readonly Profile[], service: string): Profile | undefined {
  const named = profiles.find(({ id, name }) => id === service || name.toLowerCase() === service.toLowerCase());
  const address = parseBaseUrl(service);
  if (named || !address.ok) return named;
  const { url } = address;
  return profiles.find(({ baseUrl }) => baseUrl === url) ?? profiles.find(({ baseUrl }) => isSameService(baseUrl, url));
}

/** @throws UsageError if no profile matches */
export function requireService({ profiles }: Pick<Store, 'profiles'>, service: string): Profile {
  const profile = findService(profiles.list(), service);
  if (profile === undefined) throw new UsageError(msg('cli.usage.noService', { service }));
  return profile;
}

/** Returns the names of services by the id of their profile. */
export function serviceNames({ profiles }: Pick<Store, 'profiles'>): ReadonlyMap<string, string> {
  return new Map(profiles.list().map(({ id, name }) => [id, name]));
}
