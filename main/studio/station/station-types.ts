/** The interface of a station, and its dependencies. */
import type { ClientConfig } from 'pg';
import type { Message } from '../../../contract/messages/message.ts';
import type { Share } from '../../../contract/studio/studio.ts';
import type { NewJob, Store } from '../../store/index.ts';
import type { StudioDatabase } from '../connection/studio-database.ts';
import type { StationFence } from '../dispatch/station-fence.ts';
import type { OfferOutcome, OfferTerms, ServedService, SharedItem, SharedWork } from '../queue/queue-types.ts';
import type { Shares } from '../shares/shared-path.ts';

/** The options of a computer in a studio. */
export interface StudioAccess {
  readonly connection: ClientConfig;
  readonly shares: readonly Share[];
  /** UUID of this station and its data folder. */
  readonly id: string;
  readonly name: string;
  readonly person: string;
  readonly works: boolean;
  readonly isDesk: boolean;
  /** Maximum number of concurrent requests; null: the account's. */
  readonly lanes: number | null;
  /** False for a studio that a command names, which does not change the recipes here. */
  readonly isJoined: boolean;
}

export interface StationOptions extends Omit<StudioAccess, 'connection' | 'shares' | 'isJoined'> {
  readonly store: Store;
  readonly database: StudioDatabase;
  readonly work: SharedWork;
  readonly shares: Shares;
  readonly program: string;
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
