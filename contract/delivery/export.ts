/** Handing results on: what is exported, as what and where, and what came of it. */
import { z } from 'zod';
import { type Message, messageKey } from '../messages/message.ts';
import { additionalOutput, type Rendering, refineOutputSize, renderingOf, renderingSchema } from '../recipes/output.ts';
import { photographChoiceSchema } from '../review/list-queries.ts';
import { pathSchema } from '../validation/path-grant.ts';

/** Photographs by the result that stands for each, or these results. */
export const exportChoiceSchema = z.union([
  z.strictObject({ versions: z.array(z.int().positive()).min(1).max(1000) }),
  ...photographChoiceSchema.options,
]);
export type ExportChoice = z.output<typeof exportChoiceSchema>;

/**
 * Pictures, each a file; outlines of cutouts; XMP files of raw originals; the further files of their recipes, made again where those have
 * them; a contact sheet as a PDF or as pictures; a table or data about them; a report of their batches.
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

/** Kinds that make a file of each result, named by the template. */
export const isPerResult = (kind: ExportKind): boolean => kind === 'files' || kind === 'paths';

/** What stands between the cells of a table. A spreadsheet wants semicolons where a decimal comma is written. */
export const csvSeparators = ['comma', 'semicolon', 'tab'] as const;
export type CsvSeparator = (typeof csvSeparators)[number];

export const exportSubfolders = ['none', 'batch', 'label'] as const;

const words = z.string().max(500).default('');

/** As it is, but for where it was taken. */
export const defaultRendering: Rendering = renderingOf(additionalOutput());

/** True where nothing is changed of a picture, and of its data at most the location goes. */
export function isUnchanged({ format, size, colour, metadata, ...rendering }: Rendering): boolean {
  const isPlain = format === 'auto' && size.kind === 'photograph' && colour === 'photograph';
  const hasData = metadata.keep === 'all' && metadata.without.every((group) => group === 'location');
  return isPlain && hasData && rendering.composition === null && !rendering.clippingPath;
}

export const exportOptionsSchema = z.strictObject({
  kind: z.enum(exportKinds).default('files'),
  /** Absolute; empty until one was chosen. */
  folder: pathSchema('export').default(''),
  /** The results themselves go there, as they are, and Burnish knows them there from then on. */
  move: z.boolean().default(false),
  /** See `naming.ts`; the counter runs through the export. */
  template: z.string().min(1, messageKey('contract.recipe.template')).max(200).default('{name}'),
  /** What is made of each; `auto` is the format that the result has. Creator and copyright are those below. */
  rendering: renderingSchema.superRefine(refineOutputSize).default(defaultRendering),
  subfolders: z.enum(exportSubfolders).default('none'),
  /** Stars, labels and flags are written as XMP. */
  writeDecisions: z.boolean().default(true),
  /** A rejected photograph loses its stars: programs that know no flags see it then. */
  rejectedAsRating: z.boolean().default(false),
  /** Of tables; those of checks and product lists take the same. */
  separator: z.enum(csvSeparators).default('comma'),
  /** Of a contact sheet's page. */
  rows: z.int().min(1).max(20).default(5),
  columns: z.int().min(1).max(20).default(4),
  /** Stands above each page of a contact sheet. */
  studio: words,
  title: words,
  creator: words,
  rights: words,
});
export type ExportOptions = z.output<typeof exportOptionsSchema>;

/** What each kind asks for; the others leave it alone. */
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

/** What an export would be. */
export interface ExportPlan {
  readonly count: number;
  /** About so many, from a few that were tried. */
  readonly bytes: number;
  /** Of the first file, with its sub-folder and ending. */
  readonly firstName: string | null;
  /** The result it is made of. */
  readonly firstId: number | null;
  /** Photographs of which there is no picture, such as analyses. */
  readonly withoutPicture: number;
}

export interface ExportFailure {
  readonly name: string;
  readonly message: Message;
}

export interface ExportReport {
  readonly done: number;
  readonly bytes: number;
  /** The first of them. */
  readonly failed: readonly ExportFailure[];
  readonly failedCount: number;
  /** The first of the files that were made with something left out, and what that is. */
  readonly notes?: readonly ExportFailure[];
  readonly total: number;
  readonly ending: 'whole' | 'stopped' | 'trouble';
  /** Why it ended early. */
  readonly trouble: Message | null;
  /** Absolute. */
  readonly folder: string;
}
