/** What the stations of a studio tell each other, by way of the database. */

import type { JobError, JobOrigin, JobState } from '../../../contract/jobs/job.ts';
import type { Message } from '../../../contract/messages/message.ts';
import type { Decision } from '../../../contract/review/photo-decision.ts';

/** A service as all stations know it. Its key stays where it was entered. */
export interface SharedService {
  /** Worked out from its address (`serviceKey`). */
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly charges: boolean;
  /** Requests at a time that the account bears. */
  readonly cap: number;
}

/** A photograph to be processed by any station that can. All paths in it are shared ones (share-paths.ts). */
export interface SharedItem {
  readonly batch: { readonly key: string; readonly title: Message };
  readonly share: string;
  readonly path: string;
  readonly relativeFolder: string;
  readonly outputFolder: string;
  readonly recipe: unknown;
  readonly contentHash: string;
  readonly pictureHash: string | null;
  readonly workHash: string;
  /** Of all that tells this work on this file from other work: what is asked for, and where which files go. */
  readonly recipeHash: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly origin: JobOrigin;
  readonly priority: number;
  readonly problem: JobError | null;
  /** When the photograph was taken, ms since 1970, as its file says. */
  readonly takenAt: number | null;
  /** What its file said was decided about it. */
  readonly decision: Pick<Decision, 'flag' | 'stars' | 'label'> | null;
  readonly service: SharedService;
  /** What a station must be able to do: see `StationFacts.able`. */
  readonly needs: readonly string[];
  /** What was tried before goes on, or is passed over. */
  /** `again`: also what was done. */
  readonly known: 'go-on' | 'pass' | 'again';
}

export type SharedState = 'queued' | 'taken' | 'done' | 'failed' | 'cancelled' | 'uncertain';

/** What became of an offer; null where it is a result of the studio's own. */
export interface OfferOutcome {
  readonly id: number | null;
  readonly state: SharedState | null;
  readonly isNew: boolean;
}

/** The right to write a job: a station's hold on it, which counts until somebody else takes it. */
export interface FencedJob {
  readonly id: number;
  readonly fence: number;
}

export interface ClaimedJob extends FencedJob {
  readonly item: SharedItem;
  /** Its id. */
  readonly service: string;
  readonly counter: number;
  readonly follows: number | null;
  /** The local batch is made by this. */
  readonly batch: number;
}

/**
 * The most that an attempt may cost, and the limits of all stations together. In credits; null = no limit. The database knows when
 * a day and a month begin.
 */
export interface Spending {
  readonly credits: number;
  readonly perDay: number | null;
  readonly perMonth: number | null;
}

export type SendPermission =
  | { readonly kind: 'go' }
  /** The step has a task at the service, from a station that is gone. */
  | { readonly kind: 'adopt'; readonly taskId: string }
  /** Another station says that the service takes nothing now. */
  | { readonly kind: 'wait'; readonly ms: number; readonly message: Message }
  /** The account may not cost so much; ms until it is worth asking again. */
  | { readonly kind: 'capped'; readonly ms: number }
  /** It may have been sent before, and nobody has said that it may be sent again. */
  | { readonly kind: 'doubt' }
  /** Somebody else has the job. */
  | { readonly kind: 'lost' };

export interface SharedResult {
  readonly element: string;
  readonly output: number;
  /** Null where it lies outside of all shares, or is no file. */
  readonly share: string | null;
  readonly path: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly bytes: number | null;
  /** SHA-256 of the file, hex. */
  readonly hash: string | null;
}

/** A result as the studio knows it. */
export type PlacedResult = Pick<SharedResult, 'element' | 'output' | 'share' | 'path'>;

export interface SharedEnd {
  readonly state: 'done' | 'failed' | 'cancelled' | 'uncertain';
  readonly error: JobError | null;
  readonly results: readonly SharedResult[];
}

export interface StationFacts {
  readonly id: string;
  readonly name: string;
  /** The version of the program. */
  readonly program: string;
  /**
   * What it can do, as words: `service:…` that it has a key for, `share:…`, `operation:…`, `format:…`; `station:…` itself, for what
   * only it has at home.
   */
  readonly able: readonly string[];
  /** Whether it takes work at all. */
  readonly works: boolean;
  /** Who sits there; empty where nobody says. */
  readonly person: string;
  /** Whether somebody looks at the studio's work from there. */
  readonly isDesk: boolean;
}

/** A station's part in a service. */
export interface ServiceShare {
  readonly service: string;
  /** Requests at a time that are this station's. */
  readonly requests: number;
}

export interface Heartbeat {
  /** Jobs that this station held and somebody else has now. */
  readonly lost: readonly FencedJob[];
  readonly parts: readonly ServiceShare[];
  readonly isDraining: boolean;
  /** Nothing new is begun: here, or by all. */
  readonly isPaused: boolean;
  /** Services (ids) that this station may not use, whatever it has a key for. */
  readonly refused: readonly string[];
  /** The studio's own id. */
  readonly studio: string;
  /** Services whose address was changed in the database. */
  readonly changedServices: readonly string[];
  readonly leaseMs: number;
  readonly beatMs: number;
  /** True where this station was heard the whole time, so that it may judge of others. */
  readonly wasHeard: boolean;
  readonly version: number;
}

export interface BlockedService {
  readonly service: string;
  readonly condition: 'stopped' | 'slowed';
  readonly message: Message;
  /** ms from now; null = not known. */
  readonly forMs: number | null;
}

export interface SharedWork {
  /** Takes photographs in; those that are known are joined. In one transaction: an offer whose answer was lost can be made again. */
  /** @param isHeld new ones wait until they are released */
  offer(items: readonly SharedItem[], isHeld?: boolean): Promise<OfferOutcome[]>;
  /** The studio's id of a batch, made if it is new. */
  openBatch(batch: SharedItem['batch']): Promise<number>;
  /** Takes jobs, each with a new fence. @param room how many more, by service */
  take(room: ReadonlyMap<string, number>): Promise<ClaimedJob[]>;
  /** What this station holds, as far as the database knows, but for `known` (ids). */
  held(known: readonly number[]): Promise<ClaimedJob[]>;
  /** Committed before the first byte leaves. */
  aboutToSend(item: FencedJob, step: number, spending?: Spending | null): Promise<SendPermission>;
  /** The results of those of the jobs that are done, by job. */
  resultsOf(ids: readonly number[]): Promise<ReadonlyMap<number, readonly PlacedResult[]>>;
  /** True while the job is this station's, or has ended here; `state` as it stands here. */
  isOurs(item: FencedJob, state: JobState): Promise<boolean>;
  noteAttempt(
    item: FencedJob,
    step: number,
    state: 'not-taken' | 'task' | 'answered' | 'over',
    taskId: string | null,
  ): Promise<void>;
  /** False where the job is somebody else's by now: nothing was written. */
  settled(item: FencedJob, end: SharedEnd): Promise<boolean>;
  /** Goes on with a job that had come to rest: its new fence, or null where somebody else has it. `isDecided`: the user has it sent again. */
  reopen(item: FencedJob, isDecided?: boolean): Promise<number | null>;
  /** Gives back a job that this station has not begun with; false where it has, by what was noted of it. */
  release(item: FencedJob): Promise<boolean>;
  /** Has the station known, before it offers anything. */
  hello(facts: Pick<StationFacts, 'id' | 'name' | 'program' | 'person'>): Promise<void>;
  /** Keeps a name for a file with this content (SHA-256, hex); false where another job has it. What is written so is no photograph for anybody. */
  reserve(item: FencedJob, file: { readonly share: string; readonly pathKey: string }, hash: string): Promise<boolean>;
  /** Says that this station is there and what it holds. */
  beat(facts: StationFacts, held: readonly FencedJob[], services: readonly SharedService[]): Promise<Heartbeat>;
  /** What holds services up, as this station met it; which ones stood there of it before. */
  reportConditions(conditions: readonly BlockedService[]): Promise<readonly string[]>;
  /** The recipes (ids) that a file of this content went through, whichever station wrote it; none where nobody did. */
  findAppliedRecipes(hash: string): Promise<ReadonlySet<string>>;
  /** Makes a watch folder this station's, unless another one that is there has it; the name of who has it. */
  watch(folder: {
    readonly share: string;
    readonly path: string;
  }): Promise<{ readonly isOurs: boolean; readonly station: string }>;
  /** Makes a watch folder this station's, whoever has it; that one hears of it the next time it asks (`watch`). */
  takeWatch(folder: { readonly share: string; readonly path: string }): Promise<void>;
  /** Goes on with the work of stations that are gone, puts back missing tickets, and deletes unused ones. */
  reconcile(): Promise<void>;
  /** The station goes: what it holds is others' at once. */
  leave(): Promise<void>;
}
