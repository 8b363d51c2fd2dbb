import { z } from 'zod';
import { pathSchema } from '../validation/path-grant.ts';

/** In px. */
export const canvasSides = { min: 16, max: 20_000 } as const;
const side = z.int().min(canvasSides.min).max(canvasSides.max);

/** `contain` adds white borders; `tile` starts at the upper left corner, unscaled. */
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
  /** The photograph's size; with `crop`, the subject's. */
  z.strictObject({ kind: z.literal('as-is') }),
  z.strictObject({ kind: z.literal('longest'), px: side }),
  z.strictObject({ kind: z.literal('exact'), width: side, height: side }),
]);

export const horizontalPlaces = ['left', 'centre', 'right'] as const;
export const verticalPlaces = ['top', 'centre', 'bottom'] as const;

/** Lengths are fractions of the canvas. */
export const compositionSchema = z.strictObject({
  background: backgroundSchema.default({ kind: 'colour', colour: '#ffffff' }),
  canvas: canvasSchema.default({ kind: 'as-is' }),
  /** The subject sets the aspect ratio; ignored for an exact size. */
  crop: z.boolean().default(false),
  /** Share of width or height; null = original size. */
  fill: z.number().min(0.05).max(1).nullable().default(null),
  /** Fraction of the shorter side. */
  margin: z.number().min(0).max(0.4).default(0),
  horizontal: z.enum(horizontalPlaces).default('centre'),
  vertical: z.enum(verticalPlaces).default('centre'),
  /** Height of the subject above the lower border; replaces `vertical`. */
  baseline: z.number().min(0).max(0.6).nullable().default(null),
  /** 1 = never enlarged. */
  mostEnlarged: z.number().min(1).max(4).default(1),
  shadow: z
    .strictObject({
      /** 1 = black. */
      strength: z.number().min(0).max(1).default(0.35),
      /** 0: a line under the subject. */
      softness: z.number().min(0).max(1).default(0.4),
    })
    .nullable()
    .default(null),
});
export type Composition = z.infer<typeof compositionSchema>;

export const compositionLabels = {
  background: { label: 'Background', help: 'Transparent, a color, or your own picture.' },
  canvas: { label: 'Size', help: 'The photograph’s own size, a longest side, or an exact width and height.' },
  crop: { label: 'Crop to the subject', help: 'Removes the transparent area around the subject.' },
  fill: { label: 'Subject fills', help: 'Share of the width or height, whichever is reached first.' },
  margin: { label: 'Margin', help: 'Empty space along every edge.' },
  horizontal: { label: 'Horizontal', help: undefined },
  vertical: { label: 'Vertical', help: undefined },
  baseline: { label: 'Distance from bottom edge', help: 'Aligns all products in a series on the same line.' },
  mostEnlarged: {
    label: 'Maximum enlargement',
    help: 'If a subject needs more, it stays smaller, and Burnish shows a note.',
  },
  shadow: { label: 'Contact shadow', help: 'A soft shadow under the lowest parts that ends before the edge.' },
} as const satisfies Readonly<Record<keyof Composition, { label: string; help: string | undefined }>>;
