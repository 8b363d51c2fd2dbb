/** Galleries for clients: what one is made with, and what comes back of it. */
import { z } from 'zod';
import { grantIdSchema, pathSchema } from '../grant.ts';
import { keyed } from '../sentence.ts';
import { mostStars } from './decision.ts';
import { type ExportReport, exportChoiceSchema } from './export.ts';

const line = z.string().max(200).default('');

export const galleryOptionsSchema = z.strictObject({
  /** Absolute; where the gallery is put, as a folder or file of its own. Empty until one was chosen. */
  folder: pathSchema('gallery').default(''),
  /** One file to be mailed, else a folder. */
  zip: z.boolean().default(false),
  title: line,
  /** The studio's name. */
  studio: line,
  message: z.string().max(4000).default(''),
  /** What stands under each picture, see `naming.ts`; empty = nothing. */
  captions: z.string().max(200, keyed('contract.recipe.template')).default('{name}'),
  /** px of the large pictures; never enlarged. */
  longestSide: z.int().min(400).max(8000).default(2048),
  /** The untouched photographs go along, as large. */
  before: z.boolean().default(false),
});
export type GalleryOptions = z.output<typeof galleryOptionsSchema>;

export interface GalleryReport extends ExportReport {
  /** The gallery, absolute; null where none was made. */
  readonly path: string | null;
  /** Pictures without the untouched photograph that was asked for: it is not at hand, or of another shape. */
  readonly withoutBefore: number;
}

/** More than any gallery has. */
const mostChoices = 50_000;
export const longestComment = 2000;

/** What a gallery's page saves; whoever sends it may have written anything. */
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
        stars: z.int().min(0).max(mostStars).default(0),
        comment: z.string().max(longestComment).default(''),
      }),
    )
    .max(mostChoices),
});
export type Picks = z.output<typeof picksSchema>;

/** What an import would do, or did. */
export interface PicksPlan {
  /** The gallery as it was made: its title, and when, ms since 1970. */
  readonly title: string;
  readonly madeAt: number;
  readonly client: string;
  /** ms since 1970; as the file says. */
  readonly savedAt: number | null;
  /** What the file chooses, of photographs that are there. */
  readonly picked: number;
  readonly starred: number;
  readonly commented: number;
  /** Photographs that would be others than they are now. */
  readonly changes: number;
  /** Of these, rejected ones that would be picked, and stars in the place of other stars; the first by name. */
  readonly overwritten: { readonly flags: number; readonly stars: number; readonly names: readonly string[] };
  /** Comments that have no room in the note any more, by name of the photograph. */
  readonly noRoom: readonly string[];
  /** Choices about what is in no gallery of that id, the first of them. */
  readonly unknown: number;
  readonly unknownIds: readonly string[];
  /** Choices about photographs that were since deleted, by caption. */
  readonly gone: number;
  readonly goneNames: readonly string[];
}

/** A file of choices that was read; `id` imports it, once. */
export interface OpenedPicks {
  readonly id: string;
  readonly name: string;
  readonly plan: PicksPlan;
}

export const galleryRequests = {
  /** Answered when it is over; `bulk` tells how far it is, `desk.stop` ends it. */
  'gallery.make': z.strictObject({ on: exportChoiceSchema, options: galleryOptionsSchema }),
  /** Shows the last gallery that was made. */
  'gallery.reveal': z.undefined(),
  /** Asks for a file of choices, and reads it. */
  'gallery.choosePicks': z.undefined(),
  /** The same for a file that was dropped. */
  'gallery.openPicks': z.strictObject({ grant: grantIdSchema }),
  /** Takes over what was read last. */
  'gallery.importPicks': z.strictObject({ id: z.uuid().max(36) }),
} as const;

export interface GalleryAnswers {
  'gallery.make': GalleryReport;
  'gallery.reveal': undefined;
  'gallery.choosePicks': OpenedPicks | null;
  'gallery.openPicks': OpenedPicks;
  /** How many photographs are others now. */
  'gallery.importPicks': number;
}
