/** What the user decides about jobs, and what becomes of photographs that are added. */
import { z } from 'zod';
import type { Message } from '../messages/message.ts';
import type { Estimate } from '../services/costs.ts';

/** The user's word on jobs that may have been charged. */
export const decisionSchema = z.enum(['ask-again', 'send-again', 'give-up']);
export type JobDecision = z.infer<typeof decisionSchema>;

/** What became of results that were to go to the trash. */
export interface KeepOneReport {
  readonly removed: number;
  /** Those whose files could not be moved there. */
  readonly left: number;
  /** Of the first of them; null: it was stopped, or there is none. */
  readonly why: Message | null;
}

/** What became of paths that were added to be looked through. */
export interface ProofReport {
  /** The batch in which they are; where none of them is new, the one in which one is. Null: there is none. */
  readonly batchId: number | null;
  /** Photographs that are new there. */
  readonly added: number;
  /** Photographs that were to be looked through already. */
  readonly known: number;
  /** Results of Burnish's own inside a folder, which are left out. */
  readonly own: number;
  readonly refused: readonly { readonly path: string; readonly message: Message }[];
  /** What else there is to say of what was added, in sentences. */
  readonly notes: readonly Message[];
}

/** What became of paths that were added. */
export interface AddReport {
  readonly batchId: number | null;
  /** Photographs that became new jobs. */
  readonly accepted: number;
  /** Photographs that have a job with this recipe already, which goes on (or is under way). */
  readonly resumed: number;
  /** How many of those are refused, and only fail once more. */
  readonly refusedAgain: number;
  /** Photographs that have a job with this recipe already, which waits for the user's decision. */
  readonly undecided: number;
  /** Photographs that are not taken: finished before, or Burnish's own results inside a folder. */
  readonly skipped: number;
  /** The jobs of those that were finished before: these can be done again. */
  readonly finishedBefore: readonly number[];
  /** How many of those have results that are no longer where they were written. */
  readonly resultsGone: number;
  readonly refused: readonly { readonly path: string; readonly message: Message }[];
  /** What else there is to say of what was added, in sentences. */
  readonly notes: readonly Message[];
  /** What the new jobs may cost, at each service that charges; absent where there is none. */
  readonly estimates?: readonly Estimate[];
  /** The batch is held until the user has said that it may cost that. */
  readonly asksAboutCost?: boolean;
}

/** A comparison of two services that has begun, by its id. */
export interface ComparisonStarted {
  readonly id: number;
  readonly report: AddReport;
}

/** How the trial of a batch stands. */
export interface Trial {
  /** How many photographs are done first. */
  readonly count: number;
  /** Photographs that came to rest, and that are under way. */
  readonly done: number;
  readonly open: number;
  /** Those that wait for a look at them. */
  readonly left: number;
}

/** The photographs of a batch that its recipe was not for. */
export interface ExcludedPhotos {
  readonly batchId: number;
  /** The batch of those that wait to be looked through; null where none do. */
  readonly proofsBatchId: number | null;
  /** What became of them and why, and of how many. */
  readonly reasons: readonly { readonly message: Message; readonly count: number }[];
}

/** Outcome of moving originals whose work is done to a folder “Done”. */
export interface OriginalsReport {
  readonly moved: number;
  /** Originals that were in such a folder already. */
  readonly there: number;
  /** Photographs that stay because their work is unfinished, or because they have none. */
  readonly notDone: number;
  /** Why others stay; the first few. */
  readonly failed: readonly Message[];
  readonly failedCount: number;
}
