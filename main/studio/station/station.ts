/**
 * This computer as a station of a studio: it claims shared jobs up to its capacity, makes each a local job, and sends the outcomes. No
 * transaction of SQLite waits for the network.
 */
import { msg } from '../../../contract/messages/message.ts';
import { coalesce } from '../../files/coalesce.ts';
import type { NewJob } from '../../store/index.ts';
import { StudioRefused, StudioUnreachable } from '../connection/studio-database.ts';
import { addClaimedJob, type ClaimContext, resumeClaimedJobs } from '../dispatch/claim-jobs.ts';
import { createDisputedJobs, type DisputedJobs } from '../dispatch/disputed-jobs.ts';
import { createOffers, type Offers } from '../dispatch/offers.ts';
import { flushOutbox } from '../dispatch/outbox.ts';
import { releaseUnstarted, releaseWork } from '../dispatch/release-work.ts';
import { createStationFence, type StationFence } from '../dispatch/station-fence.ts';
import { createLease } from '../dispatch/station-lease.ts';
import { commandsTopic, wakeChannel } from '../queue/dispatch-tickets.ts';
import type { OfferOutcome, OfferTerms, SharedItem } from '../queue/queue-types.ts';
import { StationCapabilities } from './capabilities.ts';
import { CapacityShares } from './capacity-shares.ts';
import { StationHeartbeat } from './heartbeat.ts';
import { createSharedConditions } from './shared-conditions.ts';
import { StationServices } from './station-services.ts';
import type { Station, StationCondition, StationOptions } from './station-types.ts';

/** Notifications of the database can get lost, so that everything is also polled. */
const claimIntervalMs = 2000;
const flushIntervalMs = 1000;
const leaseCheckIntervalMs = 250;
/** Unsent changes can make a job uncertain for the other stations. */
const shutdownTimeoutMs = 15_000;

export function createStation(options: StationOptions): Station {
  return new StudioStation(options);
}

class StudioStation implements Station {
  readonly fence: StationFence;
  readonly #options: StationOptions;
  readonly #lease = createLease();
  readonly #heartbeat: StationHeartbeat;
  readonly #capacity: CapacityShares;
  readonly #conditions: ReturnType<typeof createSharedConditions>;
  readonly #claims: ClaimContext;
  readonly #disputed: DisputedJobs;
  readonly #offers: Offers;
  readonly #timers: NodeJS.Timeout[] = [];
  #phase: 'idle' | 'offering' | 'running' | 'stopping' = 'idle';
  #isResting = false;
  #canStartJobs = true;
  /** Whether the database may have jobs of this station that are missing here. */
  #needsResume = true;
  #heartbeatTimer: NodeJS.Timeout | null = null;
  #unsubscribe: () => void = () => undefined;

  constructor(options: StationOptions) {
    const { store, database, work, shares, onNotice } = options;
    this.#options = options;
    const services = new StationServices(options.services);
    this.#capacity = new CapacityShares(options, services);
    this.#conditions = createSharedConditions({ store, work, services, resume: options.resume });
    this.#disputed = createDisputedJobs(options);
    this.#claims = {
      store,
      work,
      shares,
      profileOf: (serviceId) => services.profileOf(serviceId),
      onError: (error) => this.#report(error),
    };
    this.#heartbeat = new StationHeartbeat({
      options,
      lease: this.#lease,
      services,
      capabilities: new StationCapabilities(shares, services, onNotice),
      capacity: this.#capacity,
      disputed: this.#disputed,
      isWorking: () => options.works && this.#phase === 'running',
      reportConditions: this.#conditions.report,
    });
    this.#offers = createOffers({
      store,
      work,
      shares,
      register: () => this.#heartbeat.register(),
      onChange: (isSent) => (isSent ? this.#claimSoon() : this.#offerSoon()),
      onStay: (count) => onNotice(msg('studio.staysHere', { count })),
    });
    this.fence = createStationFence({
      store,
      work,
      shares,
      database,
      lease: this.#lease,
      onLost: this.#disputed.handle,
      leaseMs: () => this.#heartbeat.beatMs * 3,
      canStart: () => this.#canStartJobs,
      flush: () => this.#flush(),
    });
    database.onChange(() => this.#onOutageChange());
  }

  get condition(): StationCondition {
    const { isHeard, refusal, isPaused, isDraining } = this.#heartbeat;
    const holds = this.#options.store.shared.open().length;
    return { isHeard, refusal, isPaused, isDraining: isDraining || this.#isResting, holds };
  }

  get tooOld(): Promise<void> {
    return this.#heartbeat.tooOld;
  }

  start(): void {
    const { store, database } = this.#options;
    this.#phase = 'running';
    this.#unsubscribe = store.changes.subscribe(({ jobs, foreign }) => {
      if (foreign || jobs.size > 0) this.#flushSoon();
    });
    database.listen(wakeChannel, (topic) => (topic === commandsTopic ? this.wake() : this.#claimSoon()));
    this.#timers.push(
      setInterval(() => this.#claimSoon(), claimIntervalMs),
      setInterval(() => this.#flushSoon(), flushIntervalMs),
      setInterval(() => this.#reportConditionsSoon(), flushIntervalMs),
      setInterval(() => this.#offerSoon(), flushIntervalMs),
      setInterval(() => this.#abortIfLeaseExpired(), leaseCheckIntervalMs),
    );
    this.#beat()
      .then(this.#claim)
      .catch((error) => this.#report(error))
      .finally(() => this.#beatLater());
  }

  startOffering(): void {
    this.#phase = 'offering';
    this.#timers.push(setInterval(() => this.#offerSoon(), flushIntervalMs));
    this.#offerSoon();
  }

  offer(
    jobs: readonly NewJob[],
    terms: OfferTerms,
    onOffered?: (item: SharedItem, outcome: OfferOutcome) => void,
  ): Promise<NewJob[]> {
    return this.#offers.offer(jobs, terms, onOffered);
  }

  newJobsOf(localBatch: number): readonly number[] {
    return this.#offers.newJobsOf(localBatch);
  }

  async watcherOf(folder: string): Promise<string | null> {
    const place = await this.#options.shares.toShared(folder);
    if (place === null) return null;
    await this.#heartbeat.register();
    const { isOwn, station } = await this.#options.work.claimWatch(place);
    return isOwn ? null : station;
  }

  async takeWatch(folder: string): Promise<boolean> {
    const place = await this.#options.shares.toShared(folder);
    if (place === null) return false;
    await this.#heartbeat.register();
    await this.#options.work.takeWatch(place);
    return true;
  }

  readonly findAppliedRecipes = (hash: string): Promise<ReadonlySet<string>> =>
    this.#options.work.findAppliedRecipes(hash).catch((error: unknown) => {
      this.#report(error);
      return new Set<string>();
    });

  wake(): void {
    this.#beat().catch((error) => this.#report(error));
  }

  rest(isResting: boolean): void {
    this.#isResting = isResting;
    if (!isResting) this.#claimSoon();
    this.#options.onChange();
  }

  async flushAll(): Promise<void> {
    await this.#flush();
    await this.#offers.flush();
  }

  async handOver(): Promise<void> {
    this.#isResting = true;
    this.#canStartJobs = false;
    this.#options.onChange();
    await this.#offers.flush();
    await this.#claim();
    await releaseWork(this.#options, this.#flush);
  }

  async stop(mode: 'leave' | 'replace' = 'leave'): Promise<void> {
    const isWorking = this.#phase === 'running';
    const isSilent = this.#phase === 'idle' || this.#heartbeat.isTooOld;
    this.#phase = 'stopping';
    if (this.#heartbeatTimer !== null) clearTimeout(this.#heartbeatTimer);
    for (const timer of this.#timers) clearInterval(timer);
    this.#unsubscribe();
    const sendRest = async () => {
      if (isSilent) return;
      if (isWorking) {
        await Promise.all([this.#beat(), this.#claim()].map((run) => run.catch((error) => this.#report(error))));
        await this.#flush();
      }
      await this.#offers.flush();
      if (!isWorking || mode === 'replace') return;
      await releaseUnstarted(this.#options);
      await this.#options.work.leave();
    };
    await Promise.race([
      sendRest().catch((error) => this.#report(error)),
      new Promise((resolve) => setTimeout(resolve, shutdownTimeoutMs).unref()),
    ]);
    await this.#options.close?.();
    await this.#options.database.close();
  }

  readonly #beat = coalesce(async () => {
    if (this.#heartbeat.isTooOld || this.#phase === 'idle' || this.#phase === 'offering') return;
    if (!(await this.#heartbeat.send())) return;
    this.#needsResume = true;
    this.#claimSoon();
  });

  readonly #claim = coalesce(async () => {
    const { work } = this.#options;
    if (!this.#canClaim()) return;
    if (this.#needsResume) {
      await resumeClaimedJobs(this.#claims);
      this.#needsResume = false;
    }
    for (let isMore = true; isMore && this.#phase === 'running'; ) {
      // After an error, find claimed jobs again.
      this.#needsResume = true;
      const claimed = await work.claim(this.#capacity.freeCapacity());
      for (const job of claimed) await addClaimedJob(this.#claims, job);
      this.#needsResume = false;
      isMore = claimed.length > 0;
    }
  });

  readonly #flush = coalesce(async () => {
    const { store, work, shares } = this.#options;
    await flushOutbox({ store, work, shares, onLost: this.#disputed.handle }, (error) => this.#report(error));
    this.#claimSoon();
  });

  #canClaim(): boolean {
    const { works, store } = this.#options;
    const { isDraining, isPaused, isTooOld } = this.#heartbeat;
    if (this.#phase !== 'running' || !works || isDraining || isPaused || this.#isResting || isTooOld) return false;
    return this.#lease.isValid && !store.settings.read().paused && store.trouble.now() === null;
  }

  #claimSoon(): void {
    this.#claim().catch((error) => this.#report(error));
  }

  #flushSoon(): void {
    this.#flush().catch((error) => this.#report(error));
  }

  #offerSoon(): void {
    this.#offers.flush().catch((error) => this.#report(error));
  }

  #reportConditionsSoon(): void {
    if (this.#heartbeat.isRegistered) this.#conditions.reportChanges().catch((error) => this.#report(error));
  }

  #beatLater(): void {
    if (this.#phase !== 'running') return;
    this.#heartbeatTimer = setTimeout(() => {
      this.#beat()
        .catch((error) => this.#report(error))
        .finally(() => this.#beatLater());
    }, this.#heartbeat.beatMs);
  }

  /** Aborts uploads if the lease was not renewed in time. */
  #abortIfLeaseExpired(): void {
    if (this.#lease.isValid || this.#phase !== 'running') return;
    const { store, abortJob } = this.#options;
    abortJob(new Set(store.shared.open().map(({ jobId }) => jobId)));
  }

  #onOutageChange(): void {
    const { database, store, onChange, onNotice } = this.#options;
    onNotice(database.isAway ? msg('studio.awayGoesOn') : msg('studio.back'), !database.isAway);
    onChange();
    if (database.isAway) return;
    store.actions.hurry(store.shared.open().map(({ jobId }) => jobId));
    this.#flushSoon();
    this.#offerSoon();
    this.wake();
  }

  #report(error: unknown): void {
    if (error instanceof StudioUnreachable) return;
    if (error instanceof StudioRefused) this.#heartbeat.setRefusal(error.sentence);
    this.#options.log.warn(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}
