/** Opens the client of each profile, and caches operations and credits of its service. */

import { type MessageDescriptor, msg } from '../../contract/messages/message.ts';
import type { OperationId } from '../../contract/operations/operation-spec.ts';
import {
  builtInProfileId,
  type ConnectionReport,
  canCharge,
  type KnownCredits,
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
import { parseBaseUrl } from './requests/address.ts';
import type { ClientProfile } from './requests/json-request.ts';
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
  readonly store: { readonly profiles: { recent(id: string): Profile | null } };
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

/** Another address or key may be another account. */
interface Account {
  readonly credits: KnownCredits;
  readonly accountId: string;
}

/** Responses of services that have no balance to report, beside those without a number. */
const unreportedCodes: ReadonlySet<string> = new Set([
  'CREDITS_UNKNOWN',
  'HTTP_403',
  'HTTP_404',
  'HTTP_405',
  'HTTP_501',
]);

interface CachedClient {
  readonly settings: string;
  readonly time: number;
  readonly client: ServiceClient;
}

/** A client skips https for hosts that did not offer it, which may change. */
const clientValidMs = 10_000;

class ProfileServices implements Services {
  readonly #options: ServicesOptions;
  readonly #operations = new Map<string, KnownOperations>();
  readonly #accounts = new Map<string, Account>();
  /** Of the last successful test of each profile, whose address and key may not be saved yet. */
  readonly #tested = new Map<string, Account>();
  readonly #closing = new AbortController();
  readonly #clients = new Map<string, CachedClient>();

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
    return this.#accounts.get(profileId)?.credits ?? null;
  }

  /** A property, because callers pass it around unbound. */
  readonly refreshCredits = async (profileId: string, signal: AbortSignal): Promise<Credits> => {
    const { client } = await this.#openStored(profileId);
    const know = (credits: KnownCredits) => {
      this.#accounts.set(profileId, { credits, accountId: client.accountId });
      this.#options.onChange();
    };
    try {
      const credits = await client.credits(signal);
      know(Number.isFinite(credits.balance) ? { ...credits, at: Date.now() } : 'unlimited');
      return credits;
    } catch (error) {
      if (error instanceof ServiceFailure && unreportedCodes.has(error.code)) know('unreported');
      throw error;
    }
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
      const address = parseBaseUrl(profile.baseUrl);
      const normalized = address.ok ? { ...profile, baseUrl: address.url } : profile;
      const { client } = await raceAbort(this.#open(normalized, key), signal);
      const report = await client.test(signal);
      if (report.credits !== null && profile.kind === 'remote') {
        const balance = { total: null, at: Date.now() };
        const credits = typeof report.credits === 'number' ? { ...balance, balance: report.credits } : report.credits;
        this.#tested.set(profile.id, { credits, accountId: client.accountId });
        await this.#updateAccount(profile.id);
      }
      return report;
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
    this.#clients.delete(profileId);
    void this.#updateAccount(profileId);
  }

  close(): void {
    this.#closing.abort(new Error('Burnish is being closed.'));
  }

  /** Takes over the credits of a test once its address and key are saved, and drops those of another account. */
  async #updateAccount(profileId: string): Promise<void> {
    const known = [this.#tested.get(profileId), this.#accounts.get(profileId)].filter((each) => each !== undefined);
    if (known.length === 0) return;
    const accountId = await this.#openStored(profileId).then(
      ({ client }) => client.accountId,
      () => null,
    );
    const current = known.find((account) => account.accountId === accountId);
    if (current === undefined) this.#accounts.delete(profileId);
    else this.#accounts.set(profileId, current);
    if (current === this.#tested.get(profileId)) this.#tested.delete(profileId);
    this.#options.onChange();
  }

  async #openStored(profileId: string): Promise<OpenedService & { readonly profile: Profile }> {
    const profile = this.#options.store.profiles.recent(profileId);
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
      const { name } = profile;
      const isStored = this.#options.keys.storageOf(profile.id, originOf(profile.baseUrl) ?? '') === 'unreadable';
      throw isStored
        ? failure('UNREADABLE_KEY', msg('service.unreadableKey', { name }), 'auth', 'open-services')
        : failure(noKey, msg('service.noKey', { name }), 'auth', 'open-services');
    }
    const { baseUrl, plainResults, outputFormField } = profile;
    const client = this.#clientWith(profile.id, {
      baseUrl,
      keyHeader,
      apiKey,
      ...taskQueryOf(profile),
      outputFormField,
      pollIntervalMs: pollIntervalOf(profile),
      plainResults,
    });
    return { client, address: baseUrl };
  }

  /** Returns the profile's last client unless the settings have changed. */
  #clientWith(profileId: string, settings: Omit<ClientProfile, 'routes'>): ServiceClient {
    const text = JSON.stringify(settings);
    const last = this.#clients.get(profileId);
    const now = performance.now();
    if (last?.settings === text && now - last.time < clientValidMs) return last.client;
    const client = createClient({ ...settings, routes: this.#options.routes });
    this.#clients.set(profileId, { settings: text, time: now, client });
    return client;
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
