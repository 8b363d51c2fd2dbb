/**
 * This computer's part in a studio while the program runs: begun, ended and begun anew without a restart. Nothing of a studio's code is
 * loaded before there is one.
 */
import { randomUUID } from 'node:crypto';
import type { JobOrigin } from '../../../contract/jobs/job.ts';
import { type Message, msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { StudioMembership } from '../../../contract/studio/studio.ts';
import type { JoinOutcome, ShareCheck, StationStatus } from '../../../contract/studio/studio-status.ts';
import type { KeyStore } from '../../service/keys/key-store.ts';
import type { NewJob, PreviewSubject, Store } from '../../store/index.ts';
import type { ServedService } from '../station/station-types.ts';
import type { Studio, StudioAccess, StudioDependencies } from '../studio.ts';
import { refusalMessage, type StudioMembershipState, stationStatus } from './station-status.ts';
import { type SwappableFence, swappable } from './swappable-fence.ts';

export interface MembershipOptions extends Omit<StudioDependencies, 'onChange'> {
  readonly store: Store;
  readonly keys: KeyStore;
  /** The fence of a computer that is in no studio. */
  readonly alone: SwappableFence;
  /** The service of a profile; null where it cannot be said yet. */
  readonly sharedService: (profileId: string) => Promise<ServedService | null>;
  /** Told when `standing` may be another one. */
  readonly onChange: () => void;
}

/** How soon a database that is away, or lets nobody in, is asked again, ms. */
const askAgainAfter = 5000;

/** A batch in the studio; `localBatch`: the one of this computer that shows it. */
interface BatchOffer {
  readonly key: string;
  readonly title: Message;
  readonly localBatch?: number;
}

export type Membership = ReturnType<typeof createMembership>;

export function createMembership(options: MembershipOptions) {
  const { store, keys, alone, onChange, log } = options;
  let membershipState: StudioMembershipState | null = null;
  let turn: 'none' | 'own' | 'other' = 'none';
  let asking: NodeJS.Timeout | null = null;
  /** It is ended just now. */
  let isStanding = false;
  /** Aborted where it is joined or left otherwise meanwhile. */
  let finishing: AbortController | null = null;
  /** One after the other: whoever joins, leaves, or reads what another process has done of that. */
  let acts: Promise<unknown> = Promise.resolve();
  let unfollow: () => void = () => undefined;

  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const done = acts.then(act);
    acts = done.catch(() => undefined);
    return done;
  };
  const userMessageOf = (fault: unknown): Message | null => (fault instanceof UserFacingError ? fault.sentence : null);

  /** What stands between jobs and the studio now: while it lets nobody in, its jobs wait. */
  const fenceNow = () =>
    membershipState?.studio == null || isStanding || refusalMessage(membershipState) !== null
      ? alone
      : membershipState.studio.station.fence;

  /** The studio that takes photographs now. */
  const active = (): Studio | null => membershipState?.studio ?? null;
  const needed = (): Studio => {
    const studio = active();
    if (studio === null) throw new UserFacingError(msg('studio.notJoined'));
    return studio;
  };

  const unsent = () => store.shared.offers.count() + store.shared.outbox(1).length;

  async function open(access: StudioAccess): Promise<Studio> {
    return (await import('../studio.ts')).openStudio(access, options);
  }

  function beginAs(): void {
    const { studio, isLetIn } = membershipState ?? {};
    if (studio == null || isLetIn !== true) return;
    if (turn === 'own') studio.station.start();
    else if (turn === 'other') studio.station.startOffering();
    // Whoever has the queue: what others do is shown.
    studio.desk?.start();
    studio.previews.start();
    studio.library?.start();
    // What has waited for a studio goes on.
    store.actions.hurry(store.shared.open().map(({ jobId }) => jobId));
  }

  /** Asks until the database says whether this Burnish may take part, then begins. */
  async function comeIn(state: StudioMembershipState): Promise<void> {
    const { studio } = state;
    if (studio === null) return;
    const fault = await studio.check().then(
      () => null,
      (error: unknown) => error ?? new Error('unknown'),
    );
    if (membershipState !== state) return;
    if (fault === null) {
      state.isLetIn = true;
      state.refusal = null;
      beginAs();
    } else {
      const sentence = userMessageOf(fault);
      if (sentence === null) log.warn(fault instanceof Error ? (fault.stack ?? fault.message) : String(fault));
      state.refusal = studio.isAway ? null : (sentence ?? msg('studio.away'));
      asking = setTimeout(() => void comeIn(state), askAgainAfter);
      asking.unref();
    }
    onChange();
  }

  /** Ends the station in order. @param mode see `Station.stop` */
  async function stand(mode: 'away' | 'anew'): Promise<void> {
    const before = membershipState;
    if (before === null) return;
    if (asking !== null) clearTimeout(asking);
    finishing?.abort();
    finishing = null;
    isStanding = true;
    if (before.isLetIn) await before.studio?.station.stop(mode);
    else await before.studio?.close();
    membershipState = null;
    isStanding = false;
    options.setHeld(false);
    for (const { id } of store.profiles.list()) options.setShare(id, null);
    onChange();
  }

  function stationId(): string {
    const { stationId: known } = store.settings.read();
    if (known !== '') return known;
    const id = randomUUID();
    store.settings.save({ stationId: id });
    return id;
  }

  /** Takes the seat that the settings speak of. */
  async function sitDown(): Promise<void> {
    const { studio: membership } = store.settings.read();
    if (membership === null) return;
    const { joinedAccess } = await import('./studio-credentials.ts');
    let studio: Studio | null = null;
    let refusal: Message | null = null;
    try {
      studio = await open(joinedAccess(membership, stationId(), keys));
    } catch (fault) {
      refusal = userMessageOf(fault);
      if (refusal === null) throw fault;
    }
    membershipState = { studio, membership, isLetIn: false, refusal };
    onChange();
    void comeIn(membershipState);
  }

  /** As the settings say, whoever has changed them. */
  const follow = () =>
    inTurn(async () => {
      const { studio } = store.settings.read();
      if (JSON.stringify(studio) === JSON.stringify(membershipState?.membership ?? null)) return;
      if (membershipState !== null)
        await stand(studio?.address === membershipState.membership?.address ? 'anew' : 'away');
      await sitDown();
    }).catch((fault) => log.warn(String(fault)));

  async function leaveStudio(): Promise<void> {
    store.settings.save({ studio: null });
    const { passwordKeyId } = await import('./studio-credentials.ts');
    keys.remove(passwordKeyId);
    await stand('away');
    forgetStudio();
  }

  /** What others have is not shown any more; all that was done here stays. */
  function forgetStudio(): void {
    store.mirrored.clear();
    store.studioSync.forget();
    store.shared.forget();
    store.studioDocuments.clear();
  }

  return {
    /** What jobs ask before they send or show anything. */
    fence: swappable(fenceNow, () => active()?.station.fence ?? alone),
    get studio() {
      return active();
    },
    /** The studio that a command names; whoever opened it checks it. */
    async openFor(access: StudioAccess) {
      membershipState = { studio: await open(access), membership: null, isLetIn: true, refusal: null };
    },
    /** The one that was joined, as soon as it can be reached, and whatever is joined and left later. */
    async openJoined() {
      unfollow = store.changes.subscribe(({ lists, foreign }) => {
        if (foreign || lists.has('settings')) void follow();
      });
      await inTurn(sitDown);
    },
    /** This process has the queue; or another one has it. */
    startProcessing() {
      turn = 'own';
      beginAs();
    },
    startOffering() {
      turn = 'other';
      beginAs();
    },
    async stop() {
      unfollow();
      await inTurn(() => stand('away'));
    },
    /**
     * For photographs that come together: null on a computer that is in no studio.
     * @param batch see `OfferTerms`
     */
    intake(batch: BatchOffer, profileId: string, origin: JobOrigin) {
      const studio = active();
      if (studio === null) return null;
      return {
        async offer(jobs: readonly NewJob[], known: 'go-on' | 'pass'): Promise<readonly NewJob[]> {
          const served = await options.sharedService(profileId);
          if (served === null) return jobs;
          const { localBatch = null, ...shared } = batch;
          return studio.station.offer(jobs, { batch: shared, localBatch, origin, known, service: served.service });
        },
        findAppliedRecipes: studio.station.findAppliedRecipes,
      };
    },
    /**
     * Sends what was added to a batch of this computer, and shows it here.
     * @returns whether all of it is shown; false also while the database is away
     */
    async showOffered(localBatch: number): Promise<boolean> {
      const studio = active();
      if (studio?.desk == null) return true;
      try {
        await studio.station.flushAll();
        await studio.desk.refresh();
      } catch (fault) {
        log.warn(String(fault));
        return false;
      }
      return studio.station.newJobsOf(localBatch).every((id) => store.shared.byShared(id) !== null);
    },
    /** See `PreviewExchange.want`; false where there is no studio. */
    requestPreview: async (subject: PreviewSubject): Promise<boolean> =>
      (await active()?.previews.want(subject)) ?? false,
    /** See `Station.watcherOf`; null where there is no studio. */
    watcherOf: async (folder: string): Promise<string | null> => active()?.station.watcherOf(folder) ?? null,
    standing: (): StationStatus | null =>
      membershipState === null
        ? null
        : { ...stationStatus(membershipState, store, turn === 'own'), isLeaving: finishing !== null },
    /**
     * Has this computer take part, from now on.
     * @param password null: the one that is kept
     * @throws UserFacingError where it cannot; nothing has changed then
     */
    join: (wanted: StudioMembership, password: string | null, canCreate: boolean): Promise<JoinOutcome> =>
      inTurn(async () => {
        const { joinedAccess, studioOrigin, passwordKeyId } = await import('./studio-credentials.ts');
        const origin = studioOrigin(wanted.address);
        const before = store.settings.read().studio;
        const isOther = before !== null && studioOrigin(before.address) !== origin;
        if (isOther && store.shared.open().length + unsent() > 0)
          throw new UserFacingError(msg('studio.join.leaveFirst'));
        const studio = await open(joinedAccess(wanted, stationId(), keys, password));
        try {
          if (!(await studio.isMade())) {
            if (!canCreate) {
              await studio.close();
              return { kind: 'none' };
            }
            await studio.make();
          }
          await studio.check();
          const { assertIsShare } = await import('../shares/share-marker.ts');
          for (const share of wanted.shares) assertIsShare(await studio.checkShare(share.name, share.folder), share);
        } catch (fault) {
          await studio.close();
          throw fault;
        }
        if (membershipState !== null) await stand(isOther ? 'away' : 'anew');
        if (password !== null) keys.set(passwordKeyId, password, origin);
        store.settings.save({ studio: wanted });
        membershipState = { studio, membership: store.settings.read().studio, isLetIn: true, refusal: null };
        beginAs();
        onChange();
        return { kind: 'joined' };
      }),
    /**
     * Ends this computer's part. `finish`: once all that it has is done; until then nothing new is taken.
     * @throws UserFacingError where what the studio has not heard yet would be lost
     */
    leave: (first: 'finish' | 'give-back'): Promise<void> =>
      inTurn(async () => {
        if (membershipState === null) return leaveStudio();
        const { studio, isLetIn } = membershipState;
        finishing?.abort();
        if (first === 'finish' && studio !== null && isLetIn && turn === 'own') {
          const { waitUntilIdle } = await import('../dispatch/release-work.ts');
          finishing = new AbortController();
          const { signal } = finishing;
          studio.station.rest(true);
          void waitUntilIdle({ store }, { signal, onHolds: onChange })
            .then(() => (signal.aborted ? undefined : inTurn(leaveStudio)))
            .catch((fault) => log.warn(String(fault)));
          return;
        }
        await studio?.station.flushAll().catch(() => undefined);
        if (unsent() > 0) throw new UserFacingError(msg('studio.leave.unsent'));
        // What cannot be handed over now stays here, and others take it up once this station was not heard for a while.
        if (isLetIn && turn === 'own') await studio?.station.handOver().catch((fault) => log.warn(String(fault)));
        await leaveStudio();
      }),
    /** With all that tells one database from another. @throws UserFacingError for what is no address */
    async shown(address: string): Promise<string> {
      return (await import('./studio-credentials.ts')).studioOrigin(address);
    },
    /** @throws UserFacingError */
    async checkShare(name: string, folder: string): Promise<ShareCheck> {
      const studio = active();
      if (studio !== null) return studio.checkShare(name, folder);
      const { checkShare } = await import('../shares/share-marker.ts');
      return checkShare(folder, { studio: null, share: name, id: store.settings.read().stationId }, false);
    },
    /** Makes a watch folder this computer's. @throws UserFacingError */
    async takeWatch(folder: string): Promise<void> {
      if (!(await needed().station.takeWatch(folder))) throw new UserFacingError(msg('studio.watch.outside'));
    },
    /** How the studio stands, and what is said to it. @throws UserFacingError where there is none, or its database is away */
    overview: async () => needed().screen(),
    pause: async (station: string | null, isPaused: boolean): Promise<void> =>
      station === null ? needed().overview.pauseAll(isPaused) : found(await needed().overview.pause(station, isPaused)),
    drain: async (station: string, isDraining: boolean): Promise<void> =>
      found(await needed().overview.drain(station, isDraining)),
    limit: async (service: string, requests: number): Promise<void> =>
      found(await needed().overview.limit(service, requests)),
    allow: async (service: string, station: string, isAllowed: boolean): Promise<void> =>
      needed().overview.allow(service, station, isAllowed),
    fetchOlder: async (): Promise<void> => needed().fetchOlder(),
    /** Takes over lower prices of the studio. @param profileId of their service */
    approvePrices: async (profileId: string): Promise<void> => needed().library?.approvePrices(profileId),
  };
}

function found(isThere: boolean): void {
  if (!isThere) throw new UserFacingError(msg('studio.gone'));
}
