/**
 * This computer as a station of a studio: takes as many of the shared jobs as it has room for, makes each an ordinary job of its own, and
 * tells the studio what became of it. Nothing here waits for the network inside a transaction of SQLite.
 */
import { operationIds } from '../../preload/contract/operations/spec.ts';
import { asLogged, type Message, say } from '../../preload/contract/sentence.ts';
import { coalesced } from '../disks/coalesced.ts';
import type { Condition, NewJob, Store } from '../store/index.ts';
import { StudioAway, type StudioDatabase } from './database/connection.ts';
import { latestVersion } from './database/schema.ts';
import { createStationFence, type StationFence } from './fence.ts';
import { channel } from './hand-out.ts';
import { createLease, moment } from './lease.ts';
import type { OfferTerms } from './local-jobs.ts';
import { createOffers } from './offers.ts';
import { flushOutbox } from './outbox.ts';
import { isThere } from './real-place.ts';
import type { Offered, Part, SharedItem, SharedService, SharedWork } from './shared-types.ts';
import type { Shares } from './shares.ts';
import { createTaking } from './taking.ts';

/** A service that a profile of this station stands for. */
export interface ServedService {
  readonly profileId: string;
  readonly service: SharedService;
  /** Whether this station can use it: it has a key, or needs none. */
  readonly isUsable: boolean;
  /** Requests at a time that this station makes at most, whatever the account bears. */
  readonly most: number;
}

export interface StationOptions {
  readonly store: Store;
  readonly database: StudioDatabase;
  readonly work: SharedWork;
  readonly shares: Shares;
  readonly id: string;
  readonly name: string;
  /** The version of the program. */
  readonly program: string;
  /** False for a station that only offers and decides. */
  readonly works: boolean;
  /** Requests at a time at most, whatever this station's part in an account is. */
  readonly lanes: number | null;
  readonly services: () => readonly ServedService[];
  /** See `Queue`. */
  readonly setShare: (profileId: string, requests: number | null) => void;
  readonly breakOff: (jobIds: ReadonlySet<number>) => void;
  readonly resume: (profileId: string) => void;
  /** What is to be said: that the database is away and what goes on; that this station is too old. */
  readonly onNotice: (text: Message) => void;
  /** Ends what else asks the database, before it is closed. */
  readonly close?: () => Promise<void>;
  readonly log: { warn(text: string): void };
}

export interface Station {
  readonly fence: StationFence;
  /** Goes on with what it has, and begins to take. */
  start(): void;
  /** Where another process has this computer's queue: only offers. */
  startOffering(): void;
  /**
   * Puts what is inside of shares on its way to the studio; the rest is this station's own.
   * @param onOffered told what became of each as soon as the studio has it
   */
  offer(
    jobs: readonly NewJob[],
    terms: OfferTerms,
    onOffered?: (item: SharedItem, offered: Offered) => void,
  ): Promise<NewJob[]>;
  /** Makes a watch folder this station's, where no other one watches it; null then, and else the name of the one that does. @throws StudioAway */
  watcherOf(folder: string): Promise<string | null>;
  /** The recipes (ids) behind a content that any station wrote; none while that cannot be told. */
  recipesBehind(hash: string): Promise<ReadonlySet<string>>;
  /** Resolves when the studio turns out to be a newer Burnish's: nothing is taken or sent any more. */
  readonly tooOld: Promise<void>;
  /** The computer woke up: everything is asked anew. */
  wake(): void;
  /** Says what there is still to say and gives back what it has not begun with. */
  stop(): Promise<void>;
}

/** ms. The database's notices only wake: everything is asked for again after a while. */
const pullEvery = 2000;
const flushEvery = 1000;
/** What is said at the end may take so long. */
const longestGoodbye = 5000;

export function createStation(options: StationOptions): Station {
  const { store, database, work, shares, log, onNotice } = options;
  const lease = createLease();
  const timers: NodeJS.Timeout[] = [];
  let phase: 'idle' | 'offering' | 'running' | 'stopping' = 'idle';
  let parts: readonly Part[] = [];
  let isDraining = false;
  let isTooOld = false;
  const tooOld = Promise.withResolvers<void>();
  /** The database may have more of this station's than there is here. */
  let mustResume = true;
  let beatTimer: NodeJS.Timeout | null = null;
  let beatMs = 10_000;
  /** Services whose address in the database is not theirs any more. */
  let refusedServices: ReadonlySet<string> = new Set();
  let toldServices = '';
  /** Services of which this station has said that they take nothing. */
  let toldConditions: ReadonlySet<string> | null = null;
  let conditionsSeen = '[]';
  let isKnown = false;
  let sharesSeen: ReadonlyMap<string, boolean> | null = null;

  const fault = (error: unknown) => {
    if (!(error instanceof StudioAway))
      log.warn(error instanceof Error ? (error.stack ?? error.message) : String(error));
  };
  const safely = (act: () => Promise<void>) => () => void act().catch(fault);

  const usable = () => options.services().filter(({ service }) => !refusedServices.has(service.id));
  const profileOf = (serviceId: string) => usable().find(({ service }) => service.id === serviceId)?.profileId ?? null;

  /** Shares whose folders answer now. */
  async function sharesThere(): Promise<string[]> {
    const found = await Promise.all(
      shares.names.map((name) => shares.toLocal({ share: name, path: '' }).then(isThere, () => false)),
    );
    const there = shares.names.filter((_, index) => found[index]);
    for (const share of shares.names)
      if (!there.includes(share) && sharesSeen?.has(share) !== false) onNotice(say('studio.share.notThere', { share }));
    sharesSeen = new Map(shares.names.map((share) => [share, there.includes(share)]));
    return there;
  }

  async function able(): Promise<string[]> {
    return [
      ...usable().flatMap(({ service, isUsable }) => (isUsable ? `service:${service.id}` : [])),
      ...(await sharesThere()).map((name) => `share:${name}`),
      ...operationIds.map((operation) => `operation:${operation}`),
    ];
  }

  const listedServices = () => JSON.stringify(usable().map(({ service }) => service));
  const servicesToTell = () => (listedServices() === toldServices ? [] : usable().map(({ service }) => service));

  const beat = coalesced(async () => {
    if (isTooOld) return;
    const asked = moment();
    const held = store.shared.open();
    const heard = await work.beat(
      {
        id: options.id,
        name: options.name,
        program: options.program,
        able: await able(),
        works: options.works && phase === 'running',
      },
      held.map(({ sharedId, fence }) => ({ id: sharedId, fence })),
      servicesToTell(),
    );
    toldServices = listedServices();
    isKnown = true;
    if (heard.version > latestVersion()) {
      isTooOld = true;
      onNotice(say('studio.newer'));
      tooOld.resolve();
      return;
    }
    lease.renew(asked, heard.leaseMs);
    ({ beatMs, parts, isDraining } = heard);
    for (const id of heard.changedServices)
      if (!refusedServices.has(id)) onNotice(say('studio.service.changed', { service: nameOf(id) }));
    refusedServices = new Set(heard.changedServices);
    for (const { profileId, service } of usable()) options.setShare(profileId, requestsOf(service.id));
    for (const lost of heard.lost) {
      const job = held.find(({ sharedId, fence }) => sharedId === lost.id && fence === lost.fence);
      if (job !== undefined) await fence.lost(job.jobId);
    }
    await fence.withdrawSeconds();
    await tellConditions();
    if (options.works && heard.wasHeard) await work.reconcile();
    mustResume = true;
    pullSoon();
  });

  const nameOf = (serviceId: string) =>
    options.services().find(({ service }) => service.id === serviceId)?.service.name ?? serviceId;

  /** Requests at a time of an account that this station may make. */
  function requestsOf(serviceId: string): number {
    const part = parts.find(({ service }) => service === serviceId)?.requests ?? 0;
    const most = options.services().find(({ service }) => service.id === serviceId)?.most ?? 0;
    return Math.min(part, options.lanes ?? most);
  }

  async function makeKnown(): Promise<void> {
    if (!isKnown) await work.hello(options);
    isKnown = true;
  }

  const { takeUp, resume } = createTaking({ store, work, shares, profileOf, onFault: fault });
  const offers = createOffers({
    ...{ store, work, shares, makeKnown },
    onChange: (isOffered) => (isOffered ? pullSoon() : offerSoon()),
    onStay: (count) => onNotice(say('studio.staysHere', { count })),
  });
  const fence = createStationFence({
    ...{ store, work, shares, lease, database },
    leaseMs: () => beatMs * 3,
    breakOff: options.breakOff,
    flush: () => flush(),
  });

  /** Its own trouble with services, for the others: not what concerns this station's key alone. */
  async function tellConditions(): Promise<void> {
    const services = new Map(usable().map(({ profileId, service }) => [profileId, service.id]));
    const told = store.conditions.list().flatMap((each) => {
      const service = services.get(each.subject);
      return service === undefined || !concernsAll(each) ? [] : [{ service, ...asHeldUp(each) }];
    });
    if (told.length === 0 && toldConditions?.size === 0) return;
    conditionsSeen = JSON.stringify(store.conditions.list());
    const before = await work.tell(told);
    // Whoever asked for it to be tried again has taken this station's word back.
    for (const { profileId, service } of usable())
      if (toldConditions?.has(service.id) && !before.includes(service.id)) options.resume(profileId);
    toldConditions = new Set(told.map(({ service }) => service));
  }

  /** Between beats only what is new. */
  async function tellNewConditions(): Promise<void> {
    if (JSON.stringify(store.conditions.list()) !== conditionsSeen && isKnown) await tellConditions();
  }

  /** How many more jobs of each service there is room for: enough that its requests never wait for the database. */
  function room(): Map<string, number> {
    const open = store.shared.open().filter(({ state }) => state === 'queued' || state === 'preparing');
    return new Map(
      usable().flatMap(({ profileId, service, isUsable }) => {
        const requests = requestsOf(service.id);
        const wanted = requests === 0 || !isUsable ? 0 : 2 * requests + 2;
        const has = open.filter((job) => job.profileId === profileId).length;
        return [[service.id, has > wanted / 2 ? 0 : wanted - has] as const];
      }),
    );
  }

  const pull = coalesced(async () => {
    if (phase !== 'running' || !options.works || isDraining || isTooOld || !lease.isValid) return;
    if (store.settings.read().paused || store.trouble.now() !== null) return;
    if (mustResume) {
      await resume();
      mustResume = false;
    }
    for (let isMore = true; isMore && phase === 'running'; ) {
      // Whatever comes between: what was taken and is not a job here yet is found again.
      mustResume = true;
      const taken = await work.take(room());
      for (const each of taken) await takeUp(each);
      mustResume = false;
      isMore = taken.length > 0;
    }
  });

  const flush = coalesced(async () => {
    await flushOutbox({ store, work, shares, onLost: fence.lost }, fault);
    pullSoon();
  });

  const pullSoon = safely(pull);
  const flushSoon = safely(flush);
  const offerSoon = safely(offers.flush);

  /** What was not begun with is for others to do. */
  async function giveBack(): Promise<void> {
    for (const { jobId, sharedId: id, fence: number, state } of store.shared.open())
      if (state === 'queued' && (await work.release({ id, fence: number })))
        store.shared.lose(jobId, say('studio.job.elsewhere'));
  }

  let unsubscribe: () => void = () => undefined;

  function beatAgain(): void {
    if (phase !== 'running') return;
    beatTimer = setTimeout(() => {
      beat().catch(fault).finally(beatAgain);
    }, beatMs);
  }

  /** A lease that was not renewed in time: nothing more leaves until the database was asked. */
  function minds(): void {
    if (lease.isValid || phase !== 'running') return;
    options.breakOff(new Set(store.shared.open().map(({ jobId }) => jobId)));
  }

  database.onChange(() => {
    onNotice(database.isAway ? say('studio.awayGoesOn') : say('studio.back'));
    if (!database.isAway) {
      store.actions.hurry(store.shared.open().map(({ jobId }) => jobId));
      flushSoon();
      offerSoon();
      safely(beat)();
    }
  });

  return {
    fence,
    start() {
      phase = 'running';
      unsubscribe = store.changes.subscribe(({ jobs, foreign }) => {
        if (foreign || jobs.size > 0) flushSoon();
      });
      database.listen(channel, pullSoon);
      timers.push(
        setInterval(pullSoon, pullEvery),
        setInterval(flushSoon, flushEvery),
        setInterval(safely(tellNewConditions), flushEvery),
        setInterval(offerSoon, flushEvery),
        setInterval(minds, 250),
      );
      beat().then(pull).catch(fault).finally(beatAgain);
    },
    startOffering() {
      phase = 'offering';
      timers.push(setInterval(offerSoon, flushEvery));
      offerSoon();
    },
    offer: offers.offer,
    async watcherOf(folder) {
      const place = await shares.toShared(folder);
      if (place === null) return null;
      await makeKnown();
      const { isOurs, station } = await work.watch(place);
      return isOurs ? null : station;
    },
    recipesBehind: (hash) =>
      work.recipesBehind(hash).catch((error: unknown) => {
        fault(error);
        return new Set<string>();
      }),
    tooOld: tooOld.promise,
    wake() {
      safely(beat)();
    },
    async stop() {
      const isWorking = phase === 'running';
      // One that never began, or is too old, has nothing to say.
      const isSilent = phase === 'idle' || isTooOld;
      phase = 'stopping';
      if (beatTimer !== null) clearTimeout(beatTimer);
      for (const timer of timers) clearInterval(timer);
      unsubscribe();
      const goodbye = (async () => {
        if (isSilent) return;
        await Promise.all([beat(), pull()].map((last) => last.catch(fault)));
        if (isWorking) await flush();
        await offers.flush();
        if (!isWorking) return;
        await giveBack();
        await work.leave();
      })();
      await Promise.race([goodbye.catch(fault), new Promise((resolve) => setTimeout(resolve, longestGoodbye).unref())]);
      await options.close?.();
      await database.close();
    },
  };
}

/** A pause the service asked for, or an account without credits: what a key or this computer's network is to blame for is nobody else's. */
function concernsAll({ condition, message }: Condition): boolean {
  const words = asLogged(message);
  return condition === 'slowed'
    ? words.startsWith('service.pace.busy')
    : condition === 'stopped' && /credits/i.test(words);
}

function asHeldUp({ condition, message, until }: Condition) {
  return {
    condition: condition === 'slowed' ? ('slowed' as const) : ('stopped' as const),
    message,
    forMs: until === null ? null : Math.max(0, until - Date.now()),
  };
}
