/** Requests about lists of any length, what is done with their rows, and what can be taken back. */
import { z } from 'zod';
import { type AddReport, decisionSchema } from '../../contract/app/action-reports.ts';
import type { FindingCount } from '../../contract/findings/finding-kinds.ts';
import { grantIdSchema } from '../../contract/intake/path-grant.ts';
import type { FolderProgress } from '../../contract/intake/watch-folder.ts';
import type { JobSummary } from '../../contract/jobs/job.ts';
import type { Message } from '../../contract/messages/message.ts';
import {
  type ChoiceTally,
  type JobTally,
  jobChoiceSchema,
  jobQuerySchema,
  type ListHead,
  type ListOrder,
  type PhotographView,
  type Places,
  photographChoiceSchema,
  photographQuerySchema,
  placeSchema,
  rowsSchema,
  spanSchema,
  type VersionView,
} from '../../contract/review/list-queries.ts';
import { decisionChangeSchema } from '../../contract/review/photo-decision.ts';
import type { PhotoInfo } from '../../contract/review/photo-info.ts';

const id = z.int().positive();
const onJobs = z.strictObject({ on: jobChoiceSchema });
const shownIds = z.array(id).max(2000);

/** A recipe, null = the photograph's own; and a service in the place of the recipe's, null or absent = that. */
export const reprocessArgs = {
  recipeId: z.string().max(64).nullable(),
  profileId: z.string().max(64).nullable().optional(),
};

export const reviewRequests = {
  /** The beginning of the queue's list, then its whole order, then rows of that by their places. */
  'jobs.head': jobQuerySchema,
  'jobs.order': jobQuerySchema,
  'jobs.rows': rowsSchema,
  /** Ids instead of rows, any number of them. */
  'jobs.ids': spanSchema,
  'jobs.place': placeSchema,
  'jobs.tally': jobQuerySchema,
  'jobs.sum': onJobs,
  'jobs.setHeld': onJobs.extend({ held: z.boolean() }),
  'jobs.cancel': onJobs,
  'jobs.retry': onJobs,
  /** `onlyDone`: of all that are meant, only those that are done. */
  'jobs.again': onJobs.extend({ onlyDone: z.boolean() }),
  /** With another recipe, or (null) each with its own as it is now. */
  'jobs.processWith': onJobs.extend(reprocessArgs),
  'jobs.redirect': onJobs.extend({ folder: grantIdSchema }),
  'jobs.remove': onJobs,
  'jobs.move': onJobs.extend({ to: z.enum(['first', 'last']) }),
  'jobs.decide': onJobs.extend({ decision: decisionSchema }),
  'photographs.head': photographQuerySchema,
  'photographs.order': photographQuerySchema,
  'photographs.count': photographQuerySchema,
  'photographs.rows': rowsSchema,
  'photographs.ids': spanSchema,
  'photographs.place': placeSchema,
  'photographs.places': z.undefined(),
  /** What was found in the photographs of a place, whatever its filters are. */
  'photographs.findings': photographQuerySchema,
  'photographs.detail': z.strictObject({ id }),
  'photographs.ofJob': z.strictObject({ id }),
  'photographs.processWith': z.strictObject({ on: photographChoiceSchema, ...reprocessArgs }),
  'photographs.removeProofs': z.strictObject({ on: photographChoiceSchema }),
  'photographs.decide': z.strictObject({ on: photographChoiceSchema, change: decisionChangeSchema }),
  'folders.progress': z.strictObject({ id: z.string().min(1).max(64) }),
  /** Which rows the window shows: of these it is told what changes. */
  'lists.showJobs': z.strictObject({ ids: shownIds }),
  'lists.showPhotographs': z.strictObject({ ids: shownIds, query: photographQuerySchema }),
  'lists.undo': z.undefined(),
  'lists.redo': z.undefined(),
  /** Leaves what work with many rows has not done yet as it is. */
  'lists.stop': z.strictObject({ id }),
} as const;

/** A photograph with all its results. */
export interface PhotographDetail {
  readonly photograph: PhotographView;
  readonly versions: readonly VersionView[];
  readonly details: PhotoInfo;
  /** Why it is proposed as the best of its stack; null where it is not. */
  readonly bestBecause: Message | null;
}

export interface ReviewAnswers {
  'jobs.head': ListHead<JobSummary>;
  'jobs.order': ListOrder;
  /** Null where the list is not kept any more: it is to be asked for anew. A row that is gone is null. */
  'jobs.rows': readonly (JobSummary | null)[] | null;
  'jobs.ids': readonly number[] | null;
  /** Where a row is; -1 where it is not in the list, null where that is not kept any more. */
  'jobs.place': number | null;
  'jobs.tally': JobTally;
  'jobs.sum': ChoiceTally;
  /** How many were touched, here and below. */
  'jobs.setHeld': number;
  'jobs.cancel': number;
  'jobs.retry': number;
  'jobs.again': AddReport;
  'jobs.processWith': AddReport;
  'photographs.processWith': AddReport;
  'jobs.redirect': number;
  'jobs.remove': number;
  'jobs.move': number;
  'jobs.decide': number;
  /** What is undecided of the cause by now; null where nothing is. */
  'photographs.head': ListHead<PhotographView>;
  'photographs.order': ListOrder;
  'photographs.count': number;
  'photographs.rows': readonly (PhotographView | null)[] | null;
  'photographs.ids': readonly number[] | null;
  'photographs.place': number | null;
  'photographs.places': Places;
  'photographs.findings': readonly FindingCount[];
  'photographs.detail': PhotographDetail | null;
  /** Null where nothing of it is to be shown. */
  'photographs.ofJob': PhotographView | null;
  /** How many it was decided about, those that were decided so already among them; fewer where it was stopped. */
  /** How many. */
  'photographs.removeProofs': number;
  'photographs.decide': number;
  'folders.progress': FolderProgress;
  'lists.showJobs': undefined;
  'lists.showPhotographs': undefined;
  /** What was taken back, or done again; null where there was nothing. */
  'lists.undo': Message | null;
  'lists.redo': Message | null;
  'lists.stop': undefined;
}
