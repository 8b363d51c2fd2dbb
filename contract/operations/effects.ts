import { filters } from './beauty-filters.ts';
import { jpegBmpPng, jpegPng, megabyte, photograph, square, tenMegabytes } from './image-inputs.ts';
import type { ChoiceField, Field, NumberField, OperationSpec, SwitchField } from './operation-spec.ts';

const folded = <F extends Field>(field: F): F => ({ ...field, isFolded: true });

const degree = (name: string, label: string, help: string, group: string): NumberField => ({
  kind: 'integer',
  name,
  label,
  help,
  group,
  min: 0,
  max: 100,
  step: 1,
  default: 50,
  neutral: 0,
});

const zeroOne = (name: string, label: string, help?: string): SwitchField => ({
  kind: 'switch',
  name,
  label,
  ...(help ? { help } : {}),
  on: 1,
  off: 0,
});

/** `sync`: the response has the image; `async`: it has a task. */
const taskType: ChoiceField = {
  kind: 'choice',
  name: 'task_type',
  label: 'Delivery',
  help: 'A task is better for large photographs and slow connections.',
  group: 'Delivery',
  isFolded: true,
  default: 'sync',
  choices: [
    { value: 'sync', label: 'Immediate' },
    { value: 'async', label: 'As a task' },
  ],
};

export const faceBeautyPro = {
  id: 'face-beauty-pro',
  path: '/api/portrait/effects/face-beauty-pro',
  family: 'effects',
  title: 'Face retouching',
  summary: 'Skin, face shape, eyes, eyebrows and a color filter, each adjustable.',
  delivery: 'either',
  images: [photograph({ formats: jpegPng, maxBytes: 2 * megabyte, largerThan: square(48), smallerThan: square(4096) })],
  fields: [
    degree('whitening', 'Whitening', 'Brightens the skin.', 'Skin'),
    degree('smoothing', 'Smoothing', 'Evens out the skin and preserves its pores.', 'Skin'),
    folded(degree('thinface', 'Slimmer face', 'Narrows cheeks and jaw.', 'Shape')),
    folded(degree('shrink_face', 'Smaller face', 'Makes the whole face a little smaller.', 'Shape')),
    folded(degree('enlarge_eye', 'Larger eyes', 'Enlarges both eyes.', 'Shape')),
    folded(degree('remove_eyebrow', 'Remove eyebrows', 'Replaces the eyebrows with skin.', 'Shape')),
    { kind: 'choice', name: 'filter_type', label: 'Filter', group: 'Filter', choices: filters },
    taskType,
  ],
  rules: [],
  result: 'base64-result',
  restore: 'difference',
  faces: { minCount: 1 },
  credits: 15,
} as const satisfies OperationSpec;

export const smartBeauty = {
  id: 'smart-beauty',
  path: '/api/portrait/effects/smart-beauty',
  family: 'effects',
  title: 'Smart beauty',
  summary: 'One slider for a flattering portrait.',
  delivery: 'either',
  images: [
    {
      field: 'image_target',
      label: 'Photograph',
      required: true,
      formats: jpegBmpPng,
      maxBytes: 5 * megabyte,
      smallerThan: square(4096),
    },
  ],
  fields: [
    {
      kind: 'switch',
      name: 'multi_face',
      label: 'All faces',
      help: 'Best with fewer than 18 faces.',
      on: '1',
      off: '',
      means: { on: 'all faces', off: 'largest face only' },
      default: '',
    },
    {
      kind: 'number',
      name: 'beauty_level',
      label: 'Strength',
      min: 0,
      max: 1,
      step: 0.05,
      default: 1,
      neutral: 0,
    },
    taskType,
  ],
  rules: [],
  result: 'base64-image',
  restore: 'difference',
  faces: { minCount: 1 },
  credits: 8,
} as const satisfies OperationSpec;

const skinSwitches = [
  zeroOne('acne_removal', 'Acne and blemishes'),
  folded(zeroOne('spot_correction', 'Spots and pigmentation')),
  folded(zeroOne('skin_brightening', 'Brightening and tone')),
  zeroOne('skin_smoothing', 'Smoothing'),
  folded(zeroOne('pore_control', 'Pores and oil')),
  folded(zeroOne('wrinkle_reduction', 'Wrinkles and fine lines')),
  folded(zeroOne('under_eye_correction', 'Under the eyes')),
  folded(zeroOne('scar_reduction', 'Scars')),
] as const;
const skinSwitchNames = skinSwitches.map((field) => field.name);

export const smartSkinAdvanced = {
  id: 'smart-skin-advanced',
  path: '/api/portrait/effects/smart-skin-advanced',
  family: 'effects',
  title: 'Skin retouching',
  summary: 'Heals and evens out the skin; leaves everything else unchanged.',
  delivery: 'async',
  images: [photograph(tenMegabytes)],
  fields: [zeroOne('smart_skin', 'All in one', 'Replaces the switches below.'), ...skinSwitches],
  rules: [
    { kind: 'overrides', field: 'smart_skin', value: 1, ignored: skinSwitchNames },
    { kind: 'implies', fields: skinSwitchNames, value: 0, sets: 'smart_skin', to: 1 },
  ],
  result: 'result-urls',
  restore: 'difference',
  faces: { minCount: 1 },
  credits: null,
} as const satisfies OperationSpec;

const ratios = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '9:21', '16:9', '21:9'] as const;

export const aiLipBiteExpressions = {
  id: 'ai-lip-bite-expressions',
  path: '/api/portrait/effects/ai-lip-bite-expressions',
  family: 'effects',
  title: 'Lip-bite stickers',
  summary: 'A sheet of stickers showing the person with different expressions.',
  delivery: 'async',
  images: [photograph(tenMegabytes)],
  fields: [
    {
      kind: 'choice',
      name: 'grid_count',
      label: 'Stickers per sheet',
      choices: [1, 4, 6, 9].map((count) => ({ value: count, label: String(count) })),
    },
    {
      kind: 'choice',
      name: 'aspect_ratio',
      label: 'Sheet aspect ratio',
      choices: ratios.map((ratio) => ({ value: ratio, label: ratio })),
    },
  ],
  rules: [],
  result: 'result-urls',
  restore: 'none',
  faces: { minCount: 1 },
  credits: null,
} as const satisfies OperationSpec;

export const smartFaceSlimming = {
  id: 'smart-face-slimming',
  path: '/api/portrait/effects/smart-face-slimming',
  family: 'effects',
  title: 'Face slimming',
  summary: 'Slims one to three faces.',
  delivery: 'direct',
  images: [
    photograph({ formats: jpegPng, maxBytes: 6 * megabyte, largerThan: square(128), smallerThan: square(5000) }),
  ],
  fields: [
    { kind: 'number', name: 'slim_degree', label: 'Strength', min: 0, max: 2, step: 0.1, default: 1, neutral: 0 },
  ],
  rules: [],
  result: 'image-url',
  restore: 'difference',
  faces: { minCount: 1, maxCount: 3, side: { bound: 'larger than', px: 64 } },
  credits: 5,
} as const satisfies OperationSpec;

export const aiRedLipGloss = {
  id: 'ai-red-lip-gloss',
  path: '/api/portrait/effects/ai-red-lip-gloss',
  family: 'effects',
  title: 'Red lip gloss',
  summary: 'Red, glossy lips that match the lighting of the photograph.',
  delivery: 'async',
  images: [photograph({ formats: jpegPng, maxBytes: 5 * megabyte, smallerThan: square(4096) })],
  fields: [],
  rules: [],
  result: 'data-image',
  restore: 'difference',
  faces: { minCount: 1 },
  credits: 8,
} as const satisfies OperationSpec;

export const aiEyebrows = {
  id: 'ai-eyebrows',
  path: '/api/portrait/editing/ai-eyebrows',
  family: 'effects',
  title: 'Eyebrows from a reference',
  summary: 'Gives a face the eyebrows from another photograph.',
  delivery: 'async',
  images: [
    photograph(tenMegabytes),
    { field: 'reference_image', label: 'Photograph with the eyebrows', required: true, ...tenMegabytes },
  ],
  fields: [
    {
      kind: 'choice',
      name: 'resolution',
      label: 'Result size',
      choices: [
        { value: '1K', label: '1K' },
        { value: '2K', label: '2K' },
      ],
    },
  ],
  rules: [],
  result: 'result-urls',
  restore: 'difference',
  faces: { minCount: 1 },
  credits: 35,
} as const satisfies OperationSpec;
