import { z } from 'zod';
import type { AddReport, OriginalsReport } from '../../contract/app/action-reports.ts';
import type { FindingCount } from '../../contract/findings/finding-kinds.ts';
import type { Message } from '../../contract/messages/message.ts';
import {
  type ListHead,
  type ListOrder,
  type NewestPhotograph,
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
import {
  type CommonPhotoInfo,
  detailsChangeSchema,
  detailsPresetSchema,
  type PhotoInfo,
  type PhotoInfoPreset,
} from '../../contract/review/photo-info.ts';
import { request } from '../request.ts';
import { reprocessArgs } from './jobs.ts';

const id = z.int().positive();
const shownIds = z.array(id).max(2000);
const onPhotographs = { on: photographChoiceSchema };

export interface PhotographDetail {
  readonly photograph: PhotographView;
  readonly versions: readonly VersionView[];
  readonly details: PhotoInfo;
  /** Why it is the best of its stack. */
  readonly bestBecause: Message | null;
}

/** Numbers count photographs. Null: the revision of the list is unknown. */
export const photographRequests = {
  'photographs.head': request(photographQuerySchema).returns<ListHead<PhotographView>>(),
  'photographs.order': request(photographQuerySchema).returns<ListOrder>(),
  'photographs.count': request(photographQuerySchema).returns<number>(),
  'photographs.newest': request(photographQuerySchema).returns<NewestPhotograph | null>(),
  'photographs.rows': request(rowsSchema).returns<readonly (PhotographView | null)[] | null>(),
  'photographs.ids': request(spanSchema).returns<readonly number[] | null>(),
  'photographs.place': request(placeSchema).returns<number | null>(),
  'photographs.places': request().returns<Places>(),
  /** Ignores filters. */
  'photographs.findings': request(photographQuerySchema).returns<readonly FindingCount[]>(),
  'photographs.detail': request({ id }).returns<PhotographDetail | null>(),
  /** Null if it shows nothing of the job. */
  'photographs.ofJob': request({ id }).returns<PhotographView | null>(),
  'photographs.processWith': request({ ...onPhotographs, ...reprocessArgs }).returns<AddReport>(),
  'photographs.removeProofs': request(onPhotographs).returns<number>(),
  /** Counts unchanged ones too. */
  'photographs.decide': request({ ...onPhotographs, change: decisionChangeSchema }).returns<number>(),
  'photographs.moveOriginals': request({ ...onPhotographs, to: z.enum(['done', 'back']) }).returns<OriginalsReport>(),

  'details.common': request(onPhotographs).returns<CommonPhotoInfo>(),
  'details.set': request({ ...onPhotographs, change: detailsChangeSchema }).returns<number>(),
  'details.presets': request().returns<readonly PhotoInfoPreset[]>(),
  'details.savePreset': request(detailsPresetSchema),
  'details.removePreset': request({ id: z.string().min(1).max(64) }),

  /** Rows whose changes the event `changes` reports. */
  'lists.showJobs': request({ ids: shownIds }),
  'lists.showPhotographs': request({ ids: shownIds, query: photographQuerySchema }),
  'lists.undo': request().returns<Message | null>(),
  'lists.redo': request().returns<Message | null>(),
  /** Cancels bulk work; the rest stays unchanged. */
  'lists.stop': request({ id }),
};
