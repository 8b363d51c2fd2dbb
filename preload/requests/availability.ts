/** Requests about files that are away, and the small pictures that stand for them. */
import { z } from 'zod';
import { grantIdSchema } from '../../contract/intake/path-grant.ts';
import {
  maxPresenceQueries,
  type PhotographPresence,
  type PreviewUsage,
  type RelinkReport,
} from '../../contract/review/file-availability.ts';

export const offlineRequests = {
  /** Where originals and results of photographs are; within about 3 s, for those that are shown. */
  'offline.presence': z.strictObject({ ids: z.array(z.int().positive()).min(1).max(maxPresenceQueries) }),
  /**
   * The user has moved the file of a result or photograph, and with it the others of its folder: looks for them in the folder
   * that he has chosen (a grant for a folder).
   */
  'offline.relink': z.strictObject({
    subject: z.enum(['photograph', 'result']),
    id: z.int().positive(),
    folder: grantIdSchema,
  }),
  'offline.space': z.undefined(),
  /** Deletes all kept previews. */
  'offline.clear': z.undefined(),
} as const;

export interface OfflineAnswers {
  /** In no order; without those that are not known. */
  'offline.presence': readonly PhotographPresence[];
  'offline.relink': RelinkReport;
  'offline.space': PreviewUsage;
  'offline.clear': undefined;
}
