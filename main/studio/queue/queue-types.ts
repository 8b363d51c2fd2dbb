/** The data that the stations of a studio exchange through the database, and the interface of their shared queue. */
import type { JobError, JobOrigin, JobState } from '../../../contract/jobs/job.ts';
import type { Message } from '../../../contract/messages/message.ts';
import type { Decision } from '../../../contract/review/photo-decision.ts';

/** A service as all stations know it. Keys stay on the station where they were entered. */
export interface SharedService {
  /** Derived from the address (`serviceIdOf`). */
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly charges: boolean;
  /** Concurrent requests that the account allows. */
  readonly cap: number;
}

/** A photograph for any station that can process it. All paths are shared ones (`shares/share-paths.ts`). */
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
  /** Hash of the work and of the names and folders of its results. */
  readonly recipeHash: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly origin: JobOrigin;
  readonly priority: number;
  readonly problem: JobError | null;
  /** Capture time from the file's metadata, ms since 1970. */
  readonly takenAt: number | null;
  /** Decisions from the file's metadata. */
  readonly decision: Pick<Decision, 'flag' | 'stars' | 'label'> | null;
  readonly service: SharedService;
  /** See `StationFacts.capabilities`. */
  readonly needs: readonly string[];
  /** Whether failed and canceled jobs are resumed (`go-on`), skipped (`pass`), or repeated like finished ones (`again`). */
  readonly known: 'go-on' | 'pass' | 'again';
}

/** Photographs that are offered together. */
export interface OfferTerms {
  readonly batch: SharedItem['batch'];
  readonly origin: SharedItem['origin'];
  readonly known: SharedItem['known'];
  readonly service: SharedService;
  /** This computer's batch that shows them; null or absent: a new one is created for the studio's jobs. */
  readonly localBatch?: number | null;
}

export type SharedState = 'queued' | 'taken' | 'done' | 'failed' | 'cancelled' | 'uncertain';

/** Null if the photograph is itself a result of the studio. */
export interface OfferOutcome {
  readonly id: number | null;
  readonly state: SharedState | null;
  readonly isNew: boolean;
}

/** A job and its fencing token. The token grows with each claim, and writes with an older one have no effect. */
export interface FencedJob {
  readonly id: number;
  readonly fence: number;
}

export interface ClaimedJob extends FencedJob {
  readonly item: SharedItem;
  /** Id of the service. */
  readonly service: string;
  readonly counter: number;
  readonly follows: number | null;
  readonly batch: number;
}

/** Maximum cost of an attempt and limits over all stations, in credits; null: no limit. Days and months are the database's. */
export interface Spending {
  readonly credits: number;
  readonly perDay: number | null;
  readonly perMonth: number | null;
}

export type SendPermission =
  | { readonly kind: 'go' }
  /** A lost station has a task for this step at the service. */
  | { readonly kind: 'adopt'; readonly taskId: string }
  /** Another station reports that the service is blocked. */
  | { readonly kind: 'wait'; readonly ms: number; readonly message: Message }
  /** The spending limit is reached; ms until the next request. */
  | { readonly kind: 'capped'; readonly ms: number }
  /** It may have been sent before, and the user has not decided yet. */
  | { readonly kind: 'doubt' }
  /** Another station has the job. */
  | { readonly kind: 'lost' };

export interface SharedResult {
  readonly element: string;
  readonly output: number;
  /** Null outside all shares, or if there is no file. */
  readonly share: string | null;
  readonly path: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly bytes: number | null;
  /** SHA-256, hex. */
  readonly hash: string | null;
}

export type PlacedResult = Pick<SharedResult, 'element' | 'output' | 'share' | 'path'>;

export interface SharedOutcome {
  readonly state: 'done' | 'failed' | 'cancelled' | 'uncertain';
  readonly error: JobError | null;
  readonly results: readonly SharedResult[];
}

export interface StationFacts {
  readonly id: string;
  readonly name: string;
  /** Version of the program. */
  readonly program: string;
  /** `service:…` if it has a key, `share:…`, `operation:…`; `station:…` for jobs whose result only it has. */
  readonly capabilities: readonly string[];
  readonly works: boolean;
  /** Empty if unknown. */
  readonly person: string;
  readonly isDesk: boolean;
}

/** Concurrent requests to a service that a station may make. */
export interface ServiceQuota {
  readonly service: string;
  readonly requests: number;
}

export interface Heartbeat {
  /** Jobs of this station that another one has claimed since. */
  readonly lost: readonly FencedJob[];
  readonly quotas: readonly ServiceQuota[];
  readonly isDraining: boolean;
  /** Whether this station or all stations are paused. */
  readonly isPaused: boolean;
  /** Ids of services that this station may not use. */
  readonly refused: readonly string[];
  /** Id of the studio. */
  readonly studio: string;
  /** Services whose address was changed in the database. */
  readonly changedServices: readonly string[];
  readonly leaseMs: number;
  readonly beatMs: number;
  /** Whether this station was never silent for a lease, so that it can judge others. */
  readonly wasHeard: boolean;
  readonly version: number;
}

export interface BlockedService {
  readonly service: string;
  readonly condition: 'stopped' | 'slowed';
  readonly message: Message;
  /** ms from now; null: unknown. */
  readonly forMs: number | null;
}

type SharedFolder = Pick<SharedItem, 'share' | 'path'>;

export interface SharedOffers {
  /** Adds photographs in one transaction, so that an offer whose response was lost can be repeated. Held jobs wait for a release. */
  offer(items: readonly SharedItem[], isHeld?: boolean): Promise<OfferOutcome[]>;
  /** Returns the studio's id of a batch, which it creates if it is new. */
  openBatch(batch: SharedItem['batch']): Promise<number>;
}

export interface SharedClaims {
  /** Claims jobs. @param capacity maximum number of jobs by service */
  claim(capacity: ReadonlyMap<string, number>): Promise<ClaimedJob[]>;
  /** Lists the jobs that the database has for this station, without the ids in `except`. */
  listClaimed(except: readonly number[]): Promise<ClaimedJob[]>;
  /** Whether the job belongs to this station, or has ended here in `state`. */
  isOwn(item: FencedJob, state: JobState): Promise<boolean>;
  /**
   * Resumes a job that ended, or that was taken from this station and not begun by another one.
   * @param isDecided the user lets it be sent again
   * @returns the new fence, or null if another station has the job
   */
  reopen(item: FencedJob, isDecided?: boolean): Promise<number | null>;
  /** Releases a job, unless this station has begun to send it; returns whether it did. */
  release(item: FencedJob): Promise<boolean>;
}

export interface SharedAttempts {
  /** Requests permission to send a step. The attempt is committed before the first byte leaves. */
  requestSend(item: FencedJob, step: number, spending?: Spending | null): Promise<SendPermission>;
  recordAttempt(
    item: FencedJob,
    step: number,
    state: 'not-taken' | 'task' | 'answered' | 'over',
    taskId: string | null,
  ): Promise<void>;
  /** Reserves a name and records the SHA-256 of the content; returns false if another job has the name. */
  reserve(item: FencedJob, file: { readonly share: string; readonly pathKey: string }, hash: string): Promise<boolean>;
  /** Returns false, and writes nothing, if another station has the job. */
  settle(item: FencedJob, outcome: SharedOutcome): Promise<boolean>;
  /** Lists the results of the finished jobs among `ids`. */
  listResults(ids: readonly number[]): Promise<ReadonlyMap<number, readonly PlacedResult[]>>;
}

export interface StationRegistry {
  /** Registers a station before its first offer. */
  register(facts: Pick<StationFacts, 'id' | 'name' | 'program' | 'person'>): Promise<void>;
  sendHeartbeat(
    facts: StationFacts,
    jobs: readonly FencedJob[],
    services: readonly SharedService[],
  ): Promise<Heartbeat>;
  /** Reports blocked services; returns the services of the previous report that are still recorded. */
  reportConditions(conditions: readonly BlockedService[]): Promise<readonly string[]>;
  /** Finds the recipes (ids) that a file of this content went through at any station. */
  findAppliedRecipes(hash: string): Promise<ReadonlySet<string>>;
  /** Claims a watch folder, unless an active station has it; `station` is the owner's name. */
  claimWatch(folder: SharedFolder): Promise<{ readonly isOwn: boolean; readonly station: string }>;
  /** Takes a watch folder from its owner, which finds out with its next `claimWatch`. */
  takeWatch(folder: SharedFolder): Promise<void>;
  /** Leaves: other stations take over at once. */
  leave(): Promise<void>;
}

export interface SharedWork extends SharedOffers, SharedClaims, SharedAttempts, StationRegistry {
  /** Continues the work of lost stations, and repairs tickets. */
  recoverLostJobs(): Promise<void>;
}
