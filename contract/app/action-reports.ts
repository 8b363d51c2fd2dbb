import { z } from 'zod';
import type { Message } from '../messages/message.ts';
import type { Estimate } from '../services/costs.ts';

/** Decisions about uncertain jobs. */
export const decisionSchema = z.enum(['ask-again', 'send-again', 'give-up']);
export type JobDecision = z.infer<typeof decisionSchema>;

/** Outcome of moving results to the trash. */
export interface KeepOneReport {
  readonly removed: number;
  /** Results not moved. */
  readonly left: number;
  /** Reason for the first; null also after a stop. */
  readonly why: Message | null;
}

/** Outcome of adding paths as proofs. */
export interface ProofReport {
  /** If no proof is new, a batch that already has one, or null. */
  readonly batchId: number | null;
  readonly added: number;
  /** Existing proofs. */
  readonly known: number;
  /** Skipped results of Burnish. */
  readonly own: number;
  readonly refused: readonly { readonly path: string; readonly message: Message }[];
  readonly notes: readonly Message[];
}

export interface AddReport {
  readonly batchId: number | null;
  /** New jobs. */
  readonly accepted: number;
  /** Existing jobs, resumed or in progress. */
  readonly resumed: number;
  /** Existing jobs that fail again, because of their file. */
  readonly refusedAgain: number;
  /** Existing uncertain jobs. */
  readonly undecided: number;
  /** Finished photographs, and results of Burnish. */
  readonly skipped: number;
  /** Finished jobs, for another run. */
  readonly finishedBefore: readonly number[];
  /** Finished jobs with missing results. */
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
  /** Photographs processed first. */
  readonly count: number;
  /** Final photographs of the trial. */
  readonly done: number;
  readonly open: number;
  /** Photographs waiting for a review. */
  readonly left: number;
}

/** Photographs that the recipe's conditions excluded. */
export interface ExcludedPhotos {
  readonly batchId: number;
  /** Batch of their proofs. */
  readonly proofsBatchId: number | null;
  readonly reasons: readonly { readonly message: Message; readonly count: number }[];
}

/** Outcome of moving finished originals to a folder “Done”. */
export interface OriginalsReport {
  readonly moved: number;
  /** Originals already there. */
  readonly there: number;
  /** Photographs with unfinished work, or without any. */
  readonly notDone: number;
  /** Reasons of the first few. */
  readonly failed: readonly Message[];
  readonly failedCount: number;
}
