import { z } from 'zod';
import { messageKey } from '../messages/message.ts';
import { maxStars } from '../review/photo-decision.ts';
import { pathSchema } from '../validation/path-grant.ts';
import type { ExportReport, PictureCounts } from './export.ts';

const line = z.string().max(200).default('');

export const galleryOptionsSchema = z.strictObject({
  /** Parent folder; empty until chosen. */
  folder: pathSchema('gallery').default(''),
  zip: z.boolean().default(false),
  title: line,
  studio: line,
  message: z.string().max(4000).default(''),
  /** Template, see `naming.ts`; empty = none. */
  captions: z.string().max(200, messageKey('contract.recipe.template')).default('{name}'),
  /** px; pictures are never enlarged. */
  longestSide: z.int().min(400).max(8000).default(2048),
  /** Includes the originals. */
  before: z.boolean().default(false),
});
export type GalleryOptions = z.output<typeof galleryOptionsSchema>;

export interface GalleryPlan extends PictureCounts {
  /** Pictures that cannot be read now; not part of `count`. */
  readonly missing: number;
}

export interface GalleryReport extends ExportReport {
  /** Null if none. */
  readonly path: string | null;
  /** Pictures whose original is unavailable or has another aspect ratio. */
  readonly withoutBefore: number;
}

const maxChoices = 50_000;
const maxCommentLength = 2000;

/** File of a gallery's page; untrusted. */
export const picksSchema = z.object({
  kind: z.literal('burnish-picks'),
  version: z.literal(1),
  gallery: z.string().regex(/^[0-9a-f]{32}$/),
  title: z.string().max(200).default(''),
  client: z.string().max(200).default(''),
  savedAt: z.iso.datetime().nullable().default(null),
  choices: z
    .array(
      z.object({
        id: z.string().min(1).max(64),
        picked: z.boolean().default(false),
        stars: z.int().min(0).max(maxStars).default(0),
        comment: z.string().max(maxCommentLength).default(''),
      }),
    )
    .max(maxChoices),
});
export type Picks = z.output<typeof picksSchema>;

/** Preview of an import. */
export interface PicksPlan {
  /** The gallery's; times are ms since 1970. */
  readonly title: string;
  readonly madeAt: number;
  readonly client: string;
  readonly savedAt: number | null;
  /** Compared with the stored answer of this client; a `newer` one replaces it. */
  readonly standing: 'first' | 'same' | 'newer' | 'older';
  /** Time of saving or importing the stored answer. */
  readonly earlierAt: number | null;
  /** Choices about known photographs. */
  readonly picked: number;
  readonly starred: number;
  readonly commented: number;
  /** About unknown pictures; the first few. */
  readonly unknown: number;
  readonly unknownIds: readonly string[];
  /** About deleted photographs; captions of the first few. */
  readonly gone: number;
  readonly goneNames: readonly string[];
}

/** A client's stored answer, and effects of the commands. */
export interface ImportedPicks {
  readonly answer: number;
  /** Photographs that `takeOver` would pick; `rejected` of them are rejected now. */
  readonly toPick: number;
  readonly rejected: number;
  readonly toUnpick: number;
}

/** A file of picks; `id` imports it once. */
export interface OpenedPicks {
  readonly id: string;
  readonly name: string;
  readonly plan: PicksPlan;
  /** The stored answer, if the file adds nothing. */
  readonly imported: ImportedPicks | null;
}

/** `unpickRest`: in galleries with answers. */
export const clientCommandIds = ['takeOver', 'unpickRest'] as const;
export type ClientCommand = (typeof clientCommandIds)[number];
