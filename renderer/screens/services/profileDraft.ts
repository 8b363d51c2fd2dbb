/** A service while it is edited. Pure. */

import { formatMessage } from '../../../contract/messages/format-message.ts';
import { messageOfIssue } from '../../../contract/messages/zod-issue-message.ts';
import { noCosts } from '../../../contract/services/costs.ts';
import {
  isLoopbackAddress,
  openPoints,
  type Profile,
  profilePresets,
  profileSchema,
} from '../../../contract/services/profile.ts';

/** A service in its form. The key is only ever what was typed: the stored one is not known to the window. */
export type ProfileDraft = Profile & { readonly key: string };

export function profileOf({ key: _key, ...profile }: ProfileDraft): Profile {
  return profile;
}

export function newProfile(id: string): Profile {
  return {
    id,
    kind: 'remote',
    name: '',
    baseUrl: '',
    ...openPoints,
    maxConcurrency: 3,
    charges: true,
    plainResults: true,
    costs: noCosts,
    idempotencyKeys: false,
  };
}

/** The preset's address and header; its name where the user has given none of their own. */
export function withPreset(profile: Profile, presetName: string): Profile {
  const preset = profilePresets.find((each) => each.name === presetName);
  if (!preset) return profile;
  const hasOwnName = profile.name !== '' && !profilePresets.some((each) => each.name === profile.name);
  return {
    ...profile,
    name: hasOwnName ? profile.name : preset.baseUrl === '' ? '' : preset.name,
    baseUrl: preset.baseUrl,
    keyHeader: preset.keyHeader,
  };
}

/** The preset that fits, else the custom one. */
export function presetOf(profile: Profile): string {
  const fits = profilePresets.find((preset) => preset.baseUrl !== '' && preset.baseUrl === profile.baseUrl);
  return fits?.name ?? profilePresets[0].name;
}

/** The address as it is stored: without blanks and trailing slashes. */
export function tidyAddress(text: string): string {
  return text.trim().replace(/\/+$/, '');
}

/** Messages by field. A remote service needs an address, which the built-in one has not. */
export function issuesOf(profile: Profile, needAddress: string): ReadonlyMap<string, string> {
  const issues = new Map<string, string>();
  for (const issue of profileSchema.safeParse(profile).error?.issues ?? []) {
    const path = String(issue.path[0] ?? '');
    if (!issues.has(path)) issues.set(path, formatMessage(messageOfIssue(issue)));
  }
  if (profile.baseUrl === '') issues.set('baseUrl', needAddress);
  return issues;
}

/** True for an http address of another computer: key and photographs would travel in the open. */
export function isInsecure(address: string): boolean {
  return URL.parse(address)?.protocol === 'http:' && !isLoopbackAddress(address);
}
