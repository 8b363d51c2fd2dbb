import { z } from 'zod';

interface Measured {
  /** Values are clamped. */
  readonly min: number;
  readonly max: number;
  /** Search terms, lower case. */
  readonly words: readonly string[];
}

export const measuredKinds = {
  faces: { min: 0, max: 100, words: ['faces', 'face'] },
  age: { min: 0, max: 120, words: ['age'] },
  beauty: { min: 0, max: 100, words: ['score', 'attractiveness'] },
  quality: { min: 0, max: 100, words: ['quality'] },
  blur: { min: 0, max: 100, words: ['sharpness'] },
  light: { min: 0, max: 100, words: ['lighting'] },
} as const satisfies Record<string, Measured>;
export type MeasuredKind = keyof typeof measuredKinds;

/** Search terms by kind and text. */
export const detectedKinds = {
  expression: { smiling: ['smiling', 'smile'] },
  glasses: { regular: ['glasses'], sunglasses: ['sunglasses'] },
  hat: { yes: ['hat'] },
  mask: { yes: ['mask'], wrong: ['mask worn incorrectly'] },
  gender: { female: ['female'], male: ['male'] },
  skin_type: {
    oily: ['oily skin'],
    dry: ['dry skin'],
    neutralSkin: ['normal skin'],
    combination: ['combination skin'],
  },
  acne: { '': ['acne'] },
  blackhead: { '': ['blackheads'] },
  mole: { '': ['moles'] },
  skin_spot: { '': ['spots'] },
  eye_pouch: { '': ['bags under the eyes'] },
  dark_circle: { '': ['dark circles'] },
  forehead_wrinkle: { '': ['forehead wrinkles'] },
  crows_feet: { '': ['crow’s feet', "crow's feet", 'wrinkles'] },
  eye_finelines: { '': ['fine lines around the eyes', 'wrinkles'] },
  glabella_wrinkle: { '': ['frown lines', 'wrinkles'] },
  nasolabial_fold: { '': ['smile lines', 'nasolabial folds', 'wrinkles'] },
  pores: { '': ['pores'] },
  pores_forehead: { '': ['pores on the forehead'] },
  pores_left_cheek: { '': ['pores on the left cheek'] },
  pores_right_cheek: { '': ['pores on the right cheek'] },
  pores_jaw: { '': ['pores on the jaw'] },
} as const satisfies Record<string, Readonly<Record<string, readonly string[]>>>;
export type DetectedKind = keyof typeof detectedKinds;

export type FindingKind = MeasuredKind | DetectedKind;
export const findingKinds = [...Object.keys(measuredKinds), ...Object.keys(detectedKinds)] as [
  FindingKind,
  ...FindingKind[],
];
export const isMeasured = (kind: FindingKind): kind is MeasuredKind => kind in measuredKinds;

export interface FindingValue {
  readonly kind: FindingKind;
  /** Variant; '' if there is only one. */
  readonly text: string;
  /** Null for things. */
  readonly value: number | null;
  /** 0 to 1. */
  readonly confidence: number | null;
  /** From 1; 0: the whole photograph. */
  readonly face: number;
}

/** Matches on any face or the whole photograph. */
export const findingFilterSchema = z.strictObject({
  kind: z.enum(findingKinds),
  text: z.string().max(20).default(''),
  /** Null: any. */
  atLeast: z.number().min(0).max(120).nullable().default(null),
});
export type FindingFilter = z.output<typeof findingFilterSchema>;

export interface FindingCount {
  readonly kind: FindingKind;
  readonly text: string;
  readonly count: number;
}
