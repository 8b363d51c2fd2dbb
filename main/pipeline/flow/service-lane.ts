/** A profile's lane: whether its service can be used, how many requests run at a time, and the status shown for it. */
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import type { ProfileStatus } from '../../../contract/services/profile.ts';
import type { Clock } from '../../clock.ts';
import { requestKinds } from '../../service/errors/pause-reasons.ts';
import { ServiceFailure } from '../../service/service-failure.ts';
import { noKey, type ServiceAccess, type Services } from '../../service/services.ts';
import { limiterMessage, messageAt } from '../../service/throttle/limiter-message.ts';
import {
  createRequestLimiter,
  type RequestKind,
  type RequestLimiter,
  type RequestSlot,
} from '../../service/throttle/request-limiter.ts';
import type { BlockingCondition } from '../../store/index.ts';
import { StageEnd } from '../stage-outcome.ts';
import { ServiceContact } from './service-contact.ts';

/** Failed attempts in a row to reach a service, after which a command stops waiting for it. */
const maxContactAttempts = 3;

export type LaneProblem = Omit<BlockingCondition, 'subject'> & { readonly condition: ProfileStatus['condition'] };

export interface LaneOptions {
  readonly profileId: string;
  /** Maximum number of concurrent uploads until the service has been contacted. */
  readonly cap: number;
  readonly services: Pick<Services, 'clientFor' | 'available'>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onChange: () => void;
}

export class Lane {
  readonly #options: LaneOptions;
  readonly #limiter: RequestLimiter;
  readonly #contact: ServiceContact;
  #cap: number;
  #share: number | null = null;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#cap = options.cap;
    this.#limiter = createRequestLimiter({
      cap: options.cap,
      clock: options.clock,
      sendProbe: async () => {
        const { client } = await this.service();
        await client.probe(this.#contact.closing);
      },
    });
    this.#contact = new ServiceContact({
      ...options,
      onConnected: ({ maxConcurrency }) => {
        if (maxConcurrency === this.#cap) return;
        this.#cap = maxConcurrency;
        this.#applyCap();
      },
      onRefused: (failure) => this.stop(failure),
    });
    this.#limiter.onChange(options.onChange);
  }

  /** Maximum number of concurrent uploads now. */
  get limit(): number {
    return this.#limiter.state.limit;
  }

  /** Number of uploads that can start now. */
  get room(): number {
    return this.#limiter.room;
  }

  /** Returns whether uploads can start now. If not, connects to the service; `onChange` reports when they can. */
  open(): boolean {
    if (this.#isStopped) return false;
    if (this.#contact.kind === 'unknown') this.#contact.tryConnect();
    if (this.#contact.kind !== 'connected') return false;
    this.#limiter.probeIfDue();
    return this.#limiter.canStart('upload');
  }

  /** Whether no stop, pause or probe holds back requests of this kind. The number of free upload slots is `room`. */
  canStart(kind: RequestKind): boolean {
    return this.#limiter.canStart(kind);
  }

  /**
   * Returns permission to query a task or to download the results of one job, or null if `canStart` is false. After a
   * pause the first request tests the service, and others get null until its slot is released.
   */
  tryAcquireSlot(kind: 'query' | 'download'): RequestSlot | null {
    return this.#limiter.tryAcquireSlot(kind);
  }

  /** Whether requests of this kind need the user before they can start. */
  isBlocked(kind: RequestKind): boolean {
    const attempts = this.#contact.failing?.attempts ?? 0;
    return this.#contact.kind === 'refused' || this.#limiter.isStopped(kind) || attempts >= maxContactAttempts;
  }

  /** Whether the last attempt to use the service failed (no key, or it does not start). */
  get isOutOfReach(): boolean {
    return this.#contact.kind === 'refused' || this.#contact.failing !== null;
  }

  /** @throws StageEnd if the service is unavailable */
  service(): Promise<ServiceAccess> {
    return this.#contact.connect();
  }

  /** Returns the operations of the service; null if unknown, so that the upload reports the reason. */
  async available(): Promise<ReadonlySet<OperationId> | null> {
    try {
      return await this.#options.services.available(this.#options.profileId);
    } catch (error) {
      if (error instanceof ServiceFailure) return null;
      throw error;
    }
  }

  /** Waits for an upload slot, first come first served. @throws StageEnd if the lane stops before that */
  async enter(signal: AbortSignal): Promise<RequestSlot> {
    if (this.#isStopped) throw new StageEnd({ kind: 'back' });
    const stopped = new AbortController();
    const unsubscribe = this.#limiter.onChange((state) => {
      if (state.condition === 'stopped') stopped.abort();
    });
    try {
      return await this.#limiter.enter(AbortSignal.any([signal, stopped.signal]));
    } catch (error) {
      throw stopped.signal.aborted && !signal.aborted ? new StageEnd({ kind: 'back' }) : error;
    } finally {
      unsubscribe();
    }
  }

  /** Starts no more uploads until `resume`. */
  stop(failure: ServiceFailure): void {
    this.#limiter.report(failure, 'upload');
  }

  /** The failure that stopped the lane, or null. */
  get stoppedFor(): ServiceFailure | null {
    return this.#limiter.stoppedFor;
  }

  /** Called when the user has acted, for example entered a key. */
  resume(): void {
    this.#contact.reset();
    this.#limiter.resume();
  }

  /** Limits this station's uploads on an account that a studio shares. Null means no limit; 0 counts as 1. */
  setShare(requests: number | null): void {
    if (this.#share === requests) return;
    this.#share = requests;
    this.#applyCap();
  }

  suspend(): void {
    this.#limiter.suspend();
  }

  /** Retries an unavailable service, and ends pauses that the network caused. */
  wake(): void {
    if (this.#contact.failing !== null) this.#contact.reset();
    this.#limiter.wake();
  }

  /** Ends all timers and probes. */
  close(): void {
    this.#contact.close();
    this.#limiter.close();
  }

  status(): Pick<ProfileStatus, 'condition' | 'message' | 'running'> {
    const { running } = this.#limiter.state;
    const trouble = this.#trouble();
    if (trouble === null)
      return { condition: this.#contact.kind === 'connected' ? 'ready' : 'starting', message: null, running };
    return { condition: trouble.condition, message: messageAt(trouble, this.#options.clock.now()), running };
  }

  /** The problem that other processes show; null if the lane is ready or its state is unknown. */
  problem(): LaneProblem | null {
    const trouble = this.#trouble();
    return trouble && { ...trouble, blocks: requestKinds.filter((kind) => this.isBlocked(kind)) };
  }

  get #isStopped(): boolean {
    return this.#limiter.state.condition === 'stopped';
  }

  #applyCap(): void {
    this.#limiter.setCap(this.#share === null ? this.#cap : Math.max(1, this.#share));
  }

  #trouble(): Omit<LaneProblem, 'blocks'> | null {
    const { state } = this.#limiter;
    if (state.condition === 'stopped') {
      const condition = this.#contact.refusal?.code === noKey ? 'no-key' : 'stopped';
      return { condition, message: state.sentence, until: null };
    }
    const { failing } = this.#contact;
    if (failing) return { condition: 'failed', message: failing.failure.sentence, until: null };
    const report = this.#contact.kind === 'connected' ? limiterMessage(state) : null;
    return (
      report && { condition: 'slowed', message: report.message, until: report.until && this.#toWallTime(report.until) }
    );
  }

  /** Converts a monotonic time to wall time for other processes, in whole seconds so that it stays equal between calls. */
  #toWallTime(monotonicMs: number): number {
    const { clock } = this.#options;
    return Math.floor((clock.now() + monotonicMs - clock.monotonic()) / 1000) * 1000;
  }
}
