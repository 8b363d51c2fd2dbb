/** Galleries for clients: what one is made with, and what comes back of it. */
import { z } from 'zod';
import { messageKey } from '../messages/message.ts';
import { maxStars } from '../review/photo-decision.ts';
import { pathSchema } from '../validation/path-grant.ts';
import type { ExportReport } from './export.ts';

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
  captions: z.string().max(200, messageKey('contract.recipe.template')).default('{name}'),
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
const maxChoices = 50_000;
export const maxCommentLength = 2000;

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
        stars: z.int().min(0).max(maxStars).default(0),
        comment: z.string().max(maxCommentLength).default(''),
      }),
    )
    .max(maxChoices),
});
export type Picks = z.output<typeof picksSchema>;

/** What an import would bring. */
export interface PicksPlan {
  /** The gallery as it was made: its title, and when, ms since 1970. */
  readonly title: string;
  readonly madeAt: number;
  readonly client: string;
  /** ms since 1970; as the file says. */
  readonly savedAt: number | null;
  /**
   * Beside what is kept of this client: there is nothing yet, it is the same, this answer is newer and takes its place, or it is older
   * and does not.
   */
  readonly standing: 'first' | 'same' | 'newer' | 'older';
  /** When the answer that is kept was saved, or else imported; ms since 1970. Null where there is none. */
  readonly earlierAt: number | null;
  /** What the file chooses, of photographs that are there. */
  readonly picked: number;
  readonly starred: number;
  readonly commented: number;
  /** Choices about what is in no gallery of that id, the first of them. */
  readonly unknown: number;
  readonly unknownIds: readonly string[];
  /** Choices about photographs that were since deleted, by caption. */
  readonly gone: number;
  readonly goneNames: readonly string[];
}

/** An answer of a client that is kept, and what can be done with it. */
export interface ImportedPicks {
  /** Names the answer. */
  readonly answer: number;
  /** Photographs that taking over would pick, and those of them that are rejected. */
  readonly toPick: number;
  readonly rejected: number;
  /** Photographs of the gallery that are picked, and not by the client. */
  readonly toUnpick: number;
}

/** A file of choices that was read; `id` imports it, once. */
export interface OpenedPicks {
  readonly id: string;
  readonly name: string;
  readonly plan: PicksPlan;
  /** What is kept of it, where all of it is. */
  readonly imported: ImportedPicks | null;
}

/** What clients picked is picked by the user as well; or what they did not pick, of galleries they answered, is no longer. */
export const clientCommandIds = ['takeOver', 'unpickRest'] as const;
export type ClientCommand = (typeof clientCommandIds)[number];
