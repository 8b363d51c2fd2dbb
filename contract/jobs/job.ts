/** The job: its states, the transitions allowed between them, and what the screens see of it. */

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

/** Every transition there is. Code, the SQL check and the screens take them from here. */
export const transitions: Readonly<Record<JobState, readonly JobState[]>> = {
  // A follower shares the fate of the job it follows: placed from its results, failed or uncertain with it.
  queued: ['preparing', 'placing', 'failed', 'cancelled', 'uncertain'],
  // Done before anything is sent: the rule "skip" found the name taken. Uncertain: what an earlier step had paid is gone.
  // Fetching: the image between two steps is gone, and is made again of the earlier step's result.
  preparing: ['submitting', 'fetching', 'done', 'queued', 'failed', 'cancelled', 'uncertain'],
  submitting: ['waiting', 'fetching', 'queued', 'failed', 'cancelled', 'uncertain'],
  waiting: ['fetching', 'queued', 'failed', 'cancelled', 'uncertain'],
  // A further step of the recipe begins at `queued` again; an analysis has nothing to fetch and passes through.
  fetching: ['placing', 'queued', 'failed', 'cancelled', 'uncertain'],
  placing: ['done', 'fetching', 'queued', 'failed', 'cancelled', 'uncertain'],
  // Only what the rule "skip" left alone, when it is asked for again: the name may be free by now.
  done: ['queued'],
  failed: ['queued', 'waiting', 'fetching'],
  cancelled: ['queued', 'waiting', 'fetching'],
  // Waiting: its task is queried again.
  uncertain: ['queued', 'waiting', 'cancelled', 'failed'],
};

/** States in which the app is at work on a job. */
export const runningStates = [
  'preparing',
  'submitting',
  'waiting',
  'fetching',
  'placing',
] as const satisfies readonly JobState[];
/** States that are final until the user does something. */
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
/** The one right thing to offer beside a failure. */
export const advices = [
  'retry',
  'replace-file',
  'edit-recipe',
  'open-services',
  'choose-folder',
  'decide',
  'none',
] as const;

/** Why a job does not go on. */
export interface JobError {
  readonly kind: (typeof errorKinds)[number];
  /** The interface's or our own code; shown under "Details" only. */
  readonly code: string;
  /** What happened, to which file, what to do: for people. */
  readonly message: Message;
  readonly advice: (typeof advices)[number];
  readonly requestId: string | null;
  readonly logId: string | null;
}

export type JobOrigin = 'watch' | 'drop' | 'command' | 'sample';

/** Where a running job is, more finely than its state; lives in memory only. */
export interface JobProgress {
  readonly activity: 'preparing' | 'sending' | 'at-service' | 'receiving' | 'writing';
  /** 0 to 1, null where it cannot be known. */
  readonly fraction: number | null;
  /** When this activity began (ms since 1970). */
  readonly since: number;
}

/** What a list row shows; small, since the window holds thousands. Times are ms since 1970. */
export interface JobSummary {
  readonly id: number;
  readonly batchId: number;
  readonly sourcePath: string;
  readonly name: string;
  readonly recipeName: string;
  readonly profileId: string;
  /** The operation of the current step. */
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
  /** Not before this time (a retry or a pause the service asked for). */
  readonly runAfter: number;
  readonly resultCount: number;
  /** The job with the same content and recipe whose result this one waits for; the service is asked once. */
  readonly follows: number | null;
  /** The studio has it, and not this station: `station` is at work on it, null while it waits for any. Absent or null: it is here. */
  readonly elsewhere?: { readonly station: string | null } | null;
}

/** True for a job that was cancelled in the knowledge that it may have been charged: to send it again is a decision of its own. */
export function isGivenUp({ state, error }: Pick<JobSummary, 'state' | 'error'>): boolean {
  return state === 'cancelled' && error?.advice === 'decide';
}

/** Codes of errors that come again however often a job is tried: its file stays what it is. */
export const permanentCodes: readonly string[] = ['UNUSABLE_FILE'];

/** True for a job that failed for good: only another file helps. */
export function isPermanentFailure({ state, error }: Pick<JobSummary, 'state' | 'error'>): boolean {
  return state === 'failed' && error !== null && permanentCodes.includes(error.code);
}

/** Code of the error of a job that ended since its recipe is not for its photograph. */
export const excludedCode = 'NOT_MEANT';

/** True for such a job: nothing was done for it. */
export function isExcluded({ state, error }: Pick<JobSummary, 'state' | 'error'>): boolean {
  return state === 'done' && error?.code === excludedCode;
}

/** True for a failure whose sentence offers another recipe: the photograph can be read, and is not what this one needs. */
export function needsOtherRecipe({ state, error }: Pick<JobSummary, 'state' | 'error'>): boolean {
  if (state !== 'failed' || error === null) return false;
  const isAboutFile = permanentCodes.includes(error.code) || error.code.startsWith('SOURCE_');
  return error.advice === 'edit-recipe' || (error.advice === 'replace-file' && !isAboutFile);
}

/** Jobs that wait for the user's decision, by what made them uncertain. */
export interface UncertainGroup {
  /** The code of their error. */
  readonly cause: string;
  /** What happened, for people. */
  readonly message: Message;
  readonly count: number;
  /** Number of them whose task can be queried again. */
  readonly askable?: number;
  /** The service's balances around them; absent or null if none are known. */
  readonly evidence?: Evidence | null;
}

/** One line of a job's timeline. */
export interface JobEvent {
  readonly at: number;
  readonly kind: 'made' | 'state' | 'fitted' | 'retry' | 'notice' | 'error' | 'result';
  readonly text: Message;
}

/** One step of a job as it was carried out. */
export interface StepRun {
  readonly step: number;
  readonly operation: OperationId;
  readonly taskId: string | null;
  readonly requestId: string | null;
  readonly logId: string | null;
  readonly submittedAt: number | null;
  readonly finishedAt: number | null;
  /** What was done to the image before upload. */
  readonly fitted: readonly Message[];
  /** Size of the upload in px, null before it was prepared. */
  readonly uploadWidth: number | null;
  readonly uploadHeight: number | null;
}

/** Where a batch of the studio's was added, and by whom; `person` is '' where nobody said. */
export interface BatchOrigin {
  readonly station: string;
  readonly person: string;
}

export interface Batch {
  readonly id: number;
  /** The name of its one file or folder, or what else it is. */
  readonly title: Message;
  readonly origin: JobOrigin;
  readonly folderId: string | null;
  readonly createdAt: number;
  readonly held: boolean;
  /** The most it may cost, in credits; null or absent = as much as it takes. */
  readonly maxCredits?: number | null;
  /** It is held since its next request could cost more than that, or since the user is to be asked about its cost. */
  readonly heldForCost?: boolean;
  /** So many of its photographs are done first, and the others wait for a look at them; null or absent = all at once. */
  readonly trial?: number | null;
  /** What is done with photographs of it that are picked; null or absent = nothing by itself. */
  readonly pickRule?: PickRule | null;
  /** Its photographs are shown before anything is done with them; they have no jobs here. */
  readonly proofs?: boolean;
  /** Another station of the studio added it. Absent or null: it was added here. */
  readonly addedBy?: BatchOrigin | null;
}
