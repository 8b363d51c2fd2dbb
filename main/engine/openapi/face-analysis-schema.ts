/** What face-analyzer-advanced answers, as a schema. Section "Advanced face analysis result", layouts A and B. */
import { code, integer, list, number, object, type Schema } from './schema.ts';

/** A code of layout A, whose numbers the interface leaves unsaid, with how sure it is. */
const guess: Schema = object({ type: integer('See docs/engine.md.'), probability: number('Confidence.', 0, 1) });

const guesses = (...names: string[]): Schema => {
  const fields = Object.fromEntries(names.map((name) => [name, guess]));
  return object(fields, names);
};

const pose = { yaw: [-90, 90], pitch: [-90, 90], roll: [-180, 180] } as const;

const headPose = object({
  pitch: number('Degrees, up-down.', ...pose.pitch),
  yaw: number('Degrees, left-right.', ...pose.yaw),
  roll: number('Degrees, in-plane.', ...pose.roll),
});

const attributes = {
  age: number('Years.', 0),
  beauty: number('Attractiveness, higher is better. For entertainment.', 0, 100),
  smile: number('How much of a smile.', 0, 100),
  emotion: guess,
  gender: guess,
  mask: guess,
  moustache: guess,
  nose: guess,
  shape: guess,
  skin: guess,
  eye: guesses('glass', 'eye_open', 'eyelid_type', 'eye_size'),
  eyebrow: guesses('eyebrow_density', 'eyebrow_curve', 'eyebrow_length'),
  hair: guesses('length', 'bang', 'color'),
  hat: guesses('style', 'color'),
  mouth: guesses('mouth_open'),
  head_pose: headPose,
};

const box = object({ x: number('px'), y: number('px'), width: number('px', 0), height: number('px', 0) });

/** One value per face. */
const perFace = (values: Schema, description: string): Schema => list(values, `${description} One per face.`);

const yesNo = code({ 0: 'no', 1: 'yes' });
const quality = (what: string): Schema =>
  perFace(number('Higher suits recognition better.', 0, 100), `Quality: ${what}.`);

const layoutB = {
  face_count: integer('Number of faces.', 1),
  face_rectangles: list(integer('px'), 'left, top, width, height of every face, one after the other.'),
  face_probability_list: perFace(number('Confidence.', 0, 1), 'Face probability.'),
  pupils: list(number('px'), 'Left pupil x, y, radius, right pupil x, y, radius of every face.'),
  gender_list: perFace(code({ 0: 'female', 1: 'male' }), 'Gender.'),
  expressions: perFace(code({ 0: 'neutral', 1: 'smile' }), 'Expression.'),
  beauty_list: perFace(number('Higher is better. For entertainment.', 0, 100), 'Attractiveness.'),
  hat_list: perFace(yesNo, 'Hat worn.'),
  glasses: perFace(code({ 0: 'none', 1: 'regular', 2: 'sunglasses' }), 'Glasses.'),
  masks: perFace(code({ 0: 'no', 1: 'yes', 2: 'worn incorrectly' }), 'Mask.'),
  pose_list: list(number('Degrees.', -180, 180), 'yaw, pitch, roll of every face.'),
  age_list: perFace(integer('Years.', 0, 100), 'Age.'),
  landmark_count: { type: 'integer', const: 105, description: 'Landmarks of each face.' },
  landmarks: list(number('px'), 'x0, y0, x1, y1, … of every face.'),
  dense_feature_length: { type: 'integer', const: 1024, description: 'Dimension of the feature for recognition.' },
  dense_features: list(number('One dimension.'), 'The features for recognition, one face after the other (extension).'),
  qualities: object({
    score_list: quality('overall'),
    blur_list: quality('sharpness'),
    fnf_list: quality('is a face'),
    glass_list: quality('upper face unoccluded'),
    illu_list: quality('lighting'),
    mask_list: quality('lower face unoccluded'),
    noise_list: quality('noise'),
    pose_list: quality('frontal pose'),
  }),
};

export const faceAnalysisSchema: Schema = object(
  {
    image_width: integer('px', 1),
    image_height: integer('px', 1),
    data: object(layoutB, ['dense_features']),
    face_detail_infos: perFace(
      object({ face_rect: box, face_detail_attributes_info: object(attributes, Object.keys(attributes)) }),
      'Layout A, with what can be known.',
    ),
  },
  ['face_detail_infos'],
);
