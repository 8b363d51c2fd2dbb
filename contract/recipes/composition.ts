/** How a cutout is laid out as a finished picture: its background, its place and its shadow. */
import { z } from 'zod';
import { pathSchema } from '../validation/path-grant.ts';

/** px; what a side of a composed picture may be. */
export const canvasSides = { least: 16, most: 20_000 } as const;
const side = z.int().min(canvasSides.least).max(canvasSides.most);

/**
 * How a picture of another shape lies on the canvas: over all of it, cropped; whole, with white around it; drawn out of its shape; or
 * side by side from the upper left corner, at its own size.
 */
export const backgroundFits = ['cover', 'contain', 'stretch', 'tile'] as const;

const backgroundSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('transparent') }),
  /** sRGB, as "#rrggbb". */
  z.strictObject({
    kind: z.literal('colour'),
    colour: z
      .string()
      .max(7)
      .regex(/^#[0-9a-f]{6}$/i),
  }),
  /** `path` is absolute. */
  z.strictObject({
    kind: z.literal('picture'),
    path: pathSchema('background').min(1),
    fit: z.enum(backgroundFits).default('cover'),
  }),
]);

const canvasSchema = z.discriminatedUnion('kind', [
  /** The photograph's size; with `crop`, the subject's and its margin. */
  z.strictObject({ kind: z.literal('as-is') }),
  /** The same shape, scaled. */
  z.strictObject({ kind: z.literal('longest'), px: side }),
  z.strictObject({ kind: z.literal('exact'), width: side, height: side }),
]);

export const horizontalPlaces = ['left', 'centre', 'right'] as const;
export const verticalPlaces = ['top', 'centre', 'bottom'] as const;

/** All lengths are shares of the canvas, so that one composition fits pictures of any size. */
export const compositionSchema = z.strictObject({
  background: backgroundSchema.default({ kind: 'colour', colour: '#ffffff' }),
  canvas: canvasSchema.default({ kind: 'as-is' }),
  /** The shape of the canvas comes from the subject rather than from the photograph; it has no say where the size is exact. */
  crop: z.boolean().default(false),
  /** How much of the canvas' width or height the subject fills, whichever it reaches first; null = as large as it was. */
  fill: z.number().min(0.05).max(1).nullable().default(null),
  /** Kept free along every border, of the canvas' shorter side. */
  margin: z.number().min(0).max(0.4).default(0),
  horizontal: z.enum(horizontalPlaces).default('centre'),
  vertical: z.enum(verticalPlaces).default('centre'),
  /** How far above the lower border the subject stands, of the canvas' height; takes the place of `vertical`. */
  baseline: z.number().min(0).max(0.6).nullable().default(null),
  /** The subject is never enlarged more than this; 1 = never. */
  mostEnlarged: z.number().min(1).max(4).default(1),
  /** A soft shadow where the subject stands; null = none. */
  shadow: z
    .strictObject({
      /** 0 (none) to 1 (black). */
      strength: z.number().min(0).max(1).default(0.35),
      /** 0 (a line under the subject) to 1 (wide and soft). */
      softness: z.number().min(0).max(1).default(0.4),
    })
    .nullable()
    .default(null),
});
export type Composition = z.infer<typeof compositionSchema>;

/** Words for the form, by field. */
export const compositionLabels = {
  background: { label: 'Background', help: 'Transparent, a color, or a picture of yours.' },
  canvas: { label: 'Size', help: 'As the photograph is, by its longest side, or an exact width and height.' },
  crop: { label: 'Crop to the subject', help: 'What is transparent around the subject is cut off.' },
  fill: { label: 'Subject fills', help: 'Of the width or the height, whichever it reaches first.' },
  margin: { label: 'Margin', help: 'Kept free along every border.' },
  horizontal: { label: 'Across', help: undefined },
  vertical: { label: 'Down', help: undefined },
  baseline: { label: 'Stands above the lower border', help: 'So that all products of a series stand on one line.' },
  mostEnlarged: {
    label: 'Enlarge at most',
    help: 'A subject that would need more stays smaller, and Burnish says so.',
  },
  shadow: { label: 'Contact shadow', help: 'Soft, under the lowest parts; it ends before the border.' },
} as const satisfies Readonly<Record<keyof Composition, { label: string; help: string | undefined }>>;
