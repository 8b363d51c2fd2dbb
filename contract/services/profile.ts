/** A profile: a service to talk to. The key itself never leaves the key store. */
import { z } from 'zod';
import { type Message, messageKey } from '../messages/message.ts';
import { costsSchema, noCosts } from './costs.ts';
import { minPollIntervalMs } from './task-limits.ts';
import { defaultTaskQuery, isOperationPath, type TaskQuery, taskQueryFields } from './task-query-form.ts';

export const builtInProfileId = 'built-in';
export const defaultKeyHeader = 'service-api-key';

/** What the interface leaves open, as most services have it. */
export const openPoints = {
  keyHeader: defaultKeyHeader,
  ...defaultTaskQuery,
  outputFormField: 'return_form',
  pollSeconds: minPollIntervalMs / 1000,
} as const;

const headerName = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const fieldName = /^[A-Za-z_]\w*$/;

const profileFields = z.strictObject({
  id: z.string().min(1).max(64),
  kind: z.enum(['built-in', 'remote']),
  name: z.string().trim().min(1, messageKey('contract.profile.name')).max(80),
  /** Without a trailing slash; empty for the built-in engine, whose address changes with each start. */
  baseUrl: z.union([
    z.literal(''),
    z
      .url({ protocol: /^https?$/, error: messageKey('contract.profile.address') })
      .max(2000, messageKey('contract.profile.addressLength')),
  ]),
  keyHeader: z.string().max(100).regex(headerName, messageKey('contract.profile.header')).default(defaultKeyHeader),
  ...taskQueryFields,
  /** What the service calls the field that says in which form a cutout comes, where the interface has no name for it. */
  outputFormField: z
    .string()
    .max(60)
    .regex(fieldName, messageKey('contract.profile.field'))
    .default(openPoints.outputFormField),
  /** Seconds between two questions about one task. */
  pollSeconds: z
    .int()
    .min(1, messageKey('contract.profile.poll'))
    .max(60, messageKey('contract.profile.poll'))
    .default(openPoints.pollSeconds),
  /** Requests at a time at most. */
  maxConcurrency: z.int().min(1).max(16).default(3),
  /** Whether it charges for its work. Only what may have been charged is never sent again without the user's decision. */
  charges: z.boolean().default(true),
  /** Of a service with https: results it names with http:// are fetched so where https:// does not lead to them. */
  plainResults: z.boolean().default(true),
  /** What its requests cost, and how much may be spent. */
  costs: costsSchema.default(noCosts),
  /**
   * Each request carries a key of its own (`Idempotency-Key`), by which the service knows one that is sent again: then a lost
   * answer is asked for under the same key. Only for services that promise that.
   */
  idempotencyKeys: z.boolean().default(false),
});
export type Profile = z.infer<typeof profileFields>;

/** Whether an address names this computer as written. A host name that only DNS resolves to it does not count. */
export function isLoopbackAddress(address: string): boolean {
  const host = URL.parse(address)?.hostname.replace(/\.$/, '') ?? '';
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '[::1]' ||
    host === '[::ffff:7f00:1]' ||
    /^127\.\d+\.\d+\.\d+$/.test(host)
  );
}

/** Shortest interval in seconds: the interface's, except for a service on this computer, which has no others to consider. */
export function minPollSecondsOf({ kind, baseUrl }: Pick<Profile, 'kind' | 'baseUrl'>): number {
  return kind === 'built-in' || isLoopbackAddress(baseUrl) ? 1 : minPollIntervalMs / 1000;
}

/** A profile as a user enters it. */
export const profileSchema = profileFields.superRefine((profile, context) => {
  const refuse = (field: keyof Profile, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (profile.pollSeconds < minPollSecondsOf(profile)) refuse('pollSeconds', messageKey('contract.profile.pollRemote'));
  if (profile.taskQueryMethod === 'POST' && isOperationPath(profile.taskQueryPath))
    refuse('taskQueryPath', messageKey('contract.profile.queryOperation'));
});

/** A profile as it is stored. Earlier versions allowed intervals that are shorter than the interface's. */
export const storedProfileSchema = profileFields.transform(
  (profile): Profile => ({ ...profile, pollSeconds: Math.max(profile.pollSeconds, minPollSecondsOf(profile)) }),
);

/** True where sending a photograph twice may cost twice; the built-in engine is always free. */
export function canCharge(profile: Pick<Profile, 'kind' | 'charges'>): boolean {
  return profile.kind === 'remote' && profile.charges;
}

/** Time in ms between two questions about one task. */
export function pollIntervalOf(profile: Pick<Profile, 'pollSeconds'> | null): number {
  return (profile?.pollSeconds ?? openPoints.pollSeconds) * 1000;
}

export const builtInProfile: Profile = {
  id: builtInProfileId,
  kind: 'built-in',
  name: 'Built-in engine',
  baseUrl: '',
  ...openPoints,
  maxConcurrency: 2,
  charges: false,
  plainResults: true,
  costs: noCosts,
  idempotencyKeys: false,
};

/** Ready-made settings for services the interface is known from. */
export const profilePresets = [
  { name: 'Custom service', baseUrl: '', keyHeader: defaultKeyHeader },
  { name: 'AILabTools', baseUrl: 'https://www.ailabapi.com', keyHeader: 'ailabapi-api-key' },
] as const;

/** Where a profile's key is kept. `session`: only until the app is closed. `file`: plain, since the user agreed. */
export type KeyStorage = 'none' | 'key-store' | 'session' | 'file';

export interface ProfileStatus {
  readonly id: string;
  readonly key: KeyStorage;
  readonly condition: 'ready' | 'starting' | 'no-key' | 'stopped' | 'slowed' | 'failed';
  /** A sentence: "The service asked us to slow down; next try in 20 s." */
  readonly message: Message | null;
  /** What is left, and of how many ever bought where the service says so. */
  readonly credits: { readonly balance: number; readonly total: number | null; readonly at: number } | null;
  /** Operations this service offers; null = not known, taken as all. */
  readonly available: readonly string[] | null;
  readonly running: number;
}

export interface ConnectionReport {
  readonly ok: boolean;
  readonly reachable: boolean;
  readonly keyAccepted: boolean | null;
  readonly credits: number | null;
  readonly roundTripMs: number | null;
  /** What was found, one sentence each. */
  readonly findings: readonly Message[];
  /** The form of task query that the service understood, if it isn't the profile's. Null: the profile's, or none. */
  readonly otherTaskQuery: TaskQuery | null;
}
