/** Requests about batches of which a few photographs are done first. */
import { z } from 'zod';
import type { AddReport, Trial } from '../../contract/app/action-reports.ts';
import { reprocessArgs } from './review.ts';

const id = z.int().positive();

export const trialRequests = {
  'trials.of': z.strictObject({ id }),
  /** Goes on with the rest of a batch. */
  'trials.goOn': z.strictObject({ id }),
  /** Goes on with another recipe, or with its own as it is now; the jobs that waited leave the list. */
  'trials.goOnWith': z.strictObject({ id, ...reprocessArgs }),
} as const;

export interface TrialAnswers {
  /** Null where the batch is no trial, or is none any more. */
  'trials.of': Trial | null;
  'trials.goOn': undefined;
  'trials.goOnWith': AddReport;
}
