/** Requests about the queue: jobs, batches, trials, blocked output folders. */
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
import type { DraftSource, PreviewReport } from '../../contract/jobs/preview.ts';
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

/** `recipeId` null: each photograph's own; `profileId` null or absent: the recipe's. */
export const reprocessArgs = {
  recipeId: z.string().max(64).nullable(),
  profileId: z.string().max(64).nullable().optional(),
};

export const jobRequests = {
  'queue.setPaused': z.strictObject({ paused: z.boolean() }),
  'batches.setHeld': z.strictObject({ id, held: z.boolean() }),
  'batches.cancel': z.strictObject({ id }),
  'batches.forgettable': z.strictObject({ id }),
  'batches.forget': z.strictObject({ id }),
  /** Null: picks start no work. */
  'batches.setPickRule': z.strictObject({ id, rule: pickRuleSchema.nullable() }),

  'jobs.head': jobQuerySchema,
  'jobs.order': jobQuerySchema,
  'jobs.rows': rowsSchema,
  'jobs.ids': spanSchema,
  'jobs.place': placeSchema,
  'jobs.tally': jobQuerySchema,
  'jobs.sum': onJobs,
  'jobs.detail': z.strictObject({ id }),
  'jobs.setHeld': onJobs.extend({ held: z.boolean() }),
  'jobs.cancel': onJobs,
  'jobs.retry': onJobs,
  'jobs.again': onJobs.extend({ onlyDone: z.boolean() }),
  'jobs.processWith': onJobs.extend(reprocessArgs),
  'jobs.redirect': onJobs.extend({ folder: grantIdSchema }),
  'jobs.remove': onJobs,
  'jobs.move': onJobs.extend({ to: z.enum(['first', 'last']) }),
  'jobs.decide': onJobs.extend({ decision: decisionSchema }),
  /** `cause`: an error code. */
  'jobs.decideCause': z.strictObject({
    cause: z.string().min(1).max(100),
    decision: decisionSchema,
    /** Jobs the user was shown. If there are more, nothing is done, because they may be charged again. */
    seen: z.int().positive(),
  }),
  'jobs.notMeant': z.undefined(),
  'jobs.notMeantIn': z.strictObject({ id }),
  'jobs.isMended': z.strictObject({ id }),
  'jobs.revealSource': z.strictObject({ id }),
  /** Moves finished originals to a sibling folder “Done”; `lists.stop` cancels. */
  'jobs.moveOriginals': onJobs,

  'trials.of': z.strictObject({ id }),
  'trials.goOn': z.strictObject({ id }),
  /** The waiting jobs leave the list. */
  'trials.goOnWith': z.strictObject({ id, ...reprocessArgs }),

  /** `id` of the batch. */
  'drafts.of': z.strictObject({ id }),
  /** `id` of the job. Sends nothing to its service. */
  'drafts.make': z.strictObject({ id }),
  'drafts.discard': z.undefined(),

  'outputs.tryNow': z.strictObject({}),
  'outputs.redirect': z.strictObject({ folder: z.string().min(1).max(4096) }),
} as const;

/** Numbers count affected jobs. Null: the revision is unknown. */
export interface JobResponses {
  'queue.setPaused': undefined;
  'batches.setHeld': undefined;
  'batches.cancel': undefined;
  'batches.forgettable': ForgettableCounts;
  'batches.forget': number;
  'batches.setPickRule': undefined;
  'jobs.head': ListHead<JobSummary>;
  'jobs.order': ListOrder;
  /** Removed rows are null. */
  'jobs.rows': readonly (JobSummary | null)[] | null;
  'jobs.ids': readonly number[] | null;
  /** -1 if not in the list. */
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
  /** The remaining uncertain jobs. */
  'jobs.decideCause': UncertainGroup | null;
  'jobs.notMeant': readonly ExcludedPhotos[];
  'jobs.notMeantIn': readonly number[];
  /** The file has changed or is back. */
  'jobs.isMended': boolean;
  'jobs.revealSource': undefined;
  'jobs.moveOriginals': OriginalsReport;
  /** Null without an open trial. */
  'trials.of': Trial | null;
  'trials.goOn': undefined;
  'trials.goOnWith': AddReport;
  'drafts.of': readonly DraftSource[];
  'drafts.make': PreviewReport;
  'drafts.discard': undefined;
  'outputs.tryNow': undefined;
  /** False if none was chosen. */
  'outputs.redirect': boolean;
}
