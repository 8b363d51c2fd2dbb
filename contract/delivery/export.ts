import { z } from 'zod';
import { type Message, messageKey } from '../messages/message.ts';
import { additionalOutput, type Rendering, refineOutputSize, renderingOf, renderingSchema } from '../recipes/output.ts';
import { photographChoiceSchema } from '../review/list-queries.ts';
import type { ResultFlawKind } from '../review/result-flaws.ts';
import { pathSchema } from '../validation/path-grant.ts';

/** `versions`: single results, instead of primary ones. */
export const exportChoiceSchema = z.union([
  z.strictObject({ versions: z.array(z.int().positive()).min(1).max(1000) }),
  ...photographChoiceSchema.options,
]);
export type ExportChoice = z.output<typeof exportChoiceSchema>;

/**
 * `paths`: outlines of cutouts; `sidecars`: XMP for raw originals; `outputs`: additional files, made again; `sheet`: a
 * contact sheet.
 */
export const exportKinds = [
  'files',
  'paths',
  'sidecars',
  'outputs',
  'sheet',
  'sheetPictures',
  'csv',
  'json',
  'report',
] as const;
export type ExportKind = (typeof exportKinds)[number];

export const isPerResult = (kind: ExportKind): boolean => kind === 'files' || kind === 'paths';

/** Whether an export shows the pictures of results. */
export const hasPictures = (kind: ExportKind): boolean =>
  isPerResult(kind) || kind === 'sheet' || kind === 'sheetPictures';

const kindsWithoutFiles: readonly ExportKind[] = ['sidecars', 'csv', 'json', 'report'];
/** Whether it reads the files of results. */
export const needsResultFiles = (kind: ExportKind): boolean => !kindsWithoutFiles.includes(kind);

/** Spreadsheets expect semicolons if a comma is the decimal sign. */
export const csvSeparators = ['comma', 'semicolon', 'tab'] as const;
export type CsvSeparator = (typeof csvSeparators)[number];

export const exportSubfolders = ['none', 'batch', 'label'] as const;

const words = z.string().max(500).default('');

/** Removes only the location. */
export const defaultRendering: Rendering = renderingOf(additionalOutput());

/** Whether at most the location is removed. */
export function isUnchanged({ format, size, colour, metadata, ...rendering }: Rendering): boolean {
  const isPlain = format === 'auto' && size.kind === 'photograph' && colour === 'photograph';
  const hasData = metadata.keep === 'all' && metadata.without.every((group) => group === 'location');
  return isPlain && hasData && rendering.composition === null && !rendering.clippingPath;
}

export const exportOptionsSchema = z.strictObject({
  kind: z.enum(exportKinds).default('files'),
  /** Empty until chosen. */
  folder: pathSchema('export').default(''),
  /** Moves the results, and tracks them there. */
  move: z.boolean().default(false),
  /** The counter runs through the export. */
  template: z.string().min(1, messageKey('contract.recipe.template')).max(200).default('{name}'),
  /** `auto` keeps the result's format. */
  rendering: renderingSchema.superRefine(refineOutputSize).default(defaultRendering),
  subfolders: z.enum(exportSubfolders).default('none'),
  /** Written as XMP. */
  writeDecisions: z.boolean().default(true),
  /** Writes the rating -1, for programs without flags. */
  rejectedAsRating: z.boolean().default(false),
  /** For all tables, even checks and product lists. */
  separator: z.enum(csvSeparators).default('comma'),
  rows: z.int().min(1).max(20).default(5),
  columns: z.int().min(1).max(20).default(4),
  /** Header of a contact sheet. */
  studio: words,
  title: words,
  creator: words,
  rights: words,
});
export type ExportOptions = z.output<typeof exportOptionsSchema>;

export const fieldsOfKind = {
  files: [
    'folder',
    'move',
    'template',
    'rendering',
    'subfolders',
    'writeDecisions',
    'rejectedAsRating',
    'title',
    'creator',
    'rights',
  ],
  paths: ['folder', 'template', 'subfolders'],
  sidecars: ['folder', 'subfolders', 'rejectedAsRating'],
  outputs: [],
  sheet: ['folder', 'template', 'rows', 'columns', 'studio'],
  sheetPictures: ['folder', 'template', 'rows', 'columns', 'studio'],
  csv: ['folder', 'separator'],
  json: ['folder'],
  report: ['folder', 'separator'],
} as const satisfies Readonly<Record<ExportKind, readonly Exclude<keyof ExportOptions, 'kind'>[]>>;

/** Results that an inspection marked, and the user did not accept. */
export interface FlawedResults {
  readonly results: readonly { readonly resultId: number; readonly photographId: number }[];
  /** Results of each kind, the most frequent first. */
  readonly kinds: readonly { readonly kind: ResultFlawKind; readonly count: number }[];
}

/** Results whose files are not available. */
export interface MissingResults {
  readonly count: number;
  /** Null if they differ. `volume`: its label; else a path. */
  readonly reason: { readonly kind: 'folder' | 'files' | 'volume'; readonly name: string } | null;
}

export interface PictureCounts {
  /** Without missing results. */
  readonly count: number;
  /** Photographs with analyses only. */
  readonly withoutPicture: number;
  /** Photographs without any result. */
  readonly unprocessed: number;
  readonly flawed: FlawedResults;
}

export interface ExportPlan extends PictureCounts {
  /** Extrapolated. */
  readonly bytes: number;
  readonly missing: MissingResults;
  readonly firstName: string | null;
  readonly firstId: number | null;
}

export interface ExportFailure {
  readonly name: string;
  readonly message: Message;
}

export interface ExportReport {
  readonly done: number;
  readonly bytes: number;
  /** The first few. */
  readonly failed: readonly ExportFailure[];
  readonly failedCount: number;
  /** Incomplete files, the first few. */
  readonly notes?: readonly ExportFailure[];
  readonly total: number;
  readonly ending: 'whole' | 'stopped' | 'trouble';
  readonly trouble: Message | null;
  readonly folder: string;
}
