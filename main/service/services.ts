/** From a profile to a client: addresses, keys and what each service offers, kept until the profile changes. */

import { type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import type { OperationId } from '../../contract/operations/operation-spec.ts';
import {
  builtInProfileId,
  type ConnectionReport,
  canCharge,
  type Profile,
  type ProfileStatus,
  pollIntervalOf,
} from '../../contract/services/profile.ts';
import { taskQueryOf } from '../../contract/services/task-query-form.ts';
import { raceAbort } from './abortable.ts';
import { createClient, type ServiceClient } from './client.ts';
import type { EngineHost } from './engine/engine-host.ts';
import type { Routes } from './http/network/http-agents.ts';
import { type KeyStore, originOf } from './key-store.ts';
import { ServiceFailure } from './service-failure.ts';
import type { Credits } from './test-connection.ts';

export interface ServiceAccess {
  readonly client: ServiceClient;
  readonly kind: Profile['kind'];
  /** Whether an upload may cost something, so that one of which nobody knows is the user's to decide. */
  readonly charges: boolean;
  readonly maxConcurrency: number;
}

export interface Services {
  /** @throws ServiceFailure when the profile is gone, has no key, or the engine does not start. */
  clientFor(profileId: string): Promise<ServiceAccess>;
  /** The operations a profile's service offers; null = not known. Asked once per address. */
  available(profileId: string): Promise<ReadonlySet<OperationId> | null>;
  /** What is known of that already, without asking. */
  knownAvailable(profileId: string): readonly string[] | null;
  credits(profileId: string): ProfileStatus['credits'];
  /** Asks for the credits left, which `credits` tells from then on. @throws ServiceFailure, and the signal's reason */
  askCredits(profileId: string, signal: AbortSignal): Promise<Credits>;
  /** Asks credits and operations anew; failures leave what was known. */
  refresh(profileId: string): Promise<void>;
  /**
   * @param key entered for the address of `profile`; undefined = the stored one, if it was entered for that origin.
   * Rejects with the signal's reason once it has fired, however silent the service.
   */
  test(profile: Profile, key: string | undefined, signal?: AbortSignal): Promise<ConnectionReport>;
  /** Forgets what was known of a profile that changed or lost its key. */
  forget(profileId: string): void;
  /** Breaks off every question of its own, so that no silent service keeps the program alive. What clients ask is theirs to end. */
  close(): void;
}

export interface ServicesOptions {
  readonly store: { readonly profiles: { get(id: string): Profile | null } };
  readonly keys: KeyStore;
  readonly engine: EngineHost;
  readonly onChange: () => void;
  /** How services are reached; default: as the environment says. */
  readonly routes?: Routes;
}

/** A large photograph on a busy laptop takes its time, and costs nothing but that (ms). */
const engineResponseMs = 600_000;

/** The code of a profile that has no key here. */
export const noKey = 'NO_KEY';

const failure = (
  code: string,
  sentence: MessageDescriptor,
  subject: 'auth' | 'service',
  advice: 'open-services' | 'retry',
) => new ServiceFailure({ kind: subject === 'auth' ? 'auth' : 'fatal', code, sentence, subject, advice });

export function createServices({ store, keys, engine, onChange, routes }: ServicesOptions): Services {
  interface Known {
    readonly address: string;
    readonly available: Promise<ReadonlySet<OperationId> | null>;
    settled: readonly string[] | null;
  }
  const known = new Map<string, Known>();
  /** With the address that was asked: another one may be another account. */
  const balances = new Map<string, NonNullable<ProfileStatus['credits']> & { readonly address: string }>();
  const closing = new AbortController();

  const engineAddress = async () => {
    try {
      return await engine.address();
    } catch {
      throw failure('ENGINE_NOT_RUNNING', msg('service.engine.failed'), 'service', 'open-services');
    }
  };

  /** The key that was entered for the very place the profile's address is at. */
  const keyOf = ({ id, baseUrl }: Profile): string | null => {
    const origin = originOf(baseUrl);
    return origin === null ? null : keys.get(id, origin);
  };

  /** @param entered the key from the form, for the address in the form; undefined = the stored one */
  const open = async (profile: Profile, entered?: string): Promise<{ client: ServiceClient; address: string }> => {
    const { keyHeader } = profile;
    if (profile.kind === 'built-in') {
      const { baseUrl, apiKey } = await engineAddress();
      return {
        client: createClient({
          baseUrl,
          keyHeader,
          apiKey,
          extensions: ['network', 'small_face'],
          timeouts: { response: engineResponseMs },
        }),
        address: baseUrl,
      };
    }
    const key = entered ?? keyOf(profile);
    if (key === null || key === '') {
      throw failure(noKey, msg('service.noKey', { name: profile.name }), 'auth', 'open-services');
    }
    const { baseUrl, plainResults, outputFormField } = profile;
    return {
      client: createClient({
        baseUrl,
        keyHeader,
        apiKey: key,
        ...taskQueryOf(profile),
        outputFormField,
        pollIntervalMs: pollIntervalOf(profile),
        plainResults,
        routes,
      }),
      address: baseUrl,
    };
  };

  const accessTo = async (profileId: string) => {
    const profile = store.profiles.get(profileId);
    if (profile === null) {
      throw failure('NO_SERVICE', msg('service.gone'), 'service', 'open-services');
    }
    return { profile, ...(await open(profile)) };
  };

  const available = async (profileId: string) => {
    const { client, address } = await accessTo(profileId);
    const before = known.get(profileId);
    if (before?.address === address) return before.available;
    const entry: Known = { address, available: client.availableOperations(closing.signal), settled: null };
    known.set(profileId, entry);
    entry.available.then(
      (operations) => {
        entry.settled = operations === null ? null : [...operations];
        onChange();
      },
      () => {
        // Not an answer: ask again next time.
        if (known.get(profileId) === entry) known.delete(profileId);
      },
    );
    return entry.available;
  };

  const askCredits = async (profileId: string, signal: AbortSignal): Promise<Credits> => {
    const { client, address } = await accessTo(profileId);
    const credits = await client.credits(signal);
    if (Number.isFinite(credits.balance)) {
      balances.set(profileId, { ...credits, at: Date.now(), address });
      onChange();
    }
    return credits;
  };

  return {
    clientFor: async (profileId) => {
      const { client, profile } = await accessTo(profileId);
      return { client, kind: profile.kind, charges: canCharge(profile), maxConcurrency: profile.maxConcurrency };
    },
    available,
    knownAvailable: (profileId) => known.get(profileId)?.settled ?? null,
    credits: (profileId) => {
      const known = balances.get(profileId);
      if (known === undefined || known.address !== store.profiles.get(profileId)?.baseUrl) return null;
      const { address: _, ...credits } = known;
      return credits;
    },
    askCredits,
    refresh: async (profileId) => {
      known.delete(profileId);
      await available(profileId).catch(() => null);
      if (profileId === builtInProfileId) return onChange();
      try {
        await askCredits(profileId, closing.signal);
      } catch (error) {
        if (closing.signal.aborted) return;
        if (!(error instanceof ServiceFailure)) throw error;
      }
      onChange();
    },
    test: async (profile, key, given) => {
      const signal = given ? AbortSignal.any([given, closing.signal]) : closing.signal;
      try {
        // An engine takes its time to start.
        const { client } = await raceAbort(open(profile, key), signal);
        return await client.test(signal);
      } catch (error) {
        if (!(error instanceof ServiceFailure)) throw error;
        return {
          ok: false,
          reachable: false,
          keyAccepted: null,
          credits: null,
          roundTripMs: null,
          findings: [error.sentence],
          otherTaskQuery: null,
        };
      }
    },
    forget: (profileId) => {
      known.delete(profileId);
    },
    close: () => closing.abort(new Error('Burnish is being closed.')),
  };
}
