/** Result of face-analyzer-advanced. Section “Advanced face analysis result” of the interface, layouts A and B. */
import { code, integer, list, number, object, type Schema } from './json-schema.ts';

/** A code of layout A and its confidence. The codes are the engine's (docs/engine/face-analyzer-advanced.md). */
const guess = (meanings: Readonly<Record<number, string>>): Schema =>
  object({ type: code(meanings), probability: number('Confidence.', 0, 1) });

const yesNo = { 0: 'no', 1: 'yes' };
const genders = { 0: 'female', 1: 'male' };
const glasses = { 0: 'none', 1: 'regular', 2: 'sunglasses' };
const masks = { 0: 'no', 1: 'yes', 2: 'worn incorrectly' };
const emotions = { 0: 'angry', 1: 'disgusted', 2: 'afraid', 3: 'happy', 4: 'sad', 5: 'surprised', 6: 'neutral' };
const eyelids = { 0: 'single eyelid', 1: 'parallel double eyelid', 2: 'scalloped double eyelid' };

const sizes = { 0: 'small', 1: 'medium', 2: 'large' };
const shapes = { 0: 'square', 1: 'triangle', 2: 'oval', 3: 'heart', 4: 'round' };
const noses = { 0: 'narrow', 1: 'medium', 2: 'broad' };
const skins = { 0: 'dark', 1: 'brown', 2: 'intermediate', 3: 'light' };
const densities = { 0: 'light', 1: 'dense' };
const curves = { 0: 'straight', 1: 'arched' };
const browLengths = { 0: 'short', 1: 'long' };
const hairLengths = { 0: 'bald', 1: 'short', 2: 'medium', 3: 'long' };
const hairColors = { 0: 'black', 1: 'blond', 2: 'brown', 3: 'grey or white', 4: 'red', 5: 'another' };
const hatColors = {
  0: 'no hat',
  1: 'red',
  2: 'yellow',
  3: 'blue',
  4: 'black',
  5: 'grey or white',
  6: 'another',
};

const pose = { yaw: [-90, 90], pitch: [-90, 90], roll: [-180, 180] } as const;

const headPose = object({
  pitch: number('Degrees, up-down.', ...pose.pitch),
  yaw: number('Degrees, left-right.', ...pose.yaw),
  roll: number('Degrees, in-plane.', ...pose.roll),
});

const attributes = {
  age: number('Years.', 0),
  beauty: number('Attractiveness; higher is better. For entertainment only.', 0, 100),
  smile: number('Strength of the smile.', 0, 100),
  emotion: guess(emotions),
  gender: guess(genders),
  mask: guess(masks),
  moustache: guess(yesNo),
  nose: guess(noses),
  shape: guess(shapes),
  skin: guess(skins),
  eye: object({ glass: guess(glasses), eye_open: guess(yesNo), eyelid_type: guess(eyelids), eye_size: guess(sizes) }),
  eyebrow: object({
    eyebrow_density: guess(densities),
    eyebrow_curve: guess(curves),
    eyebrow_length: guess(browLengths),
  }),
  hair: object({ length: guess(hairLengths), bang: guess(yesNo), color: guess(hairColors) }),
  hat: object({ style: guess(yesNo), color: guess(hatColors) }),
  mouth: object({ mouth_open: guess(yesNo) }),
  head_pose: headPose,
};

const box = object({ x: number('px'), y: number('px'), width: number('px', 0), height: number('px', 0) });

const perFace = (values: Schema, description: string): Schema => list(values, `${description} One per face.`);

const quality = (aspect: string): Schema =>
  perFace(number('Higher is better for recognition.', 0, 100), `Quality: ${aspect}.`);

const layoutB = {
  face_count: integer('Number of faces.', 1),
  face_rectangles: list(integer('px'), 'left, top, width, height of every face, one after the other.'),
  face_probability_list: perFace(number('Confidence.', 0, 1), 'Face probability.'),
  pupils: list(number('px'), 'Left pupil x, y, radius, right pupil x, y, radius of every face.'),
  gender_list: perFace(code(genders), 'Gender.'),
  expressions: perFace(code({ 0: 'neutral', 1: 'smile' }), 'Expression.'),
  beauty_list: perFace(number('Higher is better. For entertainment only.', 0, 100), 'Attractiveness.'),
  hat_list: perFace(code(yesNo), 'Hat.'),
  glasses: perFace(code(glasses), 'Glasses.'),
  masks: perFace(code(masks), 'Mask.'),
  pose_list: list(number('Degrees.', -180, 180), 'yaw, pitch, roll of every face.'),
  age_list: perFace(integer('Years.', 0, 100), 'Age.'),
  landmark_count: { type: 'integer', const: 105, description: 'Landmarks per face.' },
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

export const faceAnalysisSchema: Schema = object({
  image_width: integer('px', 1),
  image_height: integer('px', 1),
  data: object(layoutB, ['dense_features']),
  face_detail_infos: perFace(object({ face_rect: box, face_detail_attributes_info: object(attributes) }), 'Layout A.'),
});
