/** Fields added later default to the earlier behavior. */
import { z } from 'zod';
import { type MessageDescriptor, messageKey, msg, nestedMessage } from '../messages/message.ts';
import { pathSchema } from '../validation/path-grant.ts';
import { compositionSchema } from './composition.ts';
import { marketplaceIdSchema } from './marketplaces.ts';

export const conflictRules = ['number', 'skip', 'replace'] as const;
export const outputFormats = ['auto', 'png', 'jpeg', 'webp', 'tiff', 'avif', 'psd'] as const;
export const supports16Bit = (format: Output['format']): boolean =>
  format === 'png' || format === 'tiff' || format === 'auto';
export const colorSpaces = ['photograph', 'srgb', 'adobe-rgb', 'display-p3'] as const;
export type ColorSpace = (typeof colorSpaces)[number];
export const sharpenings = ['off', 'screen', 'print'] as const;
export type Sharpening = (typeof sharpenings)[number];

const defaultTemplate = '{name}-{recipe}';
/** For additional outputs, whose files need other names. */
export const additionalTemplate = '{name}-{recipe}-web';

/** Px; others have no such limit. */
export const maxSideOfFormat: Readonly<Partial<Record<Output['format'], number>>> = {
  jpeg: 65_500,
  webp: 16_383,
  avif: 16_384,
  psd: 30_000,
};

/** px. */
const side = z.int().min(16).max(65_535);

const color = z
  .string()
  .max(7)
  .regex(/^#[0-9a-f]{6}$/i);
export const defaultBackground = '#ffffff';

/** Unless the size is exact, `background` shows only behind transparency, in formats without it. */
export const outputSizeSchema = z.discriminatedUnion('kind', [
  /** The photograph's size, or the result's if it is no photograph. */
  z.strictObject({ kind: z.literal('photograph'), background: color.optional() }),
  z.strictObject({
    kind: z.literal('longest'),
    px: side,
    background: color.optional(),
    enlarge: z.boolean().default(false),
  }),
  /** Fits the picture into this size; transparent pictures keep a transparent rest. */
  z.strictObject({
    kind: z.literal('exact'),
    width: side,
    height: side,
    background: color.default(defaultBackground),
    enlarge: z.boolean().default(false),
  }),
]);
export type OutputSize = z.infer<typeof outputSizeSchema>;

/** Same limit as for pictures that Burnish opens. */
export const maxOutputPixels = 500_000_000;

/** Returns why a size is too large, or null. For new choices only, because stored outputs must stay readable. */
export function pixelLimitMessage(size: OutputSize, format: Output['format'] = 'auto'): MessageDescriptor | null {
  if (size.kind !== 'exact') return null;
  const maxSide = maxSideOfFormat[format] ?? Number.POSITIVE_INFINITY;
  if (Math.max(size.width, size.height) > maxSide)
    return msg('contract.output.tooLongSide', { format: format.toUpperCase(), most: maxSide });
  if (size.width * size.height <= maxOutputPixels) return null;
  return msg('contract.output.tooManyPixels', { most: maxOutputPixels / 1_000_000 });
}

export const metadataGroups = ['location', 'camera', 'people', 'editing'] as const;
export type MetadataGroup = (typeof metadataGroups)[number];

const line = z.string().max(500);

/** Declarations of AI use always stay. */
const metadataRuleSchema = z.strictObject({
  /** `credit`: creator, copyright, terms of use. */
  keep: z.enum(['all', 'credit', 'none']).default('all'),
  /** Exceptions from `all`. */
  without: z.array(z.enum(metadataGroups)).max(metadataGroups.length).default([]),
  /** If the photograph has none; null = from the settings. */
  creator: line.nullable().default(null),
  copyright: line.nullable().default(null),
});
export type MetadataRule = z.infer<typeof metadataRuleSchema>;

export const outputSchema = z.strictObject({
  /** Null = of the watch folder or settings; for additional outputs, of the first. */
  folder: pathSchema('recipeOutput').nullable().default(null),
  /** See `naming.ts`. */
  template: z.string().min(1, messageKey('contract.recipe.template')).max(200).default(defaultTemplate),
  /** Repeats the source's subfolders. */
  mirror: z.boolean().default(true),
  conflict: z.enum(conflictRules).default('number'),
  format: z.enum(outputFormats).default('auto'),
  /** JPEG, WEBP, AVIF. */
  quality: z.int().min(1).max(100).default(92),
  /** PNG and TIFF. */
  depth: z.union([z.literal(8), z.literal(16)]).default(8),
  /** JPEG only, in KB of 1024 bytes; lowers the quality. */
  mostKilobytes: z.int().min(10).max(1_000_000).nullable().default(null),
  size: outputSizeSchema.default({ kind: 'photograph' }),
  /** Scaled pictures only. */
  sharpen: z.enum(sharpenings).default('off'),
  /** Gray pictures stay gray. */
  colour: z.enum(colorSpaces).default('photograph'),
  /** JPEG, TIFF and PSD, for printers that use it instead of transparency. */
  clippingPath: z.boolean().default(false),
  /** Cutouts only. */
  composition: compositionSchema.nullable().default(null),
  metadata: metadataRuleSchema.default({ keep: 'all', without: [], creator: null, copyright: null }),
  /** Declares the use of AI. */
  disclosure: z
    .strictObject({ credit: z.string().max(200).default('') })
    .nullable()
    .default(null),
  /** Preset that finished files are checked against. */
  marketplace: marketplaceIdSchema.nullable().default(null),
});
export type Output = z.infer<typeof outputSchema>;

export const renderingSchema = outputSchema.omit({
  folder: true,
  template: true,
  mirror: true,
  conflict: true,
  marketplace: true,
});
export type Rendering = z.infer<typeof renderingSchema>;

export function refineOutputSize({ size, format }: Pick<Output, 'size' | 'format'>, context: z.RefinementCtx): void {
  const message = pixelLimitMessage(size, format);
  if (message !== null) context.addIssue({ code: 'custom', path: ['size'], ...nestedMessage(message) });
}

const plain: Output = outputSchema.parse({});

/** Creates an additional output: another name, no location. */
export function additionalOutput(change: Partial<Output> = {}): Output {
  const metadata: MetadataRule = { ...plain.metadata, without: ['location'] };
  return { ...plain, template: additionalTemplate, metadata, ...change };
}

/** Completes an earlier version's output. */
export function withDefaults(stored: Partial<Output>): Output {
  return { ...plain, ...stored };
}

export function renderingOf(output: Output): Rendering {
  const { folder: _, template: __, mirror: ___, conflict: ____, marketplace: _____, ...rendering } = output;
  return rendering;
}

/** Returns deviations from the behavior of earlier versions. */
export function nonDefaultChoices(output: Partial<Output>): Partial<Rendering> {
  const { depth, mostKilobytes, size, sharpen, colour, clippingPath, composition, metadata, disclosure } =
    withDefaults(output);
  const chosen = { depth, mostKilobytes, size, sharpen, colour, clippingPath, composition, metadata, disclosure };
  const differs = (name: keyof typeof chosen) => JSON.stringify(chosen[name]) !== JSON.stringify(plain[name]);
  const names = (Object.keys(chosen) as (keyof typeof chosen)[]).filter(differs);
  return Object.fromEntries(names.map((name) => [name, chosen[name]]));
}

/** Whether their files could share a path. */
export function canCollide(a: Output, b: Output): boolean {
  const isSameFormat = a.format === b.format || a.format === 'auto' || b.format === 'auto';
  const nameOf = ({ template }: Output) => template.normalize('NFC').toLowerCase();
  return isSameFormat && a.folder === b.folder && nameOf(a) === nameOf(b);
}
