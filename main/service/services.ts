/** Opens the client of each profile, and caches operations and credits of its service. */

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
import type { EngineAddress, EngineHost } from './engine/engine-host.ts';
import { ServiceFailure } from './errors/service-failure.ts';
import type { Routes } from './http/network/http-agents.ts';
import { type KeyStore, originOf } from './keys/key-store.ts';
import type { Credits } from './requests/test-connection.ts';

export interface ServiceAccess {
  readonly client: ServiceClient;
  readonly kind: Profile['kind'];
  readonly charges: boolean;
  readonly maxConcurrency: number;
}

export interface Services {
  /** @throws ServiceFailure if the profile is missing, has no key, or the engine does not start */
  clientFor(profileId: string): Promise<ServiceAccess>;
  /** Queries the operations once per address; null if unknown. */
  available(profileId: string): Promise<ReadonlySet<OperationId> | null>;
  /** From the cache. */
  knownAvailable(profileId: string): readonly string[] | null;
  credits(profileId: string): ProfileStatus['credits'];
  /**
   * Queries and caches the remaining credits.
   * @throws ServiceFailure, or the signal's reason
   */
  refreshCredits(profileId: string, signal: AbortSignal): Promise<Credits>;
  /** Queries credits and operations again; after a failure the cached ones stay. */
  refresh(profileId: string): Promise<void>;
  /**
   * Rejects with the signal's reason even if the service is silent.
   * @param key undefined = the stored one of the address's origin
   */
  test(profile: Profile, key: string | undefined, signal?: AbortSignal): Promise<ConnectionReport>;
  forget(profileId: string): void;
  /** Aborts requests made here, so that no silent service keeps the program alive. Those of clients continue. */
  close(): void;
}

export interface ServicesOptions {
  readonly store: { readonly profiles: { get(id: string): Profile | null } };
  readonly keys: KeyStore;
  readonly engine: EngineHost;
  readonly onChange: () => void;
  readonly routes?: Routes;
}

/** Local work may take long, because it costs nothing. */
const engineResponseMs = 600_000;

export const noKey = 'NO_KEY';

const failure = (
  code: string,
  sentence: MessageDescriptor,
  subject: 'auth' | 'service',
  advice: 'open-services' | 'retry',
) => new ServiceFailure({ kind: subject === 'auth' ? 'auth' : 'fatal', code, sentence, subject, advice });

export function createServices(options: ServicesOptions): Services {
  return new ProfileServices(options);
}

interface OpenedService {
  readonly client: ServiceClient;
  readonly address: string;
}

interface KnownOperations {
  readonly address: string;
  readonly available: Promise<ReadonlySet<OperationId> | null>;
  settled: readonly string[] | null;
}

/** Another address may be another account. */
type KnownBalance = NonNullable<ProfileStatus['credits']> & { readonly address: string };

class ProfileServices implements Services {
  readonly #options: ServicesOptions;
  readonly #operations = new Map<string, KnownOperations>();
  readonly #balances = new Map<string, KnownBalance>();
  readonly #closing = new AbortController();

  constructor(options: ServicesOptions) {
    this.#options = options;
  }

  async clientFor(profileId: string): Promise<ServiceAccess> {
    const { client, profile } = await this.#openStored(profileId);
    return { client, kind: profile.kind, charges: canCharge(profile), maxConcurrency: profile.maxConcurrency };
  }

  async available(profileId: string): Promise<ReadonlySet<OperationId> | null> {
    const { client, address } = await this.#openStored(profileId);
    const known = this.#operations.get(profileId);
    if (known?.address === address) return known.available;
    const entry: KnownOperations = {
      address,
      available: client.availableOperations(this.#closing.signal),
      settled: null,
    };
    this.#operations.set(profileId, entry);
    entry.available.then(
      (operations) => {
        entry.settled = operations === null ? null : [...operations];
        this.#options.onChange();
      },
      () => {
        if (this.#operations.get(profileId) === entry) this.#operations.delete(profileId);
      },
    );
    return entry.available;
  }

  knownAvailable(profileId: string): readonly string[] | null {
    return this.#operations.get(profileId)?.settled ?? null;
  }

  credits(profileId: string): ProfileStatus['credits'] {
    const known = this.#balances.get(profileId);
    if (known === undefined || known.address !== this.#options.store.profiles.get(profileId)?.baseUrl) return null;
    const { address: _, ...credits } = known;
    return credits;
  }

  /** A property, because callers pass it around unbound. */
  readonly refreshCredits = async (profileId: string, signal: AbortSignal): Promise<Credits> => {
    const { client, address } = await this.#openStored(profileId);
    const credits = await client.credits(signal);
    if (Number.isFinite(credits.balance)) {
      this.#balances.set(profileId, { ...credits, at: Date.now(), address });
      this.#options.onChange();
    }
    return credits;
  };

  async refresh(profileId: string): Promise<void> {
    this.#operations.delete(profileId);
    await this.available(profileId).catch(() => null);
    if (profileId !== builtInProfileId) {
      try {
        await this.refreshCredits(profileId, this.#closing.signal);
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        if (!(error instanceof ServiceFailure)) throw error;
      }
    }
    this.#options.onChange();
  }

  async test(profile: Profile, key: string | undefined, callerSignal?: AbortSignal): Promise<ConnectionReport> {
    const { signal: closing } = this.#closing;
    const signal = callerSignal ? AbortSignal.any([callerSignal, closing]) : closing;
    try {
      const { client } = await raceAbort(this.#open(profile, key), signal);
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
  }

  forget(profileId: string): void {
    this.#operations.delete(profileId);
  }

  close(): void {
    this.#closing.abort(new Error('Burnish is being closed.'));
  }

  async #openStored(profileId: string): Promise<OpenedService & { readonly profile: Profile }> {
    const profile = this.#options.store.profiles.get(profileId);
    if (profile === null) {
      throw failure('NO_SERVICE', msg('service.gone'), 'service', 'open-services');
    }
    return { profile, ...(await this.#open(profile)) };
  }

  /** @param enteredKey for the address in the form; undefined = the stored one */
  async #open(profile: Profile, enteredKey?: string): Promise<OpenedService> {
    const { keyHeader } = profile;
    if (profile.kind === 'built-in') {
      const { baseUrl, apiKey } = await this.#engineAddress();
      const client = createClient({
        baseUrl,
        keyHeader,
        apiKey,
        extensions: ['network', 'small_face'],
        timeouts: { response: engineResponseMs },
      });
      return { client, address: baseUrl };
    }
    const apiKey = enteredKey ?? this.#storedKey(profile);
    if (apiKey === null || apiKey === '') {
      throw failure(noKey, msg('service.noKey', { name: profile.name }), 'auth', 'open-services');
    }
    const { baseUrl, plainResults, outputFormField } = profile;
    const client = createClient({
      baseUrl,
      keyHeader,
      apiKey,
      ...taskQueryOf(profile),
      outputFormField,
      pollIntervalMs: pollIntervalOf(profile),
      plainResults,
      routes: this.#options.routes,
    });
    return { client, address: baseUrl };
  }

  async #engineAddress(): Promise<EngineAddress> {
    try {
      return await this.#options.engine.address();
    } catch {
      throw failure('ENGINE_NOT_RUNNING', msg('service.engine.failed'), 'service', 'open-services');
    }
  }

  #storedKey({ id, baseUrl }: Profile): string | null {
    const origin = originOf(baseUrl);
    return origin === null ? null : this.#options.keys.get(id, origin);
  }
}
