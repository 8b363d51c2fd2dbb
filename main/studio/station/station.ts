/**
 * This computer as a station of a studio: takes as many of the shared jobs as it has room for, makes each an ordinary job of its own, and
 * tells the studio what became of it. Nothing here waits for the network inside a transaction of SQLite.
 */
import { isSameMessage, type Message, msg } from '../../../contract/messages/message.ts';
import { coalesce } from '../../files/coalesce.ts';
import { StudioRefused, StudioUnreachable } from '../connection/connection.ts';
import { latestVersion } from '../database/schema.ts';
import { createJobClaims } from '../dispatch/claim-jobs.ts';
import { createOffers } from '../dispatch/offers.ts';
import { flushOutbox } from '../dispatch/outbox.ts';
import { releaseUnstarted, releaseWork } from '../dispatch/release-work.ts';
import { createStationFence, type StationFence } from '../dispatch/station-fence.ts';
import { createLease } from '../dispatch/station-lease.ts';
import { commandsTopic, wakeChannel } from '../queue/dispatch-tickets.ts';
import { createCapabilities } from './capabilities.ts';
import { createCapacityShares } from './capacity-shares.ts';
import { createSharedConditions } from './shared-conditions.ts';
import type { Station, StationOptions } from './station-types.ts';

/** ms. The database's notices only wake: everything is asked for again after a while. */
const pullEvery = 2000;
const flushEvery = 1000;
/** What is said at the end may take so long, ms: what the studio does not hear of, it may have to ask the user about. */
const shutdownTimeoutMs = 15_000;

export function createStation(options: StationOptions): Station {
  const { store, database, work, shares, log, onNotice } = options;
  const lease = createLease();
  const timers: NodeJS.Timeout[] = [];
  let phase: 'idle' | 'offering' | 'running' | 'stopping' = 'idle';
  let isDraining = false;
  let isTooOld = false;
  let isPaused = false;
  /** By this station's own decision. */
  let isResting = false;
  let canStartJobs = true;
  let refusal: Message | null = null;
  const tooOld = Promise.withResolvers<void>();
  /** The database may have more of this station's than there is here. */
  let needsResume = true;
  let beatTimer: NodeJS.Timeout | null = null;
  let beatMs = 10_000;
  /** Services whose address in the database is not theirs any more. */
  let refusedServices: ReadonlySet<string> = new Set();
  let reportedServices = '';
  let isKnown = false;
  let isHeard = false;

  const fault = (error: unknown) => {
    if (error instanceof StudioUnreachable) return;
    if (error instanceof StudioRefused) setRefusal(error.sentence);
    log.warn(error instanceof Error ? (error.stack ?? error.message) : String(error));
  };
  const setRefusal = (sentence: Message | null) => {
    const isOther = !isSameMessage(refusal, sentence);
    refusal = sentence;
    if (isOther) options.onChange();
  };
  const safely = (act: () => Promise<void>) => () => void act().catch(fault);

  const usableServices = () => options.services().filter(({ service }) => !refusedServices.has(service.id));
  const profileOf = (serviceId: string) =>
    usableServices().find(({ service }) => service.id === serviceId)?.profileId ?? null;

  const { able, newShares } = createCapabilities({ shares, usable: usableServices, onNotice });
  const portions = createCapacityShares({ ...options, usable: usableServices });

  const listedServices = () => JSON.stringify(usableServices().map(({ service }) => service));
  const servicesToTell = () =>
    listedServices() === reportedServices ? [] : usableServices().map(({ service }) => service);

  const beat = coalesce(async () => {
    if (isTooOld || phase === 'idle' || phase === 'offering') return;
    const requestedAt = lease.now();
    const held = store.shared.open();
    const heartbeat = await work.beat(
      {
        id: options.id,
        name: options.name,
        program: options.program,
        able: await able(),
        works: options.works && phase === 'running',
        ...{ person: options.person, isDesk: options.isDesk },
      },
      held.map(({ sharedId, fence }) => ({ id: sharedId, fence })),
      servicesToTell(),
    );
    reportedServices = listedServices();
    isKnown = true;
    if (heartbeat.version > latestVersion()) {
      isTooOld = true;
      onNotice(msg('studio.newer'));
      setRefusal(msg('studio.newer'));
      tooOld.resolve();
      return;
    }
    lease.renew(requestedAt, heartbeat.leaseMs);
    const before = `${isDraining} ${isPaused}`;
    ({ beatMs, isDraining, isPaused } = heartbeat);
    portions.applyHeartbeat(heartbeat);
    setRefusal(null);
    if (before !== `${isDraining} ${isPaused}` || !isHeard) options.onChange();
    isHeard = true;
    options.setHeld(isPaused);
    for (const share of newShares()) options.onShare(share, heartbeat.studio);
    for (const id of heartbeat.changedServices)
      if (!refusedServices.has(id)) onNotice(msg('studio.service.changed', { service: nameOf(id) }));
    refusedServices = new Set(heartbeat.changedServices);
    for (const { profileId, service } of usableServices()) options.setShare(profileId, portions.requestsOf(service.id));
    for (const lost of heartbeat.lost) {
      const job = held.find(({ sharedId, fence }) => sharedId === lost.id && fence === lost.fence);
      if (job !== undefined) await fence.lost(job.jobId);
    }
    await fence.withdrawDuplicates();
    await conditions.report();
    await releaseUnstartable();
    if (options.works && heartbeat.wasHeard) await work.reconcile();
    needsResume = true;
    pullSoon();
  });

  /** What this station has, and may not begin with, is for others. */
  async function releaseUnstartable(): Promise<void> {
    const closed = portions.closed();
    const stopped = portions.stopped();
    if (!isPaused && closed.size + stopped.size === 0) return;
    /** Profiles of stopped services of which one job stays. */
    const kept = new Set<string>();
    await releaseUnstarted({ store, work }, ({ profileId }) => {
      if (isPaused || closed.has(profileId)) return true;
      if (!stopped.has(profileId)) return false;
      const isSurplus = kept.has(profileId);
      kept.add(profileId);
      return isSurplus;
    });
  }

  const nameOf = (serviceId: string) =>
    options.services().find(({ service }) => service.id === serviceId)?.service.name ?? serviceId;

  async function register(): Promise<void> {
    if (!isKnown) await work.hello(options);
    isKnown = true;
  }

  const { takeUp, resume } = createJobClaims({ store, work, shares, profileOf, onFault: fault });
  const offers = createOffers({
    ...{ store, work, shares, register },
    onChange: (isOffered) => (isOffered ? pullSoon() : offerSoon()),
    onStay: (count) => onNotice(msg('studio.staysHere', { count })),
  });
  const conditions = createSharedConditions({ store, work, usable: usableServices, resume: options.resume });
  const baseFence = createStationFence({
    ...{ store, work, shares, lease, database },
    leaseMs: () => beatMs * 3,
    abortJob: options.abortJob,
    flush: () => flush(),
  });

  const fence: StationFence = {
    ...baseFence,
    async beforeSending(job) {
      if (canStartJobs || store.shared.of(job.id) === null) return baseFence.beforeSending(job);
      return { kind: 'wait', ms: pullEvery, why: msg('studio.leaving') };
    },
  };

  const pull = coalesce(async () => {
    if (phase !== 'running' || !options.works || isDraining || isPaused || isResting || isTooOld || !lease.isValid)
      return;
    if (store.settings.read().paused || store.trouble.now() !== null) return;
    if (needsResume) {
      await resume();
      needsResume = false;
    }
    for (let isMore = true; isMore && phase === 'running'; ) {
      // Whatever comes between: what was taken and is not a job here yet is found again.
      needsResume = true;
      const taken = await work.take(portions.room());
      for (const each of taken) await takeUp(each);
      needsResume = false;
      isMore = taken.length > 0;
    }
  });

  const flush = coalesce(async () => {
    await flushOutbox({ store, work, shares, onLost: fence.lost }, fault);
    pullSoon();
  });

  const pullSoon = safely(pull);
  const flushSoon = safely(flush);
  const offerSoon = safely(offers.flush);

  let unsubscribe: () => void = () => undefined;

  function beatAgain(): void {
    if (phase !== 'running') return;
    beatTimer = setTimeout(() => {
      beat().catch(fault).finally(beatAgain);
    }, beatMs);
  }

  /** A lease that was not renewed in time: nothing more leaves until the database was asked. */
  function abortIfLeaseExpired(): void {
    if (lease.isValid || phase !== 'running') return;
    options.abortJob(new Set(store.shared.open().map(({ jobId }) => jobId)));
  }

  database.onChange(() => {
    onNotice(database.isAway ? msg('studio.awayGoesOn') : msg('studio.back'), !database.isAway);
    options.onChange();
    if (!database.isAway) {
      store.actions.hurry(store.shared.open().map(({ jobId }) => jobId));
      flushSoon();
      offerSoon();
      safely(beat)();
    }
  });

  return {
    fence,
    get condition() {
      const holds = store.shared.open().length;
      return { isHeard, refusal, isPaused, isDraining: isDraining || isResting, holds };
    },
    start() {
      phase = 'running';
      unsubscribe = store.changes.subscribe(({ jobs, foreign }) => {
        if (foreign || jobs.size > 0) flushSoon();
      });
      database.listen(wakeChannel, (word) => (word === commandsTopic ? safely(beat)() : pullSoon()));
      timers.push(
        setInterval(pullSoon, pullEvery),
        setInterval(flushSoon, flushEvery),
        setInterval(
          safely(async () => {
            if (isKnown) await conditions.reportNew();
          }),
          flushEvery,
        ),
        setInterval(offerSoon, flushEvery),
        setInterval(abortIfLeaseExpired, 250),
      );
      beat().then(pull).catch(fault).finally(beatAgain);
    },
    startOffering() {
      phase = 'offering';
      timers.push(setInterval(offerSoon, flushEvery));
      offerSoon();
    },
    offer: offers.offer,
    newJobsOf: offers.newJobsOf,
    async watcherOf(folder) {
      const place = await shares.toShared(folder);
      if (place === null) return null;
      await register();
      const { isOurs, station } = await work.watch(place);
      return isOurs ? null : station;
    },
    async takeWatch(folder) {
      const place = await shares.toShared(folder);
      if (place === null) return false;
      await register();
      await work.takeWatch(place);
      return true;
    },
    findAppliedRecipes: (hash) =>
      work.findAppliedRecipes(hash).catch((error: unknown) => {
        fault(error);
        return new Set<string>();
      }),
    tooOld: tooOld.promise,
    wake() {
      safely(beat)();
    },
    rest(resting) {
      isResting = resting;
      if (!resting) pullSoon();
      options.onChange();
    },
    async flushAll() {
      await flush();
      await offers.flush();
    },
    async handOver() {
      isResting = true;
      canStartJobs = false;
      options.onChange();
      await offers.flush();
      await pull();
      await releaseWork({ store, work }, flush);
    },
    async stop(mode = 'away') {
      const isWorking = phase === 'running';
      // One that never began, or is too old, has nothing to say.
      const isSilent = phase === 'idle' || isTooOld;
      phase = 'stopping';
      if (beatTimer !== null) clearTimeout(beatTimer);
      for (const timer of timers) clearInterval(timer);
      unsubscribe();
      const goodbye = (async () => {
        if (isSilent) return;
        if (isWorking) await Promise.all([beat(), pull()].map((last) => last.catch(fault)));
        if (isWorking) await flush();
        await offers.flush();
        if (!isWorking || mode === 'anew') return;
        await releaseUnstarted({ store, work });
        await work.leave();
      })();
      await Promise.race([
        goodbye.catch(fault),
        new Promise((resolve) => setTimeout(resolve, shutdownTimeoutMs).unref()),
      ]);
      await options.close?.();
      await database.close();
    },
  };
}
