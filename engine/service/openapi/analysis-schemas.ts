/** Results of two analyses. Sections “Face landmark result” and “Skin analysis result” of the interface. */
import { code, integer, list, number, object, type Schema } from './json-schema.ts';

export const pointSchema: Schema = object({ x: number('px from the left border.'), y: number('px from the top.') });

const points = (count: number): Schema => list({ $ref: '#/components/schemas/Point' }, `${count} points.`, count);

const namedPoints = (count: number): Schema => ({
  type: 'object',
  description: `${count} points by their names.`,
  additionalProperties: { $ref: '#/components/schemas/Point' },
  minProperties: count,
  maxProperties: count,
});

const faceFields = ['age', 'gender', 'landmark4', 'landmark72', 'landmark150', 'landmark201'];

export const landmarksSchema: Schema = object({
  result: object({
    face_num: integer('Number of faces in face_list.', 1),
    face_list: {
      type: 'array',
      description: 'The largest face comes first. The last six fields are included if face_field names them.',
      minItems: 1,
      items: object(
        {
          face_token: {
            type: 'string',
            description: 'Identifier of the face; the same picture gives the same identifier.',
          },
          location: object({
            left: number('px from the left border.'),
            top: number('px from the top.'),
            width: number('px', 0),
            height: number('px', 0),
            rotation: integer('Degrees clockwise from vertical.', -180, 180),
          }),
          face_probability: number('Face confidence.', 0, 1),
          angle: object({
            yaw: number('Degrees, left-right.', -90, 90),
            pitch: number('Degrees, up-down.', -90, 90),
            roll: number('Degrees, in-plane.', -180, 180),
          }),
          age: number('Years.', 0),
          gender: object({
            type: { type: 'string', enum: ['male', 'female'] },
            probability: number('Confidence.', 0, 1),
          }),
          landmark4: points(4),
          landmark72: points(72),
          landmark150: namedPoints(150),
          landmark201: namedPoints(201),
        },
        faceFields,
      ),
    },
  }),
});

const finding = (value: Schema): Schema => object({ value, confidence: number('Confidence.', 0, 1) });
const absentOrPresent = code({ 0: 'absent', 1: 'present' });
const eyelids = finding(code({ 0: 'single eyelid', 1: 'parallel double eyelid', 2: 'scalloped double eyelid' }));

/** Findings that are absent or present. */
const plainFindings = [
  'eye_pouch',
  'dark_circle',
  'forehead_wrinkle',
  'crows_feet',
  'eye_finelines',
  'glabella_wrinkle',
  'nasolabial_fold',
  'pores_forehead',
  'pores_left_cheek',
  'pores_right_cheek',
  'pores_jaw',
  'blackhead',
  'acne',
  'mole',
  'skin_spot',
  'pores',
];

const skinTypes = { 0: 'oily', 1: 'dry', 2: 'neutral', 3: 'combination' };

export const skinSchema: Schema = object({
  warning: {
    type: 'array',
    description:
      'Problems that affect the result. imporper_headpose (sic): roll, yaw or pitch is outside [-45, 45]; small_face, an extension: a side is under 160 px.',
    items: { type: 'string', enum: ['imporper_headpose', 'small_face'] },
  },
  face_rectangle: object({
    top: number('px'),
    left: number('px'),
    width: number('px', 0),
    height: number('px', 0),
  }),
  result: object(
    {
      left_eyelids: eyelids,
      right_eyelids: eyelids,
      ...Object.fromEntries(plainFindings.map((name) => [name, finding(absentOrPresent)])),
      skin_type: object({
        skin_type: code(skinTypes),
        details: object(Object.fromEntries(Object.keys(skinTypes).map((key) => [key, finding(absentOrPresent)]))),
      }),
    },
    ['pores'],
  ),
});
