import { jpegBmpPng, jpegBmpWebpPng, megabyte, photograph, refusedPngBits, square } from './image-inputs.ts';
import type { ChoiceField, OperationSpec } from './operation-spec.ts';

/** Values of `return_form`; `cutout` (colors with alpha, at the photograph's size) is requested by leaving the field out. */
export const cutoutForms = ['cutout', 'mask', 'whiteBK', 'crop'] as const;
export type CutoutForm = (typeof cutoutForms)[number];

export function cutoutForm(value: unknown): CutoutForm {
  return cutoutForms.find((form) => form === value) ?? 'cutout';
}

const forms = {
  mask: { value: 'mask', label: 'Mask (black and white)' },
  whiteBK: { value: 'whiteBK', label: 'On white' },
  crop: { value: 'crop', label: 'Cut out and cropped' },
} as const;

/** If absent, the result is a four-channel PNG of the upload's size. */
const returnForm = (...names: (keyof typeof forms)[]): ChoiceField => ({
  kind: 'choice',
  name: 'return_form',
  label: 'Result',
  help: 'By default, the cutout has a transparent background.',
  unsent: 'Transparent',
  choices: names.map((name) => forms[name]),
});
/** If the interface does not name the field. */
const unnamedForm = (...names: (keyof typeof forms)[]): ChoiceField => ({ ...returnForm(...names), isNameOpen: true });

const cutoutLimits = { maxBytes: 3 * megabyte, smallerThan: square(2000), refusedPngBits } as const;

export const clothClasses = ['tops', 'coat', 'skirt', 'pants', 'bag', 'shoes', 'hat'] as const;
export type ClothClass = (typeof clothClasses)[number];

export const apparelBackgroundRemoval = {
  id: 'apparel-background-removal',
  path: '/api/cutout/general/apparel-background-removal',
  family: 'cutout',
  title: 'Clothing cutout',
  summary: 'Cuts out a person’s clothing, as a whole or by garment.',
  delivery: 'direct',
  images: [
    photograph({ formats: jpegBmpPng, maxBytes: 5 * megabyte, largerThan: square(50), smallerThan: square(3000) }),
  ],
  fields: [
    {
      kind: 'choice',
      name: 'out_mode',
      label: 'Cutout contents',
      choices: [
        { value: 0, label: 'Main clothing' },
        { value: 1, label: 'Garments below, combined' },
      ],
    },
    {
      kind: 'multi-choice',
      name: 'cloth_class',
      label: 'Garments',
      help: 'Each is also returned as a separate cutout. If none is selected, all garments found are used.',
      choices: clothClasses.map((name) => ({ value: name, label: name[0]?.toUpperCase() + name.slice(1) })),
    },
    unnamedForm('mask', 'whiteBK'),
  ],
  rules: [],
  result: 'apparel',
  restore: 'alpha',
  outputForm: 'return_form',
  credits: 1,
} as const satisfies OperationSpec;

export const universalBackgroundRemoval = {
  id: 'universal-background-removal',
  path: '/api/cutout/general/universal-background-removal',
  family: 'cutout',
  title: 'Universal cutout',
  summary: 'Removes the background behind any kind of subject.',
  delivery: 'direct',
  images: [photograph({ formats: jpegBmpWebpPng, ...cutoutLimits, largerThan: square(32), maxSidePx: 1999 })],
  fields: [unnamedForm('mask', 'whiteBK', 'crop')],
  rules: [],
  result: 'image-url',
  restore: 'alpha',
  outputForm: 'return_form',
  credits: 1,
} as const satisfies OperationSpec;

export const commodityBackgroundRemoval = {
  id: 'commodity-background-removal',
  path: '/api/cutout/general/commodity-background-removal',
  family: 'cutout',
  title: 'Product cutout',
  summary: 'Removes the background behind a product.',
  delivery: 'direct',
  images: [photograph({ formats: jpegBmpPng, ...cutoutLimits })],
  fields: [unnamedForm('mask', 'whiteBK', 'crop')],
  rules: [],
  result: 'image-url',
  restore: 'alpha',
  outputForm: 'return_form',
  credits: 1,
} as const satisfies OperationSpec;

export const portraitBackgroundRemoval = {
  id: 'portrait-background-removal',
  path: '/api/cutout/portrait/portrait-background-removal',
  family: 'cutout',
  title: 'Portrait cutout',
  summary: 'Removes the background behind people and preserves their hair.',
  delivery: 'direct',
  images: [photograph({ formats: jpegBmpWebpPng, ...cutoutLimits })],
  fields: [unnamedForm('mask', 'whiteBK', 'crop')],
  rules: [],
  result: 'image-url',
  restore: 'alpha',
  outputForm: 'return_form',
  credits: 1,
} as const satisfies OperationSpec;

const headLimits = {
  formats: jpegBmpPng,
  maxBytes: 3 * megabyte,
  largerThan: square(32),
  smallerThan: square(2000),
} as const;

export const avatarExtraction = {
  id: 'avatar-extraction',
  path: '/api/cutout/portrait/avatar-extraction',
  family: 'cutout',
  title: 'Head cutout',
  summary: 'Cuts out every head as a separate picture.',
  delivery: 'direct',
  images: [photograph(headLimits)],
  fields: [returnForm('mask')],
  rules: [],
  result: 'elements',
  restore: 'boxes',
  outputForm: 'return_form',
  faces: { minCount: 1 },
  credits: 1,
} as const satisfies OperationSpec;

export const hairstyleExtraction = {
  id: 'hairstyle-extraction',
  path: '/api/cutout/portrait/hairstyle-extraction',
  family: 'cutout',
  title: 'Hair cutout',
  summary: 'Cuts out each person’s hair as a separate picture.',
  delivery: 'direct',
  images: [photograph(headLimits)],
  fields: [],
  rules: [],
  result: 'elements',
  restore: 'boxes',
  faces: { minCount: 1 },
  credits: 1,
} as const satisfies OperationSpec;
