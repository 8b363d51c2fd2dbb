import { z } from 'zod';
import type { AddReport, Trial } from '../../contract/app/action-reports.ts';
import type { DraftSource, PreviewReport } from '../../contract/jobs/preview.ts';
import type { ForgettableCounts } from '../../contract/jobs/result.ts';
import { pickRuleSchema } from '../../contract/recipes/pick-rules.ts';
import { request } from '../request.ts';
import { reprocessArgs } from './jobs.ts';

const id = z.int().positive();

export const batchRequests = {
  'queue.setPaused': request({ paused: z.boolean() }),

  'batches.setHeld': request({ id, held: z.boolean() }),
  'batches.cancel': request({ id }),
  'batches.forgettable': request({ id }).returns<ForgettableCounts>(),
  'batches.forget': request({ id }).returns<number>(),
  /** Null: picks start no work. */
  'batches.setPickRule': request({ id, rule: pickRuleSchema.nullable() }),

  /** Null without an open trial. */
  'trials.of': request({ id }).returns<Trial | null>(),
  'trials.goOn': request({ id }),
  /** The waiting jobs leave the list. */
  'trials.goOnWith': request({ id, ...reprocessArgs }).returns<AddReport>(),

  /** `id` of the batch. */
  'drafts.of': request({ id }).returns<readonly DraftSource[]>(),
  /** `id` of the job. Sends nothing. */
  'drafts.make': request({ id }).returns<PreviewReport>(),
  'drafts.discard': request(),

  'outputs.tryNow': request({}),
  /** False if none was chosen. */
  'outputs.redirect': request({ folder: z.string().min(1).max(4096) }).returns<boolean>(),
};
