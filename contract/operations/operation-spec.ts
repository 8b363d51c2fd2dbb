/** The vocabulary of the operation table: what one record may say about an operation (plain data only). */

/** The 17 operations, named by the last segment of their path. */
export const operationIds = [
  'ai-face-rating',
  'face-key-points',
  'skin-analysis',
  'face-analyzer-advanced',
  'face-beauty-pro',
  'smart-beauty',
  'smart-skin-advanced',
  'ai-lip-bite-expressions',
  'smart-face-slimming',
  'ai-red-lip-gloss',
  'ai-eyebrows',
  'apparel-background-removal',
  'universal-background-removal',
  'commodity-background-removal',
  'portrait-background-removal',
  'avatar-extraction',
  'hairstyle-extraction',
] as const;
export type OperationId = (typeof operationIds)[number];

export type Family = 'analysis' | 'effects' | 'cutout';

/** How a result comes: in the answer itself, as a task, or as the `task_type` parameter asks. */
export type Delivery = 'direct' | 'async' | 'either';

export const imageFormats = ['jpeg', 'png', 'bmp', 'webp'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** A bound on width and height in px, both exclusive: the interface says "larger than" and "smaller than". */
export interface SideBound {
  readonly width: number;
  readonly height: number;
}

/** What one uploaded image must be. Section "Limits" of the interface. */
export interface ImageInput {
  /** Name of the multipart field. */
  readonly field: string;
  readonly label: string;
  readonly required: boolean;
  readonly formats: readonly ImageFormat[];
  /** Largest file that is uploaded, in bytes: 1 MB = 1,000,000, which every reading of the interface takes. */
  readonly maxBytes: number;
  /** Width and height must both be greater than these. */
  readonly largerThan?: SideBound;
  /** Width and height must both be less than these. */
  readonly smallerThan: SideBound;
  /** Longest side allowed, in px, inclusive. */
  readonly maxSidePx?: number;
  /** PNG pixel sizes (bits per pixel) the service refuses. */
  readonly refusedPngBits?: readonly number[];
}

export interface Choice {
  readonly value: string | number;
  readonly label: string;
}

interface FieldBase {
  /** Name of the multipart field. */
  readonly name: string;
  /** The interface has no name for it: a service's profile may say another (`outputFormField`). */
  readonly isNameOpen?: true;
  readonly label: string;
  readonly help?: string;
  /** Heading under which the form shows the field. */
  readonly group?: string;
  /** Not set every day: the form shows it where the line over such fields is opened. */
  readonly isFolded?: true;
  /** The value the service uses when the field is not sent; absent where the interface does not say. */
  readonly default?: string | number;
}

/** A number on a slider. `neutral` is the value without effect. */
export interface NumberField extends FieldBase {
  readonly kind: 'integer' | 'number';
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly neutral?: number;
}

export interface ChoiceField extends FieldBase {
  readonly kind: 'choice';
  readonly choices: readonly Choice[];
  /** What comes of it where it is not sent, in the words of a choice; where no choice means that. */
  readonly unsent?: string;
}

/** Several values, sent as a comma-separated list in the order of `choices`. */
export interface MultiChoiceField extends FieldBase {
  readonly kind: 'multi-choice';
  readonly choices: readonly Choice[];
}

/** On or off, with the words the interface has for each. */
export interface SwitchField extends FieldBase {
  readonly kind: 'switch';
  readonly on: string | number;
  readonly off: string | number;
  /** What either means, where it is more than on and off. */
  readonly means?: { readonly on: string; readonly off: string };
}

export type Field = NumberField | ChoiceField | MultiChoiceField | SwitchField;

/** A rule between fields; each kind has one interpreter in `params.ts`. */
export type Rule =
  /** While `field` has `value`, the service ignores the fields in `ignored`. */
  | {
      readonly kind: 'overrides';
      readonly field: string;
      readonly value: string | number;
      readonly ignored: readonly string[];
    }
  /** When all `fields` have `value` (or are absent), the service treats `sets` as having `to`. */
  | {
      readonly kind: 'implies';
      readonly fields: readonly string[];
      readonly value: string | number;
      readonly sets: string;
      readonly to: string | number;
    };

/**
 * Where the answer holds the result; each name has one reader in the service client and one writer in the engine.
 * Sections "Cutout and effect result shapes" and "Async task result" of the interface.
 */
export type ResultShape =
  /** `data.image_url` */
  | 'image-url'
  /** `data.elements[]` with image_url, width, height, x, y */
  | 'elements'
  /** `data.elements`: `{image_url}` and `{class_url: {tops: …}}` */
  | 'apparel'
  /** sync: `result` (base64); async: `data.image_url` or top-level `result_url` */
  | 'base64-result'
  /** sync: `data.image`, else `result` (base64), else `data.image_url` */
  | 'base64-image'
  /** async: `data.result_urls[]` */
  | 'result-urls'
  /** async: `data.image` (URL) */
  | 'data-image'
  /** analysis: top-level `result` of face-key-points */
  | 'landmarks'
  /** analysis: `warning`, `face_rectangle`, `result` */
  | 'skin'
  /** analysis: layout A or B of the advanced face analysis */
  | 'face-analysis';

/**
 * How a result made from a scaled-down upload returns to the photograph's own size:
 * `alpha` carries the cutout's matte over to the original pixels, `difference` adds the enlarged change to the
 * original, `boxes` scales element boxes and cuts from the original through the enlarged matte, `coordinates` scales points
 * and rectangles of an analysis, `none` keeps the result as it came.
 */
export type Restore = 'alpha' | 'difference' | 'boxes' | 'coordinates' | 'none';

/** A bound on both sides of a face's box, in px, in the words of the interface. */
export interface FaceSide {
  readonly bound: 'larger than' | 'at least';
  readonly px: number;
}

/** What the interface recommends of a face without demanding it. */
export interface FaceAdvice {
  /** Side of the face's box, px. */
  readonly side: number;
  /** Of the photograph's shorter edge, the side is at least one part in so many. */
  readonly edgePart: number;
  /** Roll, yaw and pitch, in degrees either way. */
  readonly turn: number;
}

export interface FaceRule {
  readonly minCount?: number;
  /** Where it is given, `side` is asked of every face. */
  readonly maxCount?: number;
  readonly side?: FaceSide;
  readonly advice?: FaceAdvice;
}

export interface OperationSpec {
  readonly id: OperationId;
  /** Relative to the base URL. */
  readonly path: string;
  readonly family: Family;
  readonly title: string;
  /** One sentence for the recipe screen. */
  readonly summary: string;
  readonly delivery: Delivery;
  readonly images: readonly ImageInput[];
  readonly fields: readonly Field[];
  readonly rules: readonly Rule[];
  readonly result: ResultShape;
  readonly restore: Restore;
  /** The field that chooses between cutout, mask, white background and crop, where there is one. */
  readonly outputForm?: string;
  readonly faces?: FaceRule;
  /** From which quality score (0 to 100) on a face suits recognition, where the answer has such scores. */
  readonly goodQuality?: number;
  /** Credits of one call at a public service; null where unknown. An estimate, editable in the profile. */
  readonly credits: number | null;
}
