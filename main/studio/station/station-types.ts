/** The interface of a station, and its dependencies. */
import type { Message } from '../../../contract/messages/message.ts';
import type { NewJob, Store } from '../../store/index.ts';
import type { StudioDatabase } from '../connection/studio-database.ts';
import type { StationFence } from '../dispatch/station-fence.ts';
import type { OfferOutcome, OfferTerms, SharedItem, SharedService, SharedWork } from '../queue/queue-types.ts';
import type { Shares } from '../shares/share-paths.ts';

/** A service that a local profile uses. */
export interface ServedService {
  readonly profileId: string;
  readonly service: SharedService;
  /** Whether this station has its key, or it needs none. */
  readonly isUsable: boolean;
  /** Maximum number of concurrent requests of this station. */
  readonly maxRequests: number;
}

export interface StationOptions {
  readonly store: Store;
  readonly database: StudioDatabase;
  readonly work: SharedWork;
  readonly shares: Shares;
  readonly id: string;
  readonly name: string;
  /** Version of the program. */
  readonly program: string;
  /** Whether it processes jobs; otherwise it only offers and decides. */
  readonly works: boolean;
  readonly person: string;
  readonly isDesk: boolean;
  /** Maximum number of concurrent requests; null: no limit other than the account's. */
  readonly lanes: number | null;
  readonly services: () => readonly ServedService[];
  /** See `Queue`. */
  readonly setShare: (profileId: string, requests: number | null) => void;
  readonly abortJob: (jobIds: ReadonlySet<number>) => void;
  readonly resume: (profileId: string) => void;
  readonly setHeld: (isHeld: boolean) => void;
  /** Called when the folder of a share becomes available. `studio`: its id. */
  readonly onShare: (share: string, studio: string) => void;
  /** Called when `Station.condition` may have changed. */
  readonly onChange: () => void;
  /** `isOver`: an outage has ended. */
  readonly onNotice: (text: Message, isOver?: boolean) => void;
  /** Ends other users of the database before it is closed. */
  readonly close?: () => Promise<void>;
  readonly log: { warn(text: string): void };
}

export interface StationCondition {
  /** Whether the studio has received a heartbeat since the start. */
  readonly isHeard: boolean;
  /** Why the studio does not let this station in; null if it does or that is unknown. */
  readonly refusal: Message | null;
  readonly isPaused: boolean;
  readonly isDraining: boolean;
  /** Number of its open shared jobs. */
  readonly holds: number;
}

export interface Station {
  readonly fence: StationFence;
  readonly condition: StationCondition;
  /** Starts processing. */
  start(): void;
  /** Starts only the offers, because another process has this computer's queue. */
  startOffering(): void;
  /**
   * Stores the photographs in shares as offers, and returns the others, which this station processes itself.
   * @param onOffered called with each outcome
   */
  offer(
    jobs: readonly NewJob[],
    terms: OfferTerms,
    onOffered?: (item: SharedItem, outcome: OfferOutcome) => void,
  ): Promise<NewJob[]>;
  /** See `Offers.newJobsOf`. */
  newJobsOf(localBatch: number): readonly number[];
  /** Claims a watch folder, and returns null; or returns the name of the station that has it. @throws StudioUnreachable */
  watcherOf(folder: string): Promise<string | null>;
  /** Takes a watch folder from its station; returns false outside shares. @throws StudioUnreachable */
  takeWatch(folder: string): Promise<boolean>;
  /** Finds the recipes (ids) that produced a content at any station; empty if unknown. */
  readonly findAppliedRecipes: (hash: string) => Promise<ReadonlySet<string>>;
  /** Resolves if a newer Burnish has migrated the studio. This station stops its work then. */
  readonly tooOld: Promise<void>;
  /** Sends a heartbeat after the computer has slept. */
  wake(): void;
  /** Stops or resumes claims. */
  rest(isResting: boolean): void;
  /** Sends all stored changes and offers. @throws StudioUnreachable */
  flushAll(): Promise<void>;
  /** Releases its jobs (`releaseWork`) and starts nothing new. @throws StudioUnreachable */
  handOver(): Promise<void>;
  /**
   * Sends the remaining changes and closes the database.
   * @param mode `leave`: releases unsent jobs and leaves; `replace`: another station of this computer follows immediately
   */
  stop(mode?: 'leave' | 'replace'): Promise<void>;
}
