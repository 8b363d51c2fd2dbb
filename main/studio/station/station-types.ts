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
  /** Whether its key is here or it needs none. */
  readonly isUsable: boolean;
  readonly maxRequests: number;
}

export interface StationOptions {
  readonly store: Store;
  readonly database: StudioDatabase;
  readonly work: SharedWork;
  readonly shares: Shares;
  readonly id: string;
  readonly name: string;
  readonly program: string;
  readonly works: boolean;
  readonly person: string;
  readonly isDesk: boolean;
  /** Maximum number of concurrent requests; null: the account's. */
  readonly lanes: number | null;
  readonly services: () => readonly ServedService[];
  /** See `Queue`. */
  readonly setShare: (profileId: string, requests: number | null) => void;
  readonly abortJob: (jobIds: ReadonlySet<number>) => void;
  readonly resume: (profileId: string) => void;
  readonly setHeld: (isHeld: boolean) => void;
  /** Called when a share becomes available. */
  readonly onShare: (share: string, studio: string) => void;
  readonly onChange: () => void;
  readonly onNotice: (text: Message, isOver?: boolean) => void;
  /** Called before the database is closed. */
  readonly close?: () => Promise<void>;
  readonly log: { warn(text: string): void };
}

export interface StationCondition {
  readonly isHeard: boolean;
  /** Why the studio refuses this station. */
  readonly refusal: Message | null;
  readonly isPaused: boolean;
  readonly isDraining: boolean;
  /** Number of open shared jobs. */
  readonly holds: number;
}

export interface Station {
  readonly fence: StationFence;
  readonly condition: StationCondition;
  start(): void;
  /** Starts offers only, because another process has the queue. */
  startOffering(): void;
  /** Stores the photographs in shares as offers, and returns the others. */
  offer(
    jobs: readonly NewJob[],
    terms: OfferTerms,
    onOffered?: (item: SharedItem, outcome: OfferOutcome) => void,
  ): Promise<NewJob[]>;
  /** See `Offers.newJobsOf`. */
  newJobsOf(localBatch: number): readonly number[];
  /** Claims a watch folder, or returns the name of its station. @throws StudioUnreachable */
  watcherOf(folder: string): Promise<string | null>;
  /** Takes a watch folder; returns false outside shares. @throws StudioUnreachable */
  takeWatch(folder: string): Promise<boolean>;
  /** Finds the recipes (ids) that produced a content at any station; empty during an outage. */
  readonly findAppliedRecipes: (hash: string) => Promise<ReadonlySet<string>>;
  /** Resolves if a newer Burnish has migrated the studio, which stops this station. */
  readonly tooOld: Promise<void>;
  wake(): void;
  /** Stops or resumes claims. */
  rest(isResting: boolean): void;
  /** Sends all stored changes and offers. @throws StudioUnreachable */
  flushAll(): Promise<void>;
  /** Starts nothing new and releases its jobs. @throws StudioUnreachable */
  handOver(): Promise<void>;
  /**
   * Sends the remaining changes and closes the database.
   * @param mode `leave`: releases unsent jobs and leaves; `replace`: another station of this computer follows immediately
   */
  stop(mode?: 'leave' | 'replace'): Promise<void>;
}
