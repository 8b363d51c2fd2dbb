/** The data that stations exchange through the database, and the interface of their queue. */
import type { JobDecision } from '../../../contract/app/action-reports.ts';
import type { JobError, JobOrigin, JobState } from '../../../contract/jobs/job.ts';
import type { Message } from '../../../contract/messages/message.ts';
import type { Decision } from '../../../contract/review/photo-decision.ts';
import type { StudioCommand } from '../../store/index.ts';

/** A service as all stations know it, without its key. */
export interface SharedService {
  /** See `serviceIdOf`. */
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly charges: boolean;
  /** Concurrent requests that the account allows. */
  readonly cap: number;
}

/** A service that a local profile uses. */
export interface ServedService {
  readonly profileId: string;
  readonly service: SharedService;
  /** Whether its key is here or it needs none. */
  readonly isUsable: boolean;
  readonly maxRequests: number;
}

/** An offered photograph. All paths are shared ones. */
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
  /** Also covers names and folders of results. */
  readonly recipeHash: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly origin: JobOrigin;
  readonly priority: number;
  readonly problem: JobError | null;
  /** Capture time, ms since 1970. */
  readonly takenAt: number | null;
  readonly decision: Pick<Decision, 'flag' | 'stars' | 'label'> | null;
  readonly service: SharedService;
  /** See `StationFacts.capabilities`. */
  readonly needs: readonly string[];
  /** Known jobs that failed or were canceled: resume them (`go-on`), skip them (`pass`), or repeat all (`again`). */
  readonly known: 'go-on' | 'pass' | 'again';
}

export interface OfferTerms {
  readonly batch: SharedItem['batch'];
  readonly origin: SharedItem['origin'];
  readonly known: SharedItem['known'];
  readonly service: SharedService;
  /** Local batch that shows the photographs; null or absent: a new one. */
  readonly localBatch?: number | null;
}

export type SharedState = 'queued' | 'taken' | 'done' | 'failed' | 'cancelled' | 'uncertain';

/** Null for a result of the studio. */
export interface OfferOutcome {
  readonly id: number | null;
  readonly state: SharedState | null;
  readonly isNew: boolean;
}

/** A job and its fencing token. The token grows with each claim; writes with an older one have no effect. */
export interface FencedJob {
  readonly id: number;
  readonly fence: number;
}

export interface ClaimedJob extends FencedJob {
  readonly item: SharedItem;
  readonly service: string;
  readonly counter: number;
  readonly follows: number | null;
  readonly batch: number;
}

/** Maximum cost of an attempt, and limits of all stations together, in credits; null: no limit. */
export interface Spending {
  readonly credits: number;
  readonly perDay: number | null;
  readonly perMonth: number | null;
}

export type SendPermission =
  | { readonly kind: 'go' }
  /** A lost station has a task for this step. */
  | { readonly kind: 'adopt'; readonly taskId: string }
  | { readonly kind: 'wait'; readonly ms: number; readonly message: Message }
  /** A spending limit is reached. */
  | { readonly kind: 'capped'; readonly ms: number }
  /** It may have been sent before; the user decides. */
  | { readonly kind: 'doubt' }
  | { readonly kind: 'lost' };

export interface SharedResult {
  readonly element: string;
  readonly output: number;
  /** Null outside all shares, and without a file. */
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
  readonly program: string;
  /** `service:…` with a key, `share:…`, `operation:…`. */
  readonly capabilities: readonly string[];
  readonly works: boolean;
  readonly person: string;
  readonly isDesk: boolean;
}

/** Concurrent requests that a station may make. */
export interface ServiceQuota {
  readonly service: string;
  readonly requests: number;
}

export interface Heartbeat {
  /** Jobs that no longer belong to this station. */
  readonly lost: readonly FencedJob[];
  readonly quotas: readonly ServiceQuota[];
  readonly isDraining: boolean;
  readonly isPaused: boolean;
  /** Ids of services that this station may not use. */
  readonly refused: readonly string[];
  readonly studio: string;
  /** Services whose address was changed in the database. */
  readonly changedServices: readonly string[];
  readonly leaseMs: number;
  readonly beatMs: number;
  /** Whether the previous heartbeat is recent, so that this station can judge others. */
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
  /** Adds photographs in one transaction; can be repeated if its response was lost. Held jobs wait for a release. */
  offer(items: readonly SharedItem[], isHeld?: boolean): Promise<OfferOutcome[]>;
  /** Creates a batch if it is new, and returns its id. */
  openBatch(batch: SharedItem['batch']): Promise<number>;
}

export interface SharedClaims {
  /** @param capacity maximum number of jobs by service */
  claim(capacity: ReadonlyMap<string, number>): Promise<ClaimedJob[]>;
  /** Lists this station's jobs in the database, without the ids in `except`. */
  listClaimed(except: readonly number[]): Promise<ClaimedJob[]>;
  /** Whether the job belongs to this station or has ended here in `state`. */
  isOwn(item: FencedJob, state: JobState): Promise<boolean>;
  /**
   * Resumes a job that ended, or that no other station has begun.
   * @param isDecided whether the user lets it be sent again
   * @returns the new fence, or null if another station has the job
   */
  reopen(item: FencedJob, isDecided?: boolean): Promise<number | null>;
  /** Releases an unsent job; returns whether it did. */
  release(item: FencedJob): Promise<boolean>;
}

export interface SharedAttempts {
  /** Commits an attempt before the first byte of a step leaves. */
  requestSend(item: FencedJob, step: number, spending?: Spending | null): Promise<SendPermission>;
  recordAttempt(
    item: FencedJob,
    step: number,
    state: 'not-taken' | 'task' | 'answered' | 'over',
    taskId: string | null,
  ): Promise<void>;
  /** Reserves a name for a content (SHA-256); returns false if another job has it. */
  reserve(item: FencedJob, file: { readonly share: string; readonly pathKey: string }, hash: string): Promise<boolean>;
  /** Returns false if another station has the job. */
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
  /** Returns the services of the previous report that were still recorded. */
  reportConditions(conditions: readonly BlockedService[]): Promise<readonly string[]>;
  /** Finds the recipes (ids) that produced a content at any station. */
  findAppliedRecipes(hash: string): Promise<ReadonlySet<string>>;
  /** Claims a watch folder unless an active station has it; returns the owner's name. */
  claimWatch(folder: SharedFolder): Promise<{ readonly isOwn: boolean; readonly station: string }>;
  /** Takes a watch folder from its owner. */
  takeWatch(folder: SharedFolder): Promise<void>;
  /** Lets other stations take over at once. */
  leave(): Promise<void>;
}

export interface SharedWork extends SharedOffers, SharedClaims, SharedAttempts, StationRegistry {
  /** Continues the work of lost stations, and repairs tickets. */
  recoverLostJobs(): Promise<void>;
}

export type JobSelection =
  | { readonly job: number }
  | { readonly jobs: readonly number[] }
  | { readonly cause: string }
  | { readonly service: string }
  | { readonly all: true };

/** Commands on waiting and finished jobs; running ones are skipped. */
export type IdleJobCommand = Extract<StudioCommand, 'again' | 'hold' | 'go-on' | 'first' | 'last'>;

/** Functions on jobs return how many jobs changed. */
export interface JobCommands {
  /** Decides uncertain jobs, with those that share their result. */
  decide(selection: JobSelection, decision: Exclude<JobDecision, 'ask-again'>): Promise<number>;
  /** Retries failed jobs with their leaders. */
  retry(selection: JobSelection): Promise<number>;
  cancel(selection: JobSelection): Promise<number>;
  applyToIdleJobs(jobs: readonly number[], command: IdleJobCommand): Promise<number>;
}
