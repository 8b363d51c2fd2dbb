/** An image service. Its key never leaves the key store. */
import { z } from 'zod';
import { type Message, messageKey } from '../messages/message.ts';
import { costsSchema, noCosts } from './costs.ts';
import { minPollIntervalMs } from './task-limits.ts';
import { defaultTaskQuery, isOperationPath, type TaskQuery, taskQueryFields } from './task-query-form.ts';

export const builtInProfileId = 'built-in';
export const defaultKeyHeader = 'service-api-key';

/** Points that the interface leaves open. */
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
  /** No trailing slash; empty for the engine, whose address changes. */
  baseUrl: z.union([
    z.literal(''),
    z
      .url({ protocol: /^https?$/, error: messageKey('contract.profile.address') })
      .max(2000, messageKey('contract.profile.addressLength')),
  ]),
  keyHeader: z.string().max(100).regex(headerName, messageKey('contract.profile.header')).default(defaultKeyHeader),
  ...taskQueryFields,
  /** Field for the form of a cutout, if the interface does not name it. */
  outputFormField: z
    .string()
    .max(60)
    .regex(fieldName, messageKey('contract.profile.field'))
    .default(openPoints.outputFormField),
  pollSeconds: z
    .int()
    .min(1, messageKey('contract.profile.poll'))
    .max(60, messageKey('contract.profile.poll'))
    .default(openPoints.pollSeconds),
  maxConcurrency: z.int().min(1).max(16).default(3),
  /** Requests that may have been charged are never repeated without the user's decision. */
  charges: z.boolean().default(true),
  /** Results at http:// URLs of an https service are downloaded without TLS if https:// fails. */
  plainResults: z.boolean().default(true),
  costs: costsSchema.default(noCosts),
  /**
   * Sends an `Idempotency-Key`, so that requests can be repeated after a lost response. Only for services that
   * guarantee this.
   */
  idempotencyKeys: z.boolean().default(false),
});
export type Profile = z.infer<typeof profileFields>;

/** Whether an address names this computer. DNS names do not count. */
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

/** Returns the shortest interval in seconds: 1 for a service on this computer, which has no other users. */
export function minPollSecondsOf({ kind, baseUrl }: Pick<Profile, 'kind' | 'baseUrl'>): number {
  return kind === 'built-in' || isLoopbackAddress(baseUrl) ? 1 : minPollIntervalMs / 1000;
}

/** As the user enters it. */
export const profileSchema = profileFields.superRefine((profile, context) => {
  const reject = (field: keyof Profile, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (profile.pollSeconds < minPollSecondsOf(profile)) reject('pollSeconds', messageKey('contract.profile.pollRemote'));
  if (profile.taskQueryMethod === 'POST' && isOperationPath(profile.taskQueryPath))
    reject('taskQueryPath', messageKey('contract.profile.queryOperation'));
});

/** As stored: earlier versions allowed shorter intervals. */
export const storedProfileSchema = profileFields.transform(
  (profile): Profile => ({ ...profile, pollSeconds: Math.max(profile.pollSeconds, minPollSecondsOf(profile)) }),
);

/** Whether repeating a request may cost twice. */
export function canCharge(profile: Pick<Profile, 'kind' | 'charges'>): boolean {
  return profile.kind === 'remote' && profile.charges;
}

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

/** Services known to have the interface. */
export const profilePresets = [
  { name: 'Custom service', baseUrl: '', keyHeader: defaultKeyHeader },
  { name: 'AILabTools', baseUrl: 'https://www.ailabapi.com', keyHeader: 'ailabapi-api-key' },
] as const;

/** `session`: until the app closes; `file`: plain, if the user agreed; `unreadable`: decryption failed. */
export type KeyStorage = 'none' | 'key-store' | 'session' | 'file' | 'unreadable';

/** `total`: ever bought, if known. */
export type KnownCredits =
  | { readonly balance: number; readonly total: number | null; readonly at: number }
  | 'unlimited'
  | 'unreported';

export const balanceOf = (credits: KnownCredits | null): number | null =>
  typeof credits === 'object' ? (credits?.balance ?? null) : null;

export interface ProfileStatus {
  readonly id: string;
  readonly key: KeyStorage;
  readonly condition: 'ready' | 'starting' | 'no-key' | 'stopped' | 'slowed' | 'failed';
  readonly message: Message | null;
  readonly credits: KnownCredits | null;
  /** Null = unknown, treated as all. */
  readonly available: readonly string[] | null;
  readonly running: number;
}

export interface ConnectionReport {
  readonly ok: boolean;
  readonly reachable: boolean;
  readonly keyAccepted: boolean | null;
  /** Null if the service was not reached, or rejected the key. */
  readonly credits: number | 'unlimited' | 'unreported' | null;
  readonly roundTripMs: number | null;
  readonly findings: readonly Message[];
  /** Form that worked, if it differs from the profile's. */
  readonly otherTaskQuery: TaskQuery | null;
}
