/** Vocabulary of the operation table; plain data only. */

/** Last segments of their paths. */
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

/** `either`: as the parameter `task_type` requests. */
export type Delivery = 'direct' | 'async' | 'either';

export const imageFormats = ['jpeg', 'png', 'bmp', 'webp'] as const;
export type ImageFormat = (typeof imageFormats)[number];

/** Exclusive. */
export interface SideBound {
  readonly width: number;
  readonly height: number;
}

/** Section "Limits" of the interface. */
export interface ImageInput {
  /** Name of the multipart field. */
  readonly field: string;
  readonly label: string;
  readonly required: boolean;
  readonly formats: readonly ImageFormat[];
  /** 1 MB is 1,000,000 bytes, which every reading of the interface accepts. */
  readonly maxBytes: number;
  readonly largerThan?: SideBound;
  readonly smallerThan: SideBound;
  /** Inclusive. */
  readonly maxSidePx?: number;
  /** Bits per pixel. */
  readonly refusedPngBits?: readonly number[];
}

export interface Choice {
  readonly value: string | number;
  readonly label: string;
}

interface FieldBase {
  readonly name: string;
  /** The interface leaves the name open, a profile may set it (`outputFormField`). */
  readonly isNameOpen?: true;
  readonly label: string;
  readonly help?: string;
  readonly group?: string;
  /** In a collapsed section of the form. */
  readonly isFolded?: true;
  /** The service's default; absent if the interface defines none. */
  readonly default?: string | number;
}

/** `neutral` has no effect. */
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
  /** Label for an absent field, if no choice means that. */
  readonly unsent?: string;
}

/** Sent as a comma-separated list in the order of `choices`. */
export interface MultiChoiceField extends FieldBase {
  readonly kind: 'multi-choice';
  readonly choices: readonly Choice[];
}

export interface SwitchField extends FieldBase {
  readonly kind: 'switch';
  readonly on: string | number;
  readonly off: string | number;
  /** Meanings, if not on and off. */
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
  /** The service treats `sets` as `to` if all `fields` have `value` or are absent. */
  | {
      readonly kind: 'implies';
      readonly fields: readonly string[];
      readonly value: string | number;
      readonly sets: string;
      readonly to: string | number;
    };

/** Location of the result in the response. Sections "Cutout and effect result shapes" and "Async task result". */
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
 * Way from a downscaled upload back to the photograph's size: `alpha` transfers the matte, `difference` adds the
 * enlarged change, `boxes` cuts elements from the original through the enlarged matte, `coordinates` scales points and
 * rectangles, `none` keeps the result.
 */
export type Restore = 'alpha' | 'difference' | 'boxes' | 'coordinates' | 'none';

/** px, in the interface's words. */
export interface FaceSide {
  readonly bound: 'larger than' | 'at least';
  readonly px: number;
}

/** Recommendations, not requirements. */
interface FaceAdvice {
  /** Side of the face's box, px. */
  readonly side: number;
  /** One part in this many of the shorter edge. */
  readonly edgePart: number;
  /** Roll, yaw and pitch, degrees. */
  readonly turn: number;
}

export interface FaceRule {
  readonly minCount?: number;
  /** If set, `side` applies to every face. */
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
  /** Field for the form of a cutout. */
  readonly outputForm?: string;
  readonly faces?: FaceRule;
  /** Minimum quality score (0 to 100) for recognition. */
  readonly goodQuality?: number;
  /** Price of one request at a public service; profiles may override it. Null = unknown. */
  readonly credits: number | null;
}
