/** This computer's part in a studio, for the rest of the program. Functions throw UserFacingError if they fail. */
import type { JobOrigin } from '../../../contract/jobs/job.ts';
import { type Message, msg, UserFacingError } from '../../../contract/messages/message.ts';
import type { ShareCheck, StationStatus } from '../../../contract/studio/studio-status.ts';
import type { NewJob, PreviewSubject, Store } from '../../store/index.ts';
import type { StationFence } from '../dispatch/station-fence.ts';
import type { ServedService } from '../queue/queue-types.ts';
import type { StudioAccess } from '../station/station-types.ts';
import { MembershipSession, type SessionOptions } from './membership-session.ts';

interface MembershipOptions extends SessionOptions {
  /** Finds the service of a profile; null if it is missing or unknown yet. */
  readonly sharedService: (profileId: string) => Promise<ServedService | null>;
}

const fenceRetryMs = 5000;

/** `localBatch`: the batch of this computer that shows the photographs. */
interface BatchOffer {
  readonly key: string;
  readonly title: Message;
  readonly localBatch?: number;
}

export type Membership = ReturnType<typeof createMembership>;

export function createMembership(options: MembershipOptions) {
  const { store } = options;
  const session = new MembershipSession(options);
  const findOverview = () => session.requireStudio().overview;

  return {
    fence: createSwitchedFence(
      () => session.fence,
      () => session.uploadFence,
    ),
    get studio() {
      return session.studio;
    },
    openFor: (access: StudioAccess) => session.openFor(access),
    openJoined: () => session.openJoined(),
    startProcessing: () => session.startAs('process'),
    startOffering: () => session.startAs('offer'),
    stop: () => session.stop(),
    status: () => toStationStatus(session, store),
    join: session.join.bind(session),
    leave: session.leave.bind(session),
    intake: (batch: BatchOffer, profileId: string, origin: JobOrigin) =>
      createStudioIntake(session, options.sharedService, { batch, profileId, origin }),
    showOffered: (localBatch: number) => showOffered(session, options, localBatch),
    /** @see PreviewRequests.add */
    requestPreview: async (subject: PreviewSubject): Promise<boolean> =>
      (await session.studio?.previews.request(subject)) ?? false,
    /** @see Station.watcherOf */
    watcherOf: async (folder: string): Promise<string | null> => session.studio?.station.watcherOf(folder) ?? null,
    /** Formats an address with everything that identifies the database. */
    async shown(address: string): Promise<string> {
      return (await import('./studio-credentials.ts')).studioOrigin(address);
    },
    async checkShare(name: string, folder: string): Promise<ShareCheck> {
      const { studio } = session;
      if (studio !== null) return studio.checkShare(name, folder);
      const { checkShare } = await import('../shares/share-marker.ts');
      return checkShare(folder, { studio: null, share: name, id: store.settings.read().stationId }, false);
    },
    async takeWatch(folder: string): Promise<void> {
      const isTaken = await session.requireStudio().station.takeWatch(folder);
      if (!isTaken) throw new UserFacingError(msg('studio.watch.outside'));
    },
    overview: async () => session.requireStudio().loadOverview(),
    /** @param station null: all stations */
    async pause(station: string | null, isPaused: boolean): Promise<void> {
      if (station === null) await findOverview().pauseAll(isPaused);
      else assertFound(await findOverview().pause(station, isPaused));
    },
    drain: async (station: string, isDraining: boolean): Promise<void> =>
      assertFound(await findOverview().drain(station, isDraining)),
    limit: async (service: string, requests: number): Promise<void> =>
      assertFound(await findOverview().limit(service, requests)),
    allow: async (service: string, station: string, isAllowed: boolean): Promise<void> =>
      findOverview().allow(service, station, isAllowed),
    fetchOlder: async (): Promise<void> => session.requireStudio().desk?.fetchOlder(),
    /** Takes over lower prices of the studio. @param profileId of their service */
    approvePrices: async (profileId: string): Promise<void> =>
      session.requireStudio().library?.approvePrices(profileId),
  };
}

/** Returns null if no studio is joined. */
function toStationStatus(session: MembershipSession, { shared }: Pick<Store, 'shared'>): StationStatus | null {
  const { state, studio, refusal, hasQueue, isLeaving } = session;
  if (state === null) return null;
  const unknown = { isHeard: false, isPaused: false, isDraining: false, holds: shared.open().length };
  const { isHeard, isPaused, isDraining, holds } = studio?.station.condition ?? unknown;
  const { decisions, sync, olderThan } = studio?.mirrorStatus() ?? { decisions: 0, sync: null, olderThan: null };
  const isThere = state.isAdmitted && (isHeard || !hasQueue);
  const condition = refusal !== null ? 'refused' : studio?.isAway ? 'away' : isThere ? 'there' : 'connecting';
  return {
    station: state.membership?.name ?? '',
    condition,
    sync,
    olderThan,
    isPaused,
    isDraining,
    holds,
    message: condition === 'away' ? msg('studio.awayGoesOn') : refusal,
    library: studio?.library?.differences() ?? [],
    unsent: { photographs: shared.offers.count(), decisions },
    isLeaving,
  };
}

/** Returns null if no studio is joined. */
function createStudioIntake(
  session: MembershipSession,
  sharedService: MembershipOptions['sharedService'],
  { batch, profileId, origin }: { batch: BatchOffer; profileId: string; origin: JobOrigin },
) {
  const { studio } = session;
  if (studio === null) return null;
  return {
    /** Returns the jobs that this computer must process itself. */
    async offer(jobs: readonly NewJob[], known: 'go-on' | 'pass'): Promise<readonly NewJob[]> {
      const served = await sharedService(profileId);
      if (served === null) return jobs;
      const { localBatch = null, ...shared } = batch;
      return studio.station.offer(jobs, { batch: shared, localBatch, origin, known, service: served.service });
    },
    findAppliedRecipes: studio.station.findAppliedRecipes,
  };
}

/** Sends the photographs of a local batch and mirrors them; returns whether all are shown. */
async function showOffered(
  session: MembershipSession,
  { store, log }: MembershipOptions,
  localBatch: number,
): Promise<boolean> {
  const { studio } = session;
  if (studio?.desk == null) return true;
  try {
    await studio.station.flushAll();
    await studio.desk.refresh();
  } catch (error) {
    log.warn(String(error));
    return false;
  }
  return studio.station.newJobsOf(localBatch).every((id) => store.shared.byShared(id) !== null);
}

function assertFound(isFound: boolean): void {
  if (!isFound) throw new UserFacingError(msg('studio.gone'));
}

/**
 * Creates the fence of the queue, which stays while studios come and go. Jobs wait during a change or a refusal.
 * @param current returns the fence that decides now
 * @param guarding returns the fence of running uploads, which continue during a refusal
 */
function createSwitchedFence(current: () => StationFence, guarding: () => StationFence): StationFence {
  /** Turns an error of a studio that was closed during the call into a wait. */
  async function orWait<T>(decide: (fence: StationFence) => Promise<T>) {
    const fence = current();
    try {
      return await decide(fence);
    } catch (error) {
      const isRefused = error instanceof UserFacingError && error.name === 'StudioRefused';
      if (!isRefused && fence === current()) throw error;
      return { kind: 'wait', ms: fenceRetryMs, why: msg('studio.waitsToSend') } as const;
    }
  }
  return {
    beforeSending: (job) => orWait((fence) => fence.beforeSending(job)),
    guardOf: (jobId) => guarding().guardOf(jobId),
    beforePlacing: (job) => orWait((fence) => fence.beforePlacing(job)),
    async reserve(jobId, path, hash) {
      const fence = current();
      try {
        return await fence.reserve(jobId, path, hash);
      } catch (error) {
        // The file system decides, as on one computer.
        if (fence !== current()) return true;
        throw error;
      }
    },
    canPoll: (jobId) => current().canPoll(jobId),
  };
}
