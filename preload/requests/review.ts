/** Requests of the Review screen: lists, decisions, results, photo info, touch-up. */
import { z } from 'zod';
import type { AddReport, KeepOneReport, OriginalsReport } from '../../contract/app/action-reports.ts';
import type { DisplayStatus } from '../../contract/app/display-status.ts';
import type { FindingCount } from '../../contract/findings/finding-kinds.ts';
import type { AnalysisView, Box } from '../../contract/jobs/result.ts';
import type { Message } from '../../contract/messages/message.ts';
import {
  maxPresenceQueries,
  type PhotographPresence,
  type PreviewUsage,
  type RelinkReport,
} from '../../contract/review/file-availability.ts';
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
import { decisionChangeSchema, photographDecisionSchema } from '../../contract/review/photo-decision.ts';
import {
  type CommonPhotoInfo,
  detailsChangeSchema,
  detailsPresetSchema,
  type PhotoInfo,
  type PhotoInfoPreset,
} from '../../contract/review/photo-info.ts';
import { maxStrokes, strokesSchema, touchUpSchema } from '../../contract/touch-up/touch-up.ts';
import type { PicturePatch, TouchUpSession } from '../../contract/touch-up/touch-up-session.ts';
import { grantIdSchema } from '../../contract/validation/path-grant.ts';
import { reprocessArgs } from './jobs.ts';

const id = z.int().positive();
const ids = z.array(id).min(1).max(500);
const shownIds = z.array(id).max(2000);
const number = z.int().nonnegative();
const onPhotographs = z.strictObject({ on: photographChoiceSchema });

export const reviewRequests = {
  'photographs.head': photographQuerySchema,
  'photographs.order': photographQuerySchema,
  'photographs.count': photographQuerySchema,
  'photographs.newest': photographQuerySchema,
  'photographs.rows': rowsSchema,
  'photographs.ids': spanSchema,
  'photographs.place': placeSchema,
  'photographs.places': z.undefined(),
  /** Ignores filters. */
  'photographs.findings': photographQuerySchema,
  'photographs.detail': z.strictObject({ id }),
  'photographs.ofJob': z.strictObject({ id }),
  'photographs.processWith': onPhotographs.extend(reprocessArgs),
  'photographs.removeProofs': onPhotographs,
  'photographs.decide': onPhotographs.extend({ change: decisionChangeSchema }),
  'photographs.moveOriginals': onPhotographs.extend({ to: z.enum(['done', 'back']) }),

  /** Rows whose changes the event `changes` reports. */
  'lists.showJobs': z.strictObject({ ids: shownIds }),
  'lists.showPhotographs': z.strictObject({ ids: shownIds, query: photographQuerySchema }),
  'lists.undo': z.undefined(),
  'lists.redo': z.undefined(),
  /** Cancels bulk work; the rest stays unchanged. */
  'lists.stop': z.strictObject({ id }),

  'results.analysis': z.strictObject({ id }),
  'results.reveal': z.strictObject({ id, output: z.int().min(1).max(4).optional() }),
  'results.revealFolder': z.strictObject({ id }),
  /** Counts deletions of `results.keepOnly`. */
  'results.others': onPhotographs.extend({ kept: id.nullable() }),
  /** Moves other results to the trash. `kept` null: keeps primary results. */
  'results.keepOnly': onPhotographs.extend({ kept: id.nullable() }),

  /** Named by its first photograph. */
  'loupe.stack': z.strictObject({ id }),
  /** Free, because the built-in engine finds them. */
  'loupe.faces': z.strictObject({ id }),
  'loupe.fullScreen': z.strictObject({ on: z.boolean() }),
  'loupe.decide': z.strictObject({ ids, change: photographDecisionSchema.omit({ note: true }).partial() }),
  /** Dismisses flaws. */
  'loupe.looksRight': z.strictObject({ ids }),

  'display.status': z.undefined(),
  'display.open': z.undefined(),
  /** `resultId` null: the original. */
  'display.show': z.strictObject({ photograph: z.strictObject({ id, resultId: id.nullable() }).nullable() }),
  'display.close': z.undefined(),

  'details.common': onPhotographs,
  'details.set': onPhotographs.extend({ change: detailsChangeSchema }),
  'details.presets': z.undefined(),
  'details.savePreset': detailsPresetSchema,
  'details.removePreset': z.strictObject({ id: z.string().min(1).max(64) }),

  /** Within about 3 s. */
  'offline.presence': z.strictObject({ ids: z.array(id).min(1).max(maxPresenceQueries) }),
  /** Finds the moved file, and others of its old folder, in the chosen one. */
  'offline.relink': z.strictObject({ subject: z.enum(['photograph', 'result']), id, folder: grantIdSchema }),
  'offline.space': z.undefined(),
  'offline.clear': z.undefined(),

  'touch.open': z.strictObject({ id }),
  /** Sends changes only, because sessions have many strokes. */
  'touch.paint': z.strictObject({
    id,
    /** From `TouchUpSession`. */
    opening: number,
    /** Counts from 1; may skip numbers if `keep` is 0. */
    number: number.min(1),
    keep: number.max(maxStrokes),
    added: strokesSchema,
    /** Last response that was shown; 0 before the first. */
    seen: number,
  }),
  'touch.save': z.strictObject({ id, touch: touchUpSchema }),
  'touch.callOff': z.strictObject({ id }),
  /** A running save continues. */
  'touch.close': z.undefined(),
  'touch.remove': z.strictObject({ id }),
} as const;

export interface PhotographDetail {
  readonly photograph: PhotographView;
  readonly versions: readonly VersionView[];
  readonly details: PhotoInfo;
  /** Why it is proposed as the best of its stack. */
  readonly bestBecause: Message | null;
}

/** For lists and numbers, see `JobResponses`. */
export interface ReviewResponses {
  'photographs.head': ListHead<PhotographView>;
  'photographs.order': ListOrder;
  'photographs.count': number;
  /** Null without results. */
  'photographs.newest': NewestPhotograph | null;
  'photographs.rows': readonly (PhotographView | null)[] | null;
  'photographs.ids': readonly number[] | null;
  'photographs.place': number | null;
  'photographs.places': Places;
  'photographs.findings': readonly FindingCount[];
  'photographs.detail': PhotographDetail | null;
  /** Null if it shows nothing of the job. */
  'photographs.ofJob': PhotographView | null;
  'photographs.processWith': AddReport;
  'photographs.removeProofs': number;
  /** Includes unchanged photographs; fewer after a stop. */
  'photographs.decide': number;
  'photographs.moveOriginals': OriginalsReport;
  'lists.showJobs': undefined;
  'lists.showPhotographs': undefined;
  'lists.undo': Message | null;
  'lists.redo': Message | null;
  'lists.stop': undefined;
  'results.analysis': AnalysisView | null;
  'results.reveal': undefined;
  'results.revealFolder': undefined;
  'results.others': number;
  'results.keepOnly': KeepOneReport;
  /** In order of shooting. */
  'loupe.stack': readonly number[];
  /** Fractions (0 to 1) of the upright photograph's sides. */
  'loupe.faces': readonly Box[];
  'loupe.fullScreen': undefined;
  'loupe.decide': number;
  'loupe.looksRight': number;
  'display.status': DisplayStatus;
  /** False: no second display. */
  'display.open': boolean;
  'display.show': undefined;
  'display.close': undefined;
  'details.common': CommonPhotoInfo;
  'details.set': number;
  'details.presets': readonly PhotoInfoPreset[];
  'details.savePreset': undefined;
  'details.removePreset': undefined;
  'offline.presence': readonly PhotographPresence[];
  'offline.relink': RelinkReport;
  'offline.space': PreviewUsage;
  'offline.clear': undefined;
  'touch.open': TouchUpSession;
  /** Null if a newer request replaced it. */
  'touch.paint': PicturePatch | null;
  'touch.save': { readonly id: number; readonly name: string };
  'touch.callOff': undefined;
  'touch.close': undefined;
  'touch.remove': undefined;
}
