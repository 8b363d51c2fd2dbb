/** Requests about the queue: its list, jobs, batches, trials, and output folders that take no results. */
import { z } from 'zod';
import {
  type AddReport,
  decisionSchema,
  type ExcludedPhotos,
  type OriginalsReport,
  type Trial,
} from '../../contract/app/action-reports.ts';
import type { JobDetail } from '../../contract/app/app-snapshot.ts';
import type { JobSummary, UncertainGroup } from '../../contract/jobs/job.ts';
import type { ForgettableCounts } from '../../contract/jobs/result.ts';
import { pickRuleSchema } from '../../contract/recipes/pick-rules.ts';
import {
  type ChoiceTally,
  type JobTally,
  jobChoiceSchema,
  jobQuerySchema,
  type ListHead,
  type ListOrder,
  placeSchema,
  rowsSchema,
  spanSchema,
} from '../../contract/review/list-queries.ts';
import { grantIdSchema } from '../../contract/validation/path-grant.ts';

const id = z.int().positive();
const onJobs = z.strictObject({ on: jobChoiceSchema });

/** `recipeId` null: each photograph's current recipe. `profileId` null or absent: the service of the recipe. */
export const reprocessArgs = {
  recipeId: z.string().max(64).nullable(),
  profileId: z.string().max(64).nullable().optional(),
};

export const jobRequests = {
  'queue.setPaused': z.strictObject({ paused: z.boolean() }),
  'batches.setHeld': z.strictObject({ id, held: z.boolean() }),
  'batches.cancel': z.strictObject({ id }),
  /** Counts what `batches.forget` would delete. */
  'batches.forgettable': z.strictObject({ id }),
  /** Deletes the findings in the photographs of a batch. */
  'batches.forget': z.strictObject({ id }),
  /** `rule` null: picks start no work. */
  'batches.setPickRule': z.strictObject({ id, rule: pickRuleSchema.nullable() }),

  /** Reads the first rows at once, before `jobs.order` has sorted the list. */
  'jobs.head': jobQuerySchema,
  'jobs.order': jobQuerySchema,
  'jobs.rows': rowsSchema,
  /** Reads ids only, so that the span may have any length. */
  'jobs.ids': spanSchema,
  'jobs.place': placeSchema,
  'jobs.tally': jobQuerySchema,
  'jobs.sum': onJobs,
  'jobs.detail': z.strictObject({ id }),
  'jobs.setHeld': onJobs.extend({ held: z.boolean() }),
  'jobs.cancel': onJobs,
  'jobs.retry': onJobs,
  /** `onlyDone`: skips jobs that are not done. */
  'jobs.again': onJobs.extend({ onlyDone: z.boolean() }),
  'jobs.processWith': onJobs.extend(reprocessArgs),
  'jobs.redirect': onJobs.extend({ folder: grantIdSchema }),
  'jobs.remove': onJobs,
  'jobs.move': onJobs.extend({ to: z.enum(['first', 'last']) }),
  'jobs.decide': onJobs.extend({ decision: decisionSchema }),
  /** Decides about all uncertain jobs with one error code. */
  'jobs.decideCause': z.strictObject({
    cause: z.string().min(1).max(100),
    decision: decisionSchema,
    /** Number of jobs the user was shown. If there are more now, nothing is done, because they may be charged again. */
    seen: z.int().positive(),
  }),
  'jobs.notMeant': z.undefined(),
  'jobs.notMeantIn': z.strictObject({ id }),
  'jobs.isMended': z.strictObject({ id }),
  'jobs.revealSource': z.strictObject({ id }),
  /** Moves originals whose work is done to a sibling folder “Done”. Responds at the end; `lists.stop` cancels. */
  'jobs.moveOriginals': onJobs,

  'trials.of': z.strictObject({ id }),
  /** Continues with the rest of a batch. */
  'trials.goOn': z.strictObject({ id }),
  /** Continues with another recipe, or the current version of its own. The waiting jobs leave the list. */
  'trials.goOnWith': z.strictObject({ id, ...reprocessArgs }),

  /** Checks output folders that take no results again, at once. */
  'outputs.tryNow': z.strictObject({}),
  /** Asks the user for a replacement of such a folder. */
  'outputs.redirect': z.strictObject({ folder: z.string().min(1).max(4096) }),
} as const;

/** Numbers without a comment count the affected jobs. */
export interface JobResponses {
  'queue.setPaused': undefined;
  'batches.setHeld': undefined;
  'batches.cancel': undefined;
  'batches.forgettable': ForgettableCounts;
  /** Number of deleted analyses. */
  'batches.forget': number;
  'batches.setPickRule': undefined;
  'jobs.head': ListHead<JobSummary>;
  'jobs.order': ListOrder;
  /** Null if the revision is no longer known; request a new order then. A removed row is null. */
  'jobs.rows': readonly (JobSummary | null)[] | null;
  /** Null if the revision is no longer known. */
  'jobs.ids': readonly number[] | null;
  /** Index of the row; -1 if it is not in the list, null if the revision is no longer known. */
  'jobs.place': number | null;
  'jobs.tally': JobTally;
  'jobs.sum': ChoiceTally;
  'jobs.detail': JobDetail | null;
  'jobs.setHeld': number;
  'jobs.cancel': number;
  'jobs.retry': number;
  'jobs.again': AddReport;
  'jobs.processWith': AddReport;
  'jobs.redirect': number;
  'jobs.remove': number;
  'jobs.move': number;
  'jobs.decide': number;
  /** Jobs of the cause that are still uncertain; null if there are none. */
  'jobs.decideCause': UncertainGroup | null;
  /** Excluded photographs of the newest batches. */
  'jobs.notMeant': readonly ExcludedPhotos[];
  /** Ids of the jobs that excluded them. */
  'jobs.notMeantIn': readonly number[];
  /** Whether the file of a failed job has changed or is back. */
  'jobs.isMended': boolean;
  'jobs.revealSource': undefined;
  'jobs.moveOriginals': OriginalsReport;
  /** Null if the batch has no open trial. */
  'trials.of': Trial | null;
  'trials.goOn': undefined;
  'trials.goOnWith': AddReport;
  'outputs.tryNow': undefined;
  /** False if the user chose no folder. */
  'outputs.redirect': boolean;
}
