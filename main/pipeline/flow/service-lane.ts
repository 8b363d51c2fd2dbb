/** A profile's lane: the availability of its service, its concurrent requests, and the status shown. */
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import type { ProfileStatus } from '../../../contract/services/profile.ts';
import type { Clock } from '../../clock.ts';
import { requestKinds } from '../../service/errors/pause-reasons.ts';
import { ServiceFailure } from '../../service/errors/service-failure.ts';
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

/** Failed attempts in a row after which a command stops waiting for the service. */
const maxContactAttempts = 3;

type LaneProblem = Omit<BlockingCondition, 'subject'> & { readonly condition: ProfileStatus['condition'] };

export interface LaneOptions {
  readonly profileId: string;
  /** Maximum number of concurrent uploads before the first contact. */
  readonly maxConcurrency: number;
  readonly services: Pick<Services, 'clientFor' | 'available'>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onChange: () => void;
}

export class Lane {
  readonly #options: LaneOptions;
  readonly #limiter: RequestLimiter;
  readonly #contact: ServiceContact;
  #maxConcurrency: number;
  #share: number | null = null;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#maxConcurrency = options.maxConcurrency;
    this.#limiter = createRequestLimiter({
      cap: options.maxConcurrency,
      clock: options.clock,
      sendProbe: async () => {
        const { client } = await this.service();
        await client.probe(this.#contact.closing);
      },
    });
    this.#contact = new ServiceContact({
      ...options,
      onConnected: ({ maxConcurrency }) => {
        if (maxConcurrency === this.#maxConcurrency) return;
        this.#maxConcurrency = maxConcurrency;
        this.#applyMaxConcurrency();
      },
      onRefused: (failure) => this.stop(failure),
    });
    this.#limiter.onChange(options.onChange);
  }

  /** Number of upload slots. */
  get limit(): number {
    return this.#limiter.state.limit;
  }

  get freeSlots(): number {
    return this.#limiter.room;
  }

  /** Whether uploads can start. Connects to the service if necessary. */
  open(): boolean {
    if (this.#isStopped) return false;
    if (this.#contact.kind === 'unknown') this.#contact.tryConnect();
    if (this.#contact.kind !== 'connected') return false;
    this.#limiter.probeIfDue();
    return this.#limiter.canStart('upload');
  }

  /** Whether no stop, pause or probe holds back requests of this kind. It does not count slots. */
  canStart(kind: RequestKind): boolean {
    return this.#limiter.canStart(kind);
  }

  /** Returns null if `canStart` is false. After a pause, one request tests the service, and others get null until it ends. */
  tryAcquireSlot(kind: 'query' | 'download'): RequestSlot | null {
    return this.#limiter.tryAcquireSlot(kind);
  }

  /** Whether requests of this kind wait for the user. */
  isBlocked(kind: RequestKind): boolean {
    const attempts = this.#contact.failing?.attempts ?? 0;
    return this.#contact.kind === 'refused' || this.#limiter.isStopped(kind) || attempts >= maxContactAttempts;
  }

  /** Whether the last attempt to reach the service failed. */
  get isUnavailable(): boolean {
    return this.#contact.kind === 'refused' || this.#contact.failing !== null;
  }

  /** @throws StageEnd */
  service(): Promise<ServiceAccess> {
    return this.#contact.connect();
  }

  /** Returns null on failure, because the upload will report the reason. */
  async available(): Promise<ReadonlySet<OperationId> | null> {
    try {
      return await this.#options.services.available(this.#options.profileId);
    } catch (error) {
      if (error instanceof ServiceFailure) return null;
      throw error;
    }
  }

  /** Waits for an upload slot. @throws StageEnd if the lane stops */
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

  get stoppedFor(): ServiceFailure | null {
    return this.#limiter.stoppedFor;
  }

  resume(): void {
    this.#contact.reset();
    this.#limiter.resume();
  }

  /** Limits uploads on an account that a studio shares; null = no limit, 0 counts as 1. */
  setShare(requests: number | null): void {
    if (this.#share === requests) return;
    this.#share = requests;
    this.#applyMaxConcurrency();
  }

  suspend(): void {
    this.#limiter.suspend();
  }

  /** Retries the service, and ends pauses that the network caused. */
  wake(): void {
    if (this.#contact.failing !== null) this.#contact.reset();
    this.#limiter.wake();
  }

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

  /** Null if the lane is ready, or before the first contact. */
  problem(): LaneProblem | null {
    const trouble = this.#trouble();
    return trouble && { ...trouble, blocks: requestKinds.filter((kind) => this.isBlocked(kind)) };
  }

  get #isStopped(): boolean {
    return this.#limiter.state.condition === 'stopped';
  }

  #applyMaxConcurrency(): void {
    this.#limiter.setCap(this.#share === null ? this.#maxConcurrency : Math.max(1, this.#share));
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

  /** Wall time for other processes, in whole seconds so that repeated calls agree. */
  #toWallTime(monotonicMs: number): number {
    const { clock } = this.#options;
    return Math.floor((clock.now() + monotonicMs - clock.monotonic()) / 1000) * 1000;
  }
}
