/** The draft of a service in its form. Pure. */
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

/** `key` is the typed key, because the window never knows the stored one. */
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

/** Applies a preset's address and key header, and its name unless the user has entered another one. */
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

/** Returns the name of the preset with the same address, or of the custom one. */
export function presetOf(profile: Profile): string {
  const fits = profilePresets.find((preset) => preset.baseUrl !== '' && preset.baseUrl === profile.baseUrl);
  return fits?.name ?? profilePresets[0].name;
}

/** Removes surrounding blanks and trailing slashes. */
export function tidyAddress(text: string): string {
  return text.trim().replace(/\/+$/, '');
}

/** Returns messages by field. A remote service needs an address, unlike the built-in one. */
export function issuesOf(profile: Profile, needAddress: string): ReadonlyMap<string, string> {
  const issues = new Map<string, string>();
  for (const issue of profileSchema.safeParse(profile).error?.issues ?? []) {
    const path = String(issue.path[0] ?? '');
    if (!issues.has(path)) issues.set(path, formatMessage(messageOfIssue(issue)));
  }
  if (profile.baseUrl === '') issues.set('baseUrl', needAddress);
  return issues;
}

/** Whether key and photographs would be sent unencrypted to another computer. */
export function isInsecure(address: string): boolean {
  return URL.parse(address)?.protocol === 'http:' && !isLoopbackAddress(address);
}
