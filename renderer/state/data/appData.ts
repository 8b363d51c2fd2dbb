import type { Changes, Snapshot } from '../../../contract/app/app-snapshot.ts';
import { localizedName } from '../../../contract/messages/translator.ts';
import { builtInProfile, type Profile } from '../../../contract/services/profile.ts';

export interface Data extends Snapshot {
  /** Grows when some job changed, came or went. */
  readonly jobsVersion: number;
  /** Grows when results came or went, or decisions changed. */
  readonly photographsVersion: number;
}

export const dataOf = (snapshot: Snapshot): Data => ({
  ...snapshot,
  profiles: namedProfiles(snapshot.profiles),
  jobsVersion: 0,
  photographsVersion: 0,
});

/** The built-in engine is called as the reader's language has it. */
export const namedProfiles = (profiles: readonly Profile[]): readonly Profile[] =>
  profiles.map((each) => (each.kind === 'built-in' ? { ...each, name: localizedName(builtInProfile.name) } : each));

/** `data` with `changes`; parts that did not change keep their identity. Rows are for the lists (`pagedList.ts`). */
export function withChanges(data: Data, changes: Changes): Data {
  const { jobs: _jobs, photographs: _photographs, jobsChanged, photographsChanged, ...rest } = changes;
  return {
    ...data,
    ...defined(rest),
    ...(rest.profiles ? { profiles: namedProfiles(rest.profiles) } : {}),
    ...(jobsChanged ? { jobsVersion: data.jobsVersion + 1 } : {}),
    ...(photographsChanged ? { photographsVersion: data.photographsVersion + 1 } : {}),
  };
}

/** Without the keys whose value is undefined: they would wipe what is there. */
function defined<T extends object>(parts: T): T {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as T;
}
