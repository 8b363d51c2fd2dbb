import { jpegBmpPng, megabyte, photograph, square, tenMegabytes } from './image-inputs.ts';
import type { OperationSpec } from './operation-spec.ts';

export const aiFaceRating = {
  id: 'ai-face-rating',
  path: '/api/portrait/analysis/ai-face-rating',
  family: 'analysis',
  title: 'Face rating',
  summary: 'A card with a score and short comments. For entertainment only.',
  delivery: 'async',
  images: [photograph(tenMegabytes)],
  fields: [
    {
      kind: 'choice',
      name: 'output_language',
      label: 'Card language',
      default: 'en-US',
      choices: [
        { value: 'de-DE', label: 'German' },
        { value: 'en-US', label: 'English' },
        { value: 'es-ES', label: 'Spanish' },
        { value: 'fr-FR', label: 'French' },
        { value: 'ja-JP', label: 'Japanese' },
        { value: 'ko-KR', label: 'Korean' },
        { value: 'ru-RU', label: 'Russian' },
        { value: 'zh-CN', label: 'Chinese (simplified)' },
        { value: 'zh-TW', label: 'Chinese (traditional)' },
      ],
    },
  ],
  rules: [],
  result: 'result-urls',
  restore: 'none',
  faces: { minCount: 1 },
  credits: 15,
} as const satisfies OperationSpec;

export const faceKeyPoints = {
  id: 'face-key-points',
  path: '/api/portrait/analysis/face-key-points',
  family: 'analysis',
  title: 'Facial landmarks',
  summary: 'Positions of eyes, brows, nose, mouth and chin, with optional age and gender.',
  delivery: 'direct',
  images: [photograph({ formats: jpegBmpPng, maxBytes: 8 * megabyte, smallerThan: { width: 1920, height: 1080 } })],
  fields: [
    {
      kind: 'integer',
      name: 'max_face_num',
      label: 'Maximum faces',
      help: 'The largest faces come first.',
      min: 1,
      max: 10,
      step: 1,
      default: 1,
    },
    {
      kind: 'multi-choice',
      name: 'face_field',
      label: 'What to measure',
      default: 'age,gender,landmark4',
      choices: [
        { value: 'age', label: 'Age' },
        { value: 'gender', label: 'Gender' },
        { value: 'landmark4', label: '4 points' },
        { value: 'landmark72', label: '72 points' },
        { value: 'landmark150', label: '150 points' },
        { value: 'landmark201', label: '201 points' },
      ],
    },
  ],
  rules: [],
  result: 'landmarks',
  restore: 'coordinates',
  faces: { minCount: 1 },
  credits: 2,
} as const satisfies OperationSpec;

export const skinAnalysis = {
  id: 'skin-analysis',
  path: '/api/portrait/analysis/skin-analysis',
  family: 'analysis',
  title: 'Skin analysis',
  summary: 'Skin type, wrinkles, pores, spots and more, each with a confidence score.',
  delivery: 'direct',
  images: [
    photograph({ formats: ['jpeg'], maxBytes: 2 * megabyte, largerThan: square(200), smallerThan: square(4096) }),
  ],
  fields: [],
  rules: [],
  result: 'skin',
  restore: 'coordinates',
  faces: {
    minCount: 1,
    side: { bound: 'at least', px: 160 },
    advice: { side: 200, edgePart: 10, turn: 45 },
  },
  credits: 15,
} as const satisfies OperationSpec;

export const faceAnalyzerAdvanced = {
  id: 'face-analyzer-advanced',
  path: '/api/portrait/analysis/face-analyzer-advanced',
  family: 'analysis',
  title: 'Face analysis',
  summary: 'Pose, age, expression, glasses, hat, mask and the quality of every face.',
  delivery: 'direct',
  images: [
    photograph({ formats: jpegBmpPng, maxBytes: 20 * megabyte, largerThan: square(32), smallerThan: square(4096) }),
  ],
  fields: [],
  rules: [],
  result: 'face-analysis',
  restore: 'coordinates',
  faces: { minCount: 1, side: { bound: 'at least', px: 64 } },
  goodQuality: 85,
  credits: null,
} as const satisfies OperationSpec;
