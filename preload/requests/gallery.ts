/** Requests about galleries for clients, and what clients chose in them. */
import { z } from 'zod';
import { exportChoiceSchema } from '../../contract/delivery/export.ts';
import {
  clientCommandIds,
  type GalleryReport,
  galleryOptionsSchema,
  type ImportedPicks,
  type OpenedPicks,
} from '../../contract/delivery/gallery.ts';
import { grantIdSchema } from '../../contract/intake/path-grant.ts';
import { photographChoiceSchema } from '../../contract/review/list-queries.ts';

export const galleryRequests = {
  /** Answered when it is over; `bulk` tells how far it is, `lists.stop` ends it. */
  'gallery.make': z.strictObject({ on: exportChoiceSchema, options: galleryOptionsSchema }),
  /** Shows the last gallery that was made. */
  'gallery.reveal': z.undefined(),
  /** Asks for a file of choices, and reads it. */
  'gallery.choosePicks': z.undefined(),
  /** The same for a file that was dropped. */
  'gallery.openPicks': z.strictObject({ grant: grantIdSchema }),
  /** Keeps what was read last as the client's choices; the user's own decisions stay as they are. */
  'gallery.importPicks': z.strictObject({ id: z.uuid().max(36) }),
  /** Picks or unpicks by what a client chose: in one answer, or by all that clients chose about these photographs. */
  'gallery.follow': z.strictObject({
    command: z.enum(clientCommandIds),
    on: z.union([z.strictObject({ answer: z.int().positive() }), ...photographChoiceSchema.options]),
  }),
} as const;

export interface GalleryAnswers {
  'gallery.make': GalleryReport;
  'gallery.reveal': undefined;
  'gallery.choosePicks': OpenedPicks | null;
  'gallery.openPicks': OpenedPicks;
  'gallery.importPicks': ImportedPicks;
  /** How many photographs are others now. */
  'gallery.follow': number;
}
