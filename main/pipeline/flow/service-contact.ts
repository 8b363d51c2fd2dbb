/** The availability of a profile's service, with retries. */
import { msg } from '../../../contract/messages/message.ts';
import type { Clock } from '../../clock.ts';
import { ServiceFailure } from '../../service/errors/service-failure.ts';
import type { ServiceAccess, Services } from '../../service/services.ts';
import { outcomeOf, StageEnd } from '../stage-outcome.ts';
import { backoffMs } from './outcomes/backoff.ts';

const unexpectedFailure = new ServiceFailure({
  kind: 'fatal',
  code: 'SERVICE_NOT_TO_BE_HAD',
  sentence: msg('pipeline.noService'),
  subject: 'service',
  advice: 'open-services',
});

interface ServiceContactOptions {
  readonly profileId: string;
  readonly services: Pick<Services, 'clientFor'>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onConnected: (access: ServiceAccess) => void;
  /** Called if the service needs a key or credits. */
  readonly onRefused: (failure: ServiceFailure) => void;
  readonly onChange: () => void;
}

interface Failing {
  readonly failure: ServiceFailure;
  /** In a row. */
  readonly attempts: number;
  readonly cancelRetry: () => void;
}

/**
 * ```
 *             tryConnect              a client is there
 *   unknown ───────► connecting ─────────────────────────► connected
 *      ▲                 ▲  │  no key, no credits
 *      │                 │  ├────────────────────────────► refused
 *      │           retry │  │  any other failure             │
 *      │                 │  ╰────────────────► failing       │ reset
 *      │                 ╰───────────────────────┤           │
 *      ╰────────────────────── reset ────────────┴───────────╯
 * ```
 *
 * `connect` leads to the same three ends from any state.
 */
type ContactState =
  | { readonly kind: 'unknown' | 'connected' }
  | { readonly kind: 'connecting'; readonly before: Failing | null }
  | { readonly kind: 'refused'; readonly failure: ServiceFailure }
  | ({ readonly kind: 'failing' } & Failing);

export class ServiceContact {
  readonly #options: ServiceContactOptions;
  readonly #closing = new AbortController();
  #state: ContactState = { kind: 'unknown' };

  constructor(options: ServiceContactOptions) {
    this.#options = options;
  }

  get kind(): ContactState['kind'] {
    return this.#state.kind;
  }

  get refusal(): ServiceFailure | null {
    return this.#state.kind === 'refused' ? this.#state.failure : null;
  }

  /** The recurring failure, also during a retry. */
  get failing(): Failing | null {
    if (this.#state.kind === 'failing') return this.#state;
    return this.#state.kind === 'connecting' ? this.#state.before : null;
  }

  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** @throws StageEnd if the service is unavailable. Schedules a retry unless the user has to act. */
  async connect(): Promise<ServiceAccess> {
    const { profileId, services, onConnected } = this.#options;
    try {
      const access = await services.clientFor(profileId);
      onConnected(access);
      this.failing?.cancelRetry();
      this.#state = { kind: 'connected' };
      return access;
    } catch (error) {
      throw this.#fail(error instanceof ServiceFailure ? error : unexpectedFailure);
    }
  }

  #fail(failure: ServiceFailure): StageEnd {
    const { clock, random, onRefused, onChange } = this.#options;
    const before = this.failing;
    before?.cancelRetry();
    if (failure.kind === 'auth' || failure.kind === 'credits') {
      this.#state = { kind: 'refused', failure };
      onRefused(failure);
      return new StageEnd(outcomeOf(failure));
    }
    const attempts = (before?.attempts ?? 0) + 1;
    const cancelRetry = this.#closing.signal.aborted
      ? () => undefined
      : clock.after(backoffMs(attempts, random()), () => this.tryConnect());
    this.#state = { kind: 'failing', failure, attempts, cancelRetry };
    onChange();
    return new StageEnd({ kind: 'back' });
  }

  /** Connects in the background. */
  tryConnect(): void {
    if (this.#state.kind === 'connecting') return;
    this.#state = { kind: 'connecting', before: this.failing };
    const { onChange } = this.#options;
    this.connect().then(onChange, () => onChange());
  }

  reset(): void {
    this.failing?.cancelRetry();
    this.#state = { kind: 'unknown' };
  }

  close(): void {
    this.#closing.abort();
    this.failing?.cancelRetry();
  }
}
