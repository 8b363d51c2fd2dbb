import { z } from 'zod';
import type { Message } from '../messages/message.ts';
import type { Estimate } from '../services/costs.ts';

/** For jobs that may have been charged. */
export const decisionSchema = z.enum(['ask-again', 'send-again', 'give-up']);
export type JobDecision = z.infer<typeof decisionSchema>;

/** Outcome of moving results to the trash. */
export interface KeepOneReport {
  readonly removed: number;
  /** Results that could not be moved to the trash. */
  readonly left: number;
  /** Reason for the first of those; null also after a stop. */
  readonly why: Message | null;
}

/** Outcome of adding paths as proofs. */
export interface ProofReport {
  /** If no proof is new, a batch that already has one; null if there is none. */
  readonly batchId: number | null;
  readonly added: number;
  /** Photographs that were proofs already. */
  readonly known: number;
  /** Skipped results of Burnish. */
  readonly own: number;
  readonly refused: readonly { readonly path: string; readonly message: Message }[];
  readonly notes: readonly Message[];
}

/** Outcome of adding paths. */
export interface AddReport {
  readonly batchId: number | null;
  /** New jobs. */
  readonly accepted: number;
  /** Existing jobs that were resumed or are in progress. */
  readonly resumed: number;
  /** Those whose file was rejected, so that they will fail again. */
  readonly refusedAgain: number;
  /** Existing uncertain jobs. */
  readonly undecided: number;
  /** Finished photographs, and results of Burnish. */
  readonly skipped: number;
  /** Jobs that can be processed again. */
  readonly finishedBefore: readonly number[];
  /** Those with missing results. */
  readonly resultsGone: number;
  readonly refused: readonly { readonly path: string; readonly message: Message }[];
  readonly notes: readonly Message[];
  /** Per paid service; absent without one. */
  readonly estimates?: readonly Estimate[];
  /** Whether the batch is held until its cost is approved. */
  readonly asksAboutCost?: boolean;
}

export interface ComparisonStarted {
  readonly id: number;
  readonly report: AddReport;
}

export interface Trial {
  /** Number of photographs that are processed first. */
  readonly count: number;
  /** Final photographs of the trial, and open ones. */
  readonly done: number;
  readonly open: number;
  /** Photographs that wait for a review. */
  readonly left: number;
}

/** Photographs of a batch that the conditions of its recipe excluded. */
export interface ExcludedPhotos {
  readonly batchId: number;
  /** Batch of those that became proofs. */
  readonly proofsBatchId: number | null;
  readonly reasons: readonly { readonly message: Message; readonly count: number }[];
}

/** Outcome of moving finished originals to a folder “Done”. */
export interface OriginalsReport {
  readonly moved: number;
  /** Originals that were there already. */
  readonly there: number;
  /** Photographs with unfinished work, or without any. */
  readonly notDone: number;
  /** Reasons of the first few. */
  readonly failed: readonly Message[];
  readonly failedCount: number;
}
