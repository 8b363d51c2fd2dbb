import { z } from 'zod';
import { exportChoiceSchema } from '../../contract/delivery/export.ts';
import {
  clientCommandIds,
  type GalleryPlan,
  type GalleryReport,
  galleryOptionsSchema,
  type ImportedPicks,
  type OpenedPicks,
} from '../../contract/delivery/gallery.ts';
import { photographChoiceSchema } from '../../contract/review/list-queries.ts';
import { grantIdSchema } from '../../contract/validation/path-grant.ts';
import { request } from '../request.ts';

const onResults = { on: exportChoiceSchema };

export const galleryRequests = {
  /** A newer request cancels it; then null. */
  'gallery.plan': request(onResults).returns<GalleryPlan | null>(),
  'gallery.make': request({ ...onResults, options: galleryOptionsSchema }).returns<GalleryReport>(),
  'gallery.reveal': request(),
  'gallery.choosePicks': request().returns<OpenedPicks | null>(),
  'gallery.openPicks': request({ grant: grantIdSchema }).returns<OpenedPicks>(),
  /** Decisions of the user stay unchanged. */
  'gallery.importPicks': request({ id: z.uuid().max(36) }).returns<ImportedPicks>(),
  'gallery.follow': request({
    command: z.enum(clientCommandIds),
    on: z.union([z.strictObject({ answer: z.int().positive() }), ...photographChoiceSchema.options]),
  }).returns<number>(),
};
