/** Requests of the Review screen: its list, results, decisions, photo info, files that are unavailable, and touch-up. */
import { z } from 'zod';
import type { AddReport, KeepOneReport, OriginalsReport } from '../../contract/app/action-reports.ts';
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
  'photographs.rows': rowsSchema,
  'photographs.ids': spanSchema,
  'photographs.place': placeSchema,
  'photographs.places': z.undefined(),
  /** Counts findings in a batch, folder or recipe; ignores the filters of the query. */
  'photographs.findings': photographQuerySchema,
  'photographs.detail': z.strictObject({ id }),
  'photographs.ofJob': z.strictObject({ id }),
  'photographs.processWith': onPhotographs.extend(reprocessArgs),
  'photographs.removeProofs': onPhotographs,
  'photographs.decide': onPhotographs.extend({ change: decisionChangeSchema }),
  /** Moves originals to a sibling folder “Done”, or back. Responds at the end; `lists.stop` cancels. */
  'photographs.moveOriginals': onPhotographs.extend({ to: z.enum(['done', 'back']) }),

  /** Sets the visible rows; the event `changes` reports changes of these rows only. */
  'lists.showJobs': z.strictObject({ ids: shownIds }),
  'lists.showPhotographs': z.strictObject({ ids: shownIds, query: photographQuerySchema }),
  'lists.undo': z.undefined(),
  'lists.redo': z.undefined(),
  /** Cancels bulk work. Rows that were not reached stay unchanged. */
  'lists.stop': z.strictObject({ id }),

  'results.analysis': z.strictObject({ id }),
  /** `output`: number of an additional output of the recipe. */
  'results.reveal': z.strictObject({ id, output: z.int().min(1).max(4).optional() }),
  /** Reveals a source folder. */
  'results.revealFolder': z.strictObject({ id }),
  /** Counts the results that `results.keepOnly` would delete. */
  'results.others': onPhotographs.extend({ kept: id.nullable() }),
  /** Deletes all results except `kept`, or except the primary ones if it is null. Files go to the system's trash. */
  'results.keepOnly': onPhotographs.extend({ kept: id.nullable() }),

  /** Lists a stack, named by its first photograph. */
  'loupe.stack': z.strictObject({ id }),
  /** Finds faces with the built-in engine: free, and nothing is uploaded. */
  'loupe.faces': z.strictObject({ id }),
  'loupe.fullScreen': z.strictObject({ on: z.boolean() }),
  /** Decides about single results. */
  'loupe.decide': z.strictObject({ ids, change: photographDecisionSchema.omit({ note: true }).partial() }),
  /** Dismisses the flaws that the inspection found in results. */
  'loupe.looksRight': z.strictObject({ ids }),

  'details.common': onPhotographs,
  'details.set': onPhotographs.extend({ change: detailsChangeSchema }),
  'details.presets': z.undefined(),
  'details.savePreset': detailsPresetSchema,
  'details.removePreset': z.strictObject({ id: z.string().min(1).max(64) }),

  /** Responds within about 3 s. */
  'offline.presence': z.strictObject({ ids: z.array(id).min(1).max(maxPresenceQueries) }),
  /** Finds a moved file, and others of its old folder, in a folder that the user chose. */
  'offline.relink': z.strictObject({ subject: z.enum(['photograph', 'result']), id, folder: grantIdSchema }),
  'offline.space': z.undefined(),
  /** Deletes all kept previews. */
  'offline.clear': z.undefined(),

  /** Opens one result and closes the one before. */
  'touch.open': z.strictObject({ id }),
  /** Sends changes to the strokes only, because a long session has too many to send with each one. */
  'touch.paint': z.strictObject({
    id,
    /** From the `TouchUpSession`. */
    opening: number,
    /** Number of the request, counted up from 1. Any larger number is valid if `keep` is 0. */
    number: number.min(1),
    /** Number of strokes that stay, from the first. */
    keep: number.max(maxStrokes),
    /** Strokes after those. */
    added: strokesSchema,
    /** Number of the last request whose response was shown; 0 before the first. */
    seen: number,
  }),
  'touch.save': z.strictObject({ id, touch: touchUpSchema }),
  /** Cancels a save of this result. */
  'touch.callOff': z.strictObject({ id }),
  /** Closes the open result. A running save continues. */
  'touch.close': z.undefined(),
  /** Removes a version that was made by hand. */
  'touch.remove': z.strictObject({ id }),
} as const;

/** A photograph with all its results. */
export interface PhotographDetail {
  readonly photograph: PhotographView;
  readonly versions: readonly VersionView[];
  readonly details: PhotoInfo;
  /** Why it is proposed as the best of its stack; null if it is not. */
  readonly bestBecause: Message | null;
}

/** Numbers without a comment count the affected photographs or results. For lists, see `JobResponses`. */
export interface ReviewResponses {
  'photographs.head': ListHead<PhotographView>;
  'photographs.order': ListOrder;
  'photographs.count': number;
  'photographs.rows': readonly (PhotographView | null)[] | null;
  'photographs.ids': readonly number[] | null;
  'photographs.place': number | null;
  'photographs.places': Places;
  'photographs.findings': readonly FindingCount[];
  'photographs.detail': PhotographDetail | null;
  /** Null if the light table has nothing of the job. */
  'photographs.ofJob': PhotographView | null;
  'photographs.processWith': AddReport;
  'photographs.removeProofs': number;
  /** Includes photographs that had this decision already; fewer than requested if it was stopped. */
  'photographs.decide': number;
  'photographs.moveOriginals': OriginalsReport;
  'lists.showJobs': undefined;
  'lists.showPhotographs': undefined;
  /** Describes the undone action; null if there was none. */
  'lists.undo': Message | null;
  'lists.redo': Message | null;
  'lists.stop': undefined;
  'results.analysis': AnalysisView | null;
  'results.reveal': undefined;
  'results.revealFolder': undefined;
  'results.others': number;
  'results.keepOnly': KeepOneReport;
  /** Ids in the order of shooting; empty if the stack no longer exists. */
  'loupe.stack': readonly number[];
  /** As fractions (0 to 1) of the upright photograph's sides. */
  'loupe.faces': readonly Box[];
  'loupe.fullScreen': undefined;
  'loupe.decide': number;
  'loupe.looksRight': number;
  'details.common': CommonPhotoInfo;
  /** Includes photographs that had these values already; fewer than requested if it was stopped. */
  'details.set': number;
  'details.presets': readonly PhotoInfoPreset[];
  'details.savePreset': undefined;
  'details.removePreset': undefined;
  /** In no order, without unknown photographs. */
  'offline.presence': readonly PhotographPresence[];
  'offline.relink': RelinkReport;
  'offline.space': PreviewUsage;
  'offline.clear': undefined;
  'touch.open': TouchUpSession;
  /** Null if a newer request replaced it. */
  'touch.paint': PicturePatch | null;
  /** Id of the new version, and the name of its file. */
  'touch.save': { readonly id: number; readonly name: string };
  'touch.callOff': undefined;
  'touch.close': undefined;
  'touch.remove': undefined;
}
