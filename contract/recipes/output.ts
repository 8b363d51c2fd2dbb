/** An output of a recipe: which file is made of a result, what it is called and where it goes. Fields that came later mean nothing new by default. */
import { z } from 'zod';
import { type MessageDescriptor, messageKey, msg, nestedMessage } from '../messages/message.ts';
import { pathSchema } from '../validation/path-grant.ts';
import { compositionSchema } from './composition.ts';
import { marketplaceIdSchema } from './marketplaces.ts';

export const conflictRules = ['number', 'skip', 'replace'] as const;
export const outputFormats = ['auto', 'png', 'jpeg', 'webp', 'tiff', 'avif', 'psd'] as const;
/** True where a file may hold 16 bits per channel; the others have 8. */
export const supports16Bit = (format: Output['format']): boolean =>
  format === 'png' || format === 'tiff' || format === 'auto';
export const colorSpaces = ['photograph', 'srgb', 'adobe-rgb', 'display-p3'] as const;
export type ColorSpace = (typeof colorSpaces)[number];
export const sharpenings = ['off', 'screen', 'print'] as const;
export type Sharpening = (typeof sharpenings)[number];

export const defaultTemplate = '{name}-{recipe}';
/** Of outputs beside the first, whose files must have other names. */
export const additionalTemplate = '{name}-{recipe}-web';

/** px; of a format that is not here, files have whatever Burnish opens. */
export const maxSideOfFormat: Readonly<Partial<Record<Output['format'], number>>> = {
  jpeg: 65_500,
  webp: 16_383,
  avif: 16_384,
  psd: 30_000,
};

/** Sides in px. */
const side = z.int().min(16).max(65_535);

const color = z
  .string()
  .max(7)
  .regex(/^#[0-9a-f]{6}$/i);
export const defaultBackground = '#ffffff';

/** Without an exact size, `background` is only seen behind what is transparent in a format without transparency. */
export const outputSizeSchema = z.discriminatedUnion('kind', [
  /** Of the photograph (or of the result, where that is no photograph). */
  z.strictObject({ kind: z.literal('photograph'), background: color.optional() }),
  z.strictObject({
    kind: z.literal('longest'),
    px: side,
    background: color.optional(),
    enlarge: z.boolean().default(false),
  }),
  /** The picture whole inside this size; what is left over is `background`, or transparent where the picture is. */
  z.strictObject({
    kind: z.literal('exact'),
    width: side,
    height: side,
    background: color.default(defaultBackground),
    enlarge: z.boolean().default(false),
  }),
]);
export type OutputSize = z.infer<typeof outputSizeSchema>;

/** Most px of a picture: as many as Burnish opens itself. */
export const maxOutputPixels = 500_000_000;

/**
 * What is wrong with a size that has more, whatever it is of; null where nothing is. For what is chosen now: outputs that were
 * stored earlier are read all the same. How large a longest side makes a picture is only known with the picture.
 */
export function pixelLimitMessage(size: OutputSize, format: Output['format'] = 'auto'): MessageDescriptor | null {
  if (size.kind !== 'exact') return null;
  const maxSide = maxSideOfFormat[format] ?? Number.POSITIVE_INFINITY;
  if (Math.max(size.width, size.height) > maxSide)
    return msg('contract.output.tooLongSide', { format: format.toUpperCase(), most: maxSide });
  if (size.width * size.height <= maxOutputPixels) return null;
  return msg('contract.output.tooManyPixels', { most: maxOutputPixels / 1_000_000 });
}

/** What data about a photograph are about, as far as they can be left out. */
export const metadataGroups = ['location', 'camera', 'people', 'editing'] as const;
export type MetadataGroup = (typeof metadataGroups)[number];

const line = z.string().max(500);

/** Which of the photograph's data a file carries. What says that a picture was made or changed by a machine always stays. */
export const metadataRuleSchema = z.strictObject({
  /** `credit`: creator, copyright and terms of use only. */
  keep: z.enum(['all', 'credit', 'none']).default('all'),
  /** Of `all`, but these. */
  without: z.array(z.enum(metadataGroups)).max(metadataGroups.length).default([]),
  /** Written where the photograph names none; null = as the settings say. */
  creator: line.nullable().default(null),
  copyright: line.nullable().default(null),
});
export type MetadataRule = z.infer<typeof metadataRuleSchema>;

/** Where files go, what they are called and how they are made. */
export const outputSchema = z.strictObject({
  /** Absolute folder; null = the watch folder's or the settings' output folder, for further outputs that of the first. */
  folder: pathSchema('recipeOutput').nullable().default(null),
  /** See `naming.ts` for the placeholders. */
  template: z.string().min(1, messageKey('contract.recipe.template')).max(200).default(defaultTemplate),
  /** Repeat the source's subfolders below the output folder. */
  mirror: z.boolean().default(true),
  conflict: z.enum(conflictRules).default('number'),
  format: z.enum(outputFormats).default('auto'),
  /** JPEG, WEBP and AVIF quality, 1 to 100. */
  quality: z.int().min(1).max(100).default(92),
  /** Bits per channel of PNG and TIFF. */
  depth: z.union([z.literal(8), z.literal(16)]).default(8),
  /** Most a JPEG may have, KB of 1024 bytes; reached by its quality. Null = no limit. */
  mostKilobytes: z.int().min(10).max(1_000_000).nullable().default(null),
  size: outputSizeSchema.default({ kind: 'photograph' }),
  /** For what the file is looked at on; only what is scaled is sharpened. */
  sharpen: z.enum(sharpenings).default('off'),
  /** Converted to, and said in the file. Grey pictures stay grey. */
  colour: z.enum(colorSpaces).default('photograph'),
  /** An outline of a cutout as JPEG, TIFF and PSD carry it, for shops and printers that take one in the place of transparency. */
  clippingPath: z.boolean().default(false),
  /** How a cutout is laid out; null = as it is. Other results are as they are. */
  composition: compositionSchema.nullable().default(null),
  metadata: metadataRuleSchema.default({ keep: 'all', without: [], creator: null, copyright: null }),
  /** Says in the file that a machine has changed the picture, with a line of credit; null = says nothing of that. */
  disclosure: z
    .strictObject({ credit: z.string().max(200).default('') })
    .nullable()
    .default(null),
  /** The preset whose rules finished files are checked against; null = none. */
  marketplace: marketplaceIdSchema.nullable().default(null),
});
export type Output = z.infer<typeof outputSchema>;

/** What a file of an output is to be, wherever it goes and whatever it is called. */
export const renderingSchema = outputSchema.omit({
  ...{ folder: true, template: true, mirror: true, conflict: true, marketplace: true },
});
export type Rendering = z.infer<typeof renderingSchema>;

/** Refines the schema of what is chosen now. */
export function refineOutputSize({ size, format }: Pick<Output, 'size' | 'format'>, context: z.RefinementCtx): void {
  const sentence = pixelLimitMessage(size, format);
  if (sentence !== null) context.addIssue({ code: 'custom', path: ['size'], ...nestedMessage(sentence) });
}

const plain: Output = outputSchema.parse({});

/** An output for handing on, beside the first: under another name, and without the place where the photograph was taken. */
export function additionalOutput(change: Partial<Output> = {}): Output {
  const metadata: MetadataRule = { ...plain.metadata, without: ['location'] };
  return { ...plain, template: additionalTemplate, metadata, ...change };
}

/** An output as an earlier version stored it, with what it did not know yet. */
export function withDefaults(stored: Partial<Output>): Output {
  return { ...plain, ...stored };
}

export function renderingOf(output: Output): Rendering {
  const { folder: _, template: __, mirror: ___, conflict: ____, marketplace: _____, ...rendering } = output;
  return rendering;
}

/** The parts of `output` that an earlier version did not know, where they are not as it did it; empty for a plain one. */
export function nonDefaultChoices(output: Partial<Output>): Partial<Rendering> {
  const { depth, mostKilobytes, size, sharpen, colour, clippingPath, composition, metadata, disclosure } =
    withDefaults(output);
  const chosen = { depth, mostKilobytes, size, sharpen, colour, clippingPath, composition, metadata, disclosure };
  const differs = (name: keyof typeof chosen) => JSON.stringify(chosen[name]) !== JSON.stringify(plain[name]);
  const names = (Object.keys(chosen) as (keyof typeof chosen)[]).filter(differs);
  return Object.fromEntries(names.map((name) => [name, chosen[name]]));
}

/** True where files of both could get the same name in the same folder. */
export function canCollide(a: Output, b: Output): boolean {
  const isSameFormat = a.format === b.format || a.format === 'auto' || b.format === 'auto';
  const nameOf = ({ template }: Output) => template.normalize('NFC').toLowerCase();
  return isSameFormat && a.folder === b.folder && nameOf(a) === nameOf(b);
}
