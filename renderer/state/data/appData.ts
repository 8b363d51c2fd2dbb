import type { Changes, Snapshot } from '../../../contract/app/app-snapshot.ts';
import { localizedName } from '../../../contract/messages/translator.ts';
import { builtInProfile, type Profile } from '../../../contract/services/profile.ts';

export interface Data extends Snapshot {
  /** Incremented when jobs change. */
  readonly jobsVersion: number;
  /** Incremented when results or decisions change. */
  readonly photographsVersion: number;
}

export const dataOf = (snapshot: Snapshot): Data => ({
  ...snapshot,
  profiles: translateProfiles(snapshot.profiles),
  jobsVersion: 0,
  photographsVersion: 0,
});

/** Translates the name of the built-in engine. */
const translateProfiles = (profiles: readonly Profile[]): readonly Profile[] =>
  profiles.map((each) => (each.kind === 'built-in' ? { ...each, name: localizedName(builtInProfile.name) } : each));

/** Applies changes. Unchanged parts keep their identity. */
export function withChanges(data: Data, changes: Changes): Data {
  const { jobs: _jobs, photographs: _photographs, jobsChanged, photographsChanged, ...rest } = changes;
  return {
    ...data,
    ...omitUndefined(rest),
    ...(rest.profiles ? { profiles: translateProfiles(rest.profiles) } : {}),
    ...(jobsChanged ? { jobsVersion: data.jobsVersion + 1 } : {}),
    ...(photographsChanged ? { photographsVersion: data.photographsVersion + 1 } : {}),
  };
}

function omitUndefined<T extends object>(parts: T): T {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as T;
}
