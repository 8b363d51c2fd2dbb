/** A profile's lane: whether its service can be had, how fast it is asked, and what the screen says of that. */

import { msg } from '../../../contract/messages/message.ts';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import type { ProfileStatus } from '../../../contract/services/profile.ts';
import type { Clock } from '../../clock.ts';
import { requestKinds } from '../../service/errors/pause-reasons.ts';
import { ServiceFailure } from '../../service/errors/service-failure.ts';
import { noKey, type ServiceAccess, type Services } from '../../service/services.ts';
import { limiterMessage, messageAt } from '../../service/throttle/limiter-message.ts';
import { createRequestLimiter, type RequestKind, type RequestSlot } from '../../service/throttle/request-limiter.ts';
import type { BlockingCondition } from '../../store/index.ts';
import { outcomeOf, StageEnd } from '../stage-outcome.ts';
import { backoffMs } from './backoff.ts';

/** After so many failures in a row to get at a service, nobody should wait for it. */
const givenUpAfter = 3;

const unforeseen = new ServiceFailure({
  kind: 'fatal',
  code: 'SERVICE_NOT_TO_BE_HAD',
  sentence: msg('pipeline.noService'),
  subject: 'service',
  advice: 'open-services',
});

export interface Lane {
  /** Uploads that may run at a time now. */
  readonly limit: number;
  /** How many more uploads may begin now. */
  readonly room: number;
  /** True when uploads can be begun now; otherwise looks for the service, and `onChange` tells when they can. */
  open(): boolean;
  /**
   * True while no stop, no pause and no request that tries the service out holds requests of this kind back; `onChange` tells
   * of changes. It says nothing of seats: how many uploads may begin is `room`.
   */
  canStart(kind: RequestKind): boolean;
  /**
   * Leave to ask for a task, or to fetch the results of one job; null when `canStart` says no (try again at `onChange`, or a
   * little later). After a pause the first one out tries the service, and the others get null until its seat is left.
   */
  tryAcquireSlot(kind: 'query' | 'download'): RequestSlot | null;
  /** True while no request of this kind can be expected without the user. */
  isBlocked(kind: RequestKind): boolean;
  /** True while the service, asked for last, could not be used (no key, or it does not start); `onChange` tells when it can. */
  readonly isOutOfReach: boolean;
  /** @throws StageEnd when it cannot be had now */
  service(): Promise<ServiceAccess>;
  available(): Promise<ReadonlySet<OperationId> | null>;
  /** A seat for one upload, in order of asking. @throws StageEnd when the lane is stopped meanwhile */
  enter(signal: AbortSignal): Promise<RequestSlot>;
  /** Begins no more uploads until `resume`, for a reason of our own. */
  stop(failure: ServiceFailure): void;
  /** Why it was stopped, by `stop` or by its service; null = it is not. */
  readonly stoppedFor: ServiceFailure | null;
  /** The user has done something about it. */
  resume(): void;
  /** How many requests at a time are this station's of an account that others use as well; null: as the profile says. One at least is always left. */
  setShare(requests: number | null): void;
  /** The computer is about to sleep: no request begins before `wake`. */
  suspend(): void;
  /** It woke up: what the network was to blame for is tried anew, and so is a service that could not be used. */
  wake(): void;
  /** Ends its timers and its own requests: nobody will begin anything any more. */
  close(): void;
  status(): Pick<ProfileStatus, 'condition' | 'message' | 'running'>;
  /** What holds it up; null while it is ready, or nobody knows yet. */
  problem(): LaneProblem | null;
}

export type LaneProblem = Omit<BlockingCondition, 'subject'> & { readonly condition: ProfileStatus['condition'] };

export interface LaneOptions {
  readonly profileId: string;
  /** Requests at a time at most, as far as known before the service was seen. */
  readonly cap: number;
  readonly services: Pick<Services, 'clientFor' | 'available'>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onChange: () => void;
}

interface Failing {
  readonly failure: ServiceFailure;
  /** Attempts in a row. */
  readonly inARow: number;
  readonly cancelRetry: () => void;
}

/**
 * Whether a client of the service can be had.
 *
 * ```
 *             open                    a client is there
 *   unknown ───────► connecting ─────────────────────────► made
 *      ▲                 ▲  │  no key, no credits
 *      │                 │  ├────────────────────────────► refused
 *      │           retry │  │  anything else                 │
 *      │                 │  ╰────────────────► failing       │ resume
 *      │                 ╰───────────────────────┤           │
 *      ╰─────────────────── resume, wake ────────┴───────────╯
 * ```
 *
 * A job that asks for the service itself leads to the same three ends, from any of these.
 */
type Contact =
  | { readonly kind: 'unknown' | 'made' }
  | { readonly kind: 'connecting'; readonly before: Failing | null }
  | { readonly kind: 'refused'; readonly failure: ServiceFailure }
  | ({ readonly kind: 'failing' } & Failing);

/** What keeps failing, also while it is tried once more. */
function failingOf(contact: Contact): Failing | null {
  if (contact.kind === 'failing') return contact;
  return contact.kind === 'connecting' ? contact.before : null;
}

export function createLane({ profileId, cap, services, clock, random, onChange }: LaneOptions): Lane {
  const pace = createRequestLimiter({
    cap,
    clock,
    sendProbe: async () => {
      const { client } = await service();
      await client.probe(closing.signal);
    },
  });
  const closing = new AbortController();
  let knownCap = cap;
  let share: number | null = null;
  let contact: Contact = { kind: 'unknown' };
  pace.onChange(onChange);

  async function service(): Promise<ServiceAccess> {
    try {
      const access = await services.clientFor(profileId);
      if (access.maxConcurrency !== knownCap) {
        knownCap = access.maxConcurrency;
        pace.setCap(sharedCap());
      }
      failingOf(contact)?.cancelRetry();
      contact = { kind: 'made' };
      return access;
    } catch (error) {
      const failure = error instanceof ServiceFailure ? error : unforeseen;
      const before = failingOf(contact);
      before?.cancelRetry();
      if (failure.kind === 'auth' || failure.kind === 'credits') {
        contact = { kind: 'refused', failure };
        pace.report(failure, 'upload');
        throw new StageEnd(outcomeOf(failure));
      }
      const inARow = (before?.inARow ?? 0) + 1;
      const cancelRetry = closing.signal.aborted ? () => undefined : clock.after(backoffMs(inARow, random()), connect);
      contact = { kind: 'failing', failure, inARow, cancelRetry };
      onChange();
      throw new StageEnd({ kind: 'back' });
    }
  }

  function sharedCap(): number {
    return share === null ? knownCap : Math.max(1, share);
  }

  function disconnect(): void {
    failingOf(contact)?.cancelRetry();
    contact = { kind: 'unknown' };
  }

  /** Tries to get at the service, and tells when that has an answer. */
  function connect(): void {
    if (contact.kind === 'connecting') return;
    contact = { kind: 'connecting', before: failingOf(contact) };
    service().then(onChange, () => onChange());
  }

  function isBlocked(kind: RequestKind): boolean {
    return contact.kind === 'refused' || pace.isStopped(kind) || (failingOf(contact)?.inARow ?? 0) >= givenUpAfter;
  }

  /** A time of the pace's clock as one of the wall clock, which other processes have as well; in whole seconds, so that it stands still. */
  function atWall(monotonicMs: number): number {
    return Math.floor((clock.now() + monotonicMs - clock.monotonic()) / 1000) * 1000;
  }

  function holdUp(): Omit<LaneProblem, 'blocks'> | null {
    const { state } = pace;
    if (state.condition === 'stopped') {
      const condition = contact.kind === 'refused' && contact.failure.code === noKey ? 'no-key' : 'stopped';
      return { condition, message: state.sentence, until: null };
    }
    const failing = failingOf(contact);
    if (failing) return { condition: 'failed', message: failing.failure.sentence, until: null };
    const report = contact.kind === 'made' ? limiterMessage(state) : null;
    return report && { condition: 'slowed', message: report.message, until: report.until && atWall(report.until) };
  }

  return {
    get limit() {
      return pace.state.limit;
    },
    get room() {
      return pace.room;
    },
    open() {
      if (pace.state.condition === 'stopped') return false;
      if (contact.kind === 'unknown') connect();
      if (contact.kind !== 'made') return false;
      pace.probeIfDue();
      return pace.canStart('upload');
    },
    canStart: pace.canStart,
    tryAcquireSlot: pace.tryAcquireSlot,
    isBlocked,
    get isOutOfReach() {
      return contact.kind === 'refused' || failingOf(contact) !== null;
    },
    service,
    async available() {
      try {
        return await services.available(profileId);
      } catch (error) {
        // Not knowing is no reason to fail a job here: the submission will say what is wrong.
        if (error instanceof ServiceFailure) return null;
        throw error;
      }
    },
    async enter(signal) {
      if (pace.state.condition === 'stopped') throw new StageEnd({ kind: 'back' });
      const stopped = new AbortController();
      const unsubscribe = pace.onChange((state) => {
        if (state.condition === 'stopped') stopped.abort();
      });
      try {
        return await pace.enter(AbortSignal.any([signal, stopped.signal]));
      } catch (error) {
        throw stopped.signal.aborted && !signal.aborted ? new StageEnd({ kind: 'back' }) : error;
      } finally {
        unsubscribe();
      }
    },
    stop: (failure) => void pace.report(failure, 'upload'),
    get stoppedFor() {
      return pace.stoppedFor;
    },
    resume() {
      disconnect();
      pace.resume();
    },
    setShare(requests) {
      if (share === requests) return;
      share = requests;
      pace.setCap(sharedCap());
    },
    suspend: pace.suspend,
    wake() {
      if (failingOf(contact) !== null) disconnect();
      pace.wake();
    },
    close() {
      closing.abort();
      failingOf(contact)?.cancelRetry();
      pace.close();
    },
    status() {
      const { running } = pace.state;
      const held = holdUp();
      if (held !== null) return { condition: held.condition, message: messageAt(held, clock.now()), running };
      return { condition: contact.kind === 'made' ? 'ready' : 'starting', message: null, running };
    },
    problem() {
      const held = holdUp();
      return held && { ...held, blocks: requestKinds.filter(isBlocked) };
    },
  };
}
