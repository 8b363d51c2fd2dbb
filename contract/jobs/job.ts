import type { Message } from '../messages/message.ts';
import type { OperationId } from '../operations/operation-spec.ts';
import type { PickRule } from '../recipes/pick-rules.ts';
import type { Evidence } from '../services/costs.ts';

export const jobStates = [
  'queued',
  'preparing',
  'submitting',
  'waiting',
  'fetching',
  'placing',
  'done',
  'failed',
  'cancelled',
  'uncertain',
] as const;
export type JobState = (typeof jobStates)[number];

/** Code, the SQL check and the screens use this table. */
export const transitions: Readonly<Record<JobState, readonly JobState[]>> = {
  // A follower shares the outcome of its leader.
  queued: ['preparing', 'placing', 'failed', 'cancelled', 'uncertain'],
  // Done: the name is taken ("skip"). Uncertain: a paid result is missing. Fetching: the image between two steps must
  // be made again.
  preparing: ['submitting', 'fetching', 'done', 'queued', 'failed', 'cancelled', 'uncertain'],
  submitting: ['waiting', 'fetching', 'queued', 'failed', 'cancelled', 'uncertain'],
  waiting: ['fetching', 'queued', 'failed', 'cancelled', 'uncertain'],
  // The next step starts at `queued`. Analyses have nothing to fetch and pass through.
  fetching: ['placing', 'queued', 'failed', 'cancelled', 'uncertain'],
  placing: ['done', 'fetching', 'queued', 'failed', 'cancelled', 'uncertain'],
  // Only after the rule "skip", because the name may be free now.
  done: ['queued'],
  failed: ['queued', 'waiting', 'fetching'],
  cancelled: ['queued', 'waiting', 'fetching'],
  // Waiting: its task is queried again.
  uncertain: ['queued', 'waiting', 'cancelled', 'failed'],
};

export const runningStates = [
  'preparing',
  'submitting',
  'waiting',
  'fetching',
  'placing',
] as const satisfies readonly JobState[];
/** Final until the user acts. */
export const finalStates = ['done', 'failed', 'cancelled', 'uncertain'] as const satisfies readonly JobState[];

export function canTransition(from: JobState, to: JobState): boolean {
  return transitions[from].includes(to);
}

export const errorKinds = [
  'input',
  'service',
  'network',
  'auth',
  'credits',
  'disk',
  'expired',
  'uncertain',
  'internal',
] as const;
export const advices = [
  'retry',
  'replace-file',
  'edit-recipe',
  'open-services',
  'choose-folder',
  'decide',
  'none',
] as const;

export interface JobError {
  readonly kind: (typeof errorKinds)[number];
  /** Shown under "Details" only. */
  readonly code: string;
  readonly message: Message;
  readonly advice: (typeof advices)[number];
  readonly requestId: string | null;
  readonly logId: string | null;
}

export type JobOrigin = 'watch' | 'drop' | 'command' | 'sample';

/** Kept in memory only. */
export interface JobProgress {
  readonly activity: 'preparing' | 'sending' | 'at-service' | 'receiving' | 'writing';
  /** 0 to 1. */
  readonly fraction: number | null;
  /** ms since 1970. */
  readonly since: number;
}

/** A row of the list, small because the window holds thousands. Times are ms since 1970. */
export interface JobSummary {
  readonly id: number;
  readonly batchId: number;
  readonly sourcePath: string;
  readonly name: string;
  readonly recipeName: string;
  readonly profileId: string;
  readonly operation: OperationId;
  readonly step: number;
  readonly stepCount: number;
  readonly state: JobState;
  readonly held: boolean;
  readonly priority: number;
  readonly position: number;
  readonly attempts: number;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly error: JobError | null;
  readonly progress: JobProgress | null;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  /** Earliest next attempt. */
  readonly runAfter: number;
  readonly resultCount: number;
  /** Leader with the same content and recipe. */
  readonly follows: number | null;
  /** Unsent operations without a list price. */
  readonly unlisted?: readonly OperationId[];
  /** Set for jobs in the studio's queue; `station` null: it waits. Absent or null: local. */
  readonly elsewhere?: { readonly station: string | null } | null;
}

/** Whether it was canceled although it may have been charged. */
export function isGivenUp({ state, error }: Pick<JobSummary, 'state' | 'error'>): boolean {
  return state === 'cancelled' && error?.advice === 'decide';
}

/** Codes that no retry fixes. */
export const permanentCodes: readonly string[] = ['UNUSABLE_FILE'];

export function isPermanentFailure({ state, error }: Pick<JobSummary, 'state' | 'error'>): boolean {
  return state === 'failed' && error !== null && permanentCodes.includes(error.code);
}

export const excludedCode = 'NOT_MEANT';

export function isExcluded({ state, error }: Pick<JobSummary, 'state' | 'error'>): boolean {
  return state === 'done' && error?.code === excludedCode;
}

/** Whether the file is readable but unsuitable for this recipe. */
export function needsOtherRecipe({ state, error }: Pick<JobSummary, 'state' | 'error'>): boolean {
  if (state !== 'failed' || error === null) return false;
  const isAboutFile = permanentCodes.includes(error.code) || error.code.startsWith('SOURCE_');
  return error.advice === 'edit-recipe' || (error.advice === 'replace-file' && !isAboutFile);
}

export interface UncertainGroup {
  /** Error code. */
  readonly cause: string;
  readonly message: Message;
  readonly count: number;
  /** Jobs whose task can be queried again. */
  readonly askable?: number;
  readonly evidence?: Evidence | null;
}

export interface JobEvent {
  readonly at: number;
  readonly kind: 'made' | 'state' | 'fitted' | 'retry' | 'notice' | 'error' | 'result';
  readonly text: Message;
}

export interface StepRun {
  readonly step: number;
  readonly operation: OperationId;
  readonly taskId: string | null;
  readonly requestId: string | null;
  readonly logId: string | null;
  readonly submittedAt: number | null;
  readonly finishedAt: number | null;
  /** Changes before upload. */
  readonly fitted: readonly Message[];
  /** px. */
  readonly uploadWidth: number | null;
  readonly uploadHeight: number | null;
}

/** `person` may be ''. */
export interface BatchOrigin {
  readonly station: string;
  readonly person: string;
}

export interface Batch {
  readonly id: number;
  /** Name of its only file or folder, or a description. */
  readonly title: Message;
  readonly origin: JobOrigin;
  readonly folderId: string | null;
  readonly createdAt: number;
  readonly held: boolean;
  /** Credits; null or absent = no limit. */
  readonly maxCredits?: number | null;
  /** Held because its next request could exceed the limit, or until approval. */
  readonly heldForCost?: boolean;
  /** Photographs processed first; null or absent = all. */
  readonly trial?: number | null;
  /** Null or absent = picks start no work. */
  readonly pickRule?: PickRule | null;
  /** Its photographs are proofs, without jobs. */
  readonly proofs?: boolean;
  /** Set for a batch of another station. */
  readonly addedBy?: BatchOrigin | null;
}
