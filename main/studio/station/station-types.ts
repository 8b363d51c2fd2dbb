/** What a station is made of, and what it is for the rest of the program. */
import type { Message } from '../../../contract/messages/message.ts';
import type { NewJob, Store } from '../../store/index.ts';
import type { StudioDatabase } from '../connection/connection.ts';
import type { OfferTerms } from '../dispatch/convert-jobs.ts';
import type { StationFence } from '../dispatch/station-fence.ts';
import type { OfferOutcome, SharedItem, SharedService, SharedWork } from '../queue/queue-types.ts';
import type { Shares } from '../shares/share-paths.ts';

/** A service that a profile of this station stands for. */
export interface ServedService {
  readonly profileId: string;
  readonly service: SharedService;
  /** Whether this station can use it: it has a key, or needs none. */
  readonly isUsable: boolean;
  /** Requests at a time that this station makes at most, whatever the account bears. */
  readonly maxRequests: number;
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
  readonly person: string;
  readonly isDesk: boolean;
  /** Requests at a time at most, whatever this station's part in an account is. */
  readonly lanes: number | null;
  readonly services: () => readonly ServedService[];
  /** See `Queue`. */
  readonly setShare: (profileId: string, requests: number | null) => void;
  readonly abortJob: (jobIds: ReadonlySet<number>) => void;
  readonly resume: (profileId: string) => void;
  readonly setHeld: (held: boolean) => void;
  /** Told of a share whose folder is there for the first time. `studio`: its id. */
  readonly onShare: (share: string, studio: string) => void;
  /** Told when `Station.condition` may be another one. */
  readonly onChange: () => void;
  /** What is to be said: that the database is away and what goes on; that this station is too old. */
  /** `isOver`: a trouble has ended. */
  readonly onNotice: (text: Message, isOver?: boolean) => void;
  /** Ends what else asks the database, before it is closed. */
  readonly close?: () => Promise<void>;
  readonly log: { warn(text: string): void };
}

/** How a station stands with its studio. */
export interface StationCondition {
  /** It was heard by the studio since it began. */
  readonly isHeard: boolean;
  /** Why the studio does not let it take part; null where nothing is known of that. */
  readonly refusal: Message | null;
  readonly isPaused: boolean;
  readonly isDraining: boolean;
  /** Shared jobs that it is at work on. */
  readonly holds: number;
}

export interface Station {
  readonly fence: StationFence;
  readonly condition: StationCondition;
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
    onOffered?: (item: SharedItem, offered: OfferOutcome) => void,
  ): Promise<NewJob[]>;
  /** See `Offers.newJobsOf`. */
  newJobsOf(localBatch: number): readonly number[];
  /** Makes a watch folder this station's, where no other one watches it; null then, and else the name of the one that does. @throws StudioUnreachable */
  watcherOf(folder: string): Promise<string | null>;
  /** Makes a watch folder this station's, whoever watches it; false where it lies in no share. @throws StudioUnreachable */
  takeWatch(folder: string): Promise<boolean>;
  /** The recipes (ids) behind a content that any station wrote; none while that cannot be told. */
  findAppliedRecipes(hash: string): Promise<ReadonlySet<string>>;
  /** Resolves when the studio turns out to be a newer Burnish's: nothing is taken or sent any more. */
  readonly tooOld: Promise<void>;
  /** The computer woke up: everything is asked anew. */
  wake(): void;
  /** Takes nothing new from now on, or does again. */
  rest(isResting: boolean): void;
  /** Resolves when the studio has heard all that there was to say. @throws StudioUnreachable */
  flushAll(): Promise<void>;
  /** See `releaseWork`. Nothing more is taken or sent from now on. @throws StudioUnreachable */
  handOver(): Promise<void>;
  /**
   * Says what there is still to say.
   * @param mode `away`: gives back what it has not begun with, and says goodbye; `anew`: another station goes on at once in its place
   */
  stop(mode?: 'away' | 'anew'): Promise<void>;
}
