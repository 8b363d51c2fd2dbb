/** What analyses find in photographs, as far as one looks for it: numbers, and things that are there or are of some kind. */
import { z } from 'zod';

interface Measured {
  /** The interface's bounds; what lies outside is drawn to them. */
  readonly min: number;
  readonly max: number;
  /** What people call it when they look for it; small letters. */
  readonly words: readonly string[];
}

/** Found as a number. */
export const measuredKinds = {
  faces: { min: 0, max: 100, words: ['faces', 'face'] },
  age: { min: 0, max: 120, words: ['age'] },
  beauty: { min: 0, max: 100, words: ['score', 'attractiveness'] },
  quality: { min: 0, max: 100, words: ['quality'] },
  blur: { min: 0, max: 100, words: ['sharpness'] },
  light: { min: 0, max: 100, words: ['lighting'] },
} as const satisfies Record<string, Measured>;
export type MeasuredKind = keyof typeof measuredKinds;

/** Found or not; what is not found is no finding. By kind and text, and by what people look for. */
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
  eye_finelines: { '': ['fine lines at the eyes', 'wrinkles'] },
  glabella_wrinkle: { '': ['frown lines', 'wrinkles'] },
  nasolabial_fold: { '': ['folds beside the nose', 'wrinkles'] },
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

/** What was found in one photograph by one analysis. */
export interface FindingValue {
  readonly kind: FindingKind;
  /** Which one of its kind; '' where there is but one. */
  readonly text: string;
  /** Null for what is there or not. */
  readonly value: number | null;
  /** 0 to 1; null where the service says nothing. */
  readonly confidence: number | null;
  /** Of which face, from 1; 0: of the photograph. */
  readonly face: number;
}

/** A photograph is meant where some face of it, or the photograph itself, has this. */
export const findingFilterSchema = z.strictObject({
  kind: z.enum(findingKinds),
  text: z.string().max(20).default(''),
  /** Of what is found as a number; null: whichever. */
  atLeast: z.number().min(0).max(120).nullable().default(null),
});
export type FindingFilter = z.output<typeof findingFilterSchema>;

/** What there is to filter by, and in how many photographs. */
export interface FindingCount {
  readonly kind: FindingKind;
  readonly text: string;
  readonly count: number;
}
