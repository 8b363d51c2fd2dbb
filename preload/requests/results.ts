import { z } from 'zod';
import type { KeepOneReport } from '../../contract/app/action-reports.ts';
import type { DisplayStatus } from '../../contract/app/display-status.ts';
import type { AnalysisView, Box } from '../../contract/jobs/result.ts';
import {
  maxPresenceQueries,
  type PhotographPresence,
  type PreviewUsage,
  type RelinkReport,
} from '../../contract/review/file-availability.ts';
import { photographChoiceSchema } from '../../contract/review/list-queries.ts';
import { photographDecisionSchema } from '../../contract/review/photo-decision.ts';
import { grantIdSchema } from '../../contract/validation/path-grant.ts';
import { request } from '../request.ts';

const id = z.int().positive();
const ids = z.array(id).min(1).max(500);
const onPhotographs = { on: photographChoiceSchema };

export const resultRequests = {
  'results.analysis': request({ id }).returns<AnalysisView | null>(),
  'results.reveal': request({ id, output: z.int().min(1).max(4).optional() }),
  'results.revealFolder': request({ id }),
  /** Counts deletions of `results.keepOnly`. */
  'results.others': request({ ...onPhotographs, kept: id.nullable() }).returns<number>(),
  /** Moves other results to the trash. `kept` null: keeps primary results. */
  'results.keepOnly': request({ ...onPhotographs, kept: id.nullable() }).returns<KeepOneReport>(),

  /** Within about 3 s. */
  'offline.presence': request({ ids: z.array(id).min(1).max(maxPresenceQueries) }).returns<
    readonly PhotographPresence[]
  >(),
  /** Finds the file, and others of its folder, in the chosen one. */
  'offline.relink': request({
    subject: z.enum(['photograph', 'result']),
    id,
    folder: grantIdSchema,
  }).returns<RelinkReport>(),
  'offline.space': request().returns<PreviewUsage>(),
  'offline.clear': request(),

  /** In order of shooting. */
  'loupe.stack': request({ id }).returns<readonly number[]>(),
  /** In fractions (0 to 1) of the upright photograph. Free. */
  'loupe.faces': request({ id }).returns<readonly Box[]>(),
  'loupe.fullScreen': request({ on: z.boolean() }),
  'loupe.decide': request({ ids, change: photographDecisionSchema.omit({ note: true }).partial() }).returns<number>(),
  /** Dismisses flaws. */
  'loupe.looksRight': request({ ids }).returns<number>(),

  'display.status': request().returns<DisplayStatus>(),
  /** False: no second display. */
  'display.open': request().returns<boolean>(),
  /** `resultId` null: the original. */
  'display.show': request({ photograph: z.strictObject({ id, resultId: id.nullable() }).nullable() }),
  'display.close': request(),
};
