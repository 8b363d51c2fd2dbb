/** Reads the answer of face-key-points. Section "Face landmark result" of the interface. */
import { fieldOf } from '../../../../contract/findings/found-in.ts';
import {
  type Loose,
  listOf,
  numberOf,
  oneOf,
  pointsOf,
  recordOf,
  textOf,
} from '../../../../contract/findings/loose.ts';
import {
  degrees,
  type FaceMarks,
  faceKey,
  faceMarks,
  faceTitle,
  finding,
  groupsOf,
  type Point,
  type Reading,
  word,
} from './reading.ts';

const setSizes = ['4', '72', '150', '201'] as const;

/** Age, gender, angle and points are taken per face, else from beside `face_list` (both forms are in use). */
export function readLandmarks(body: unknown): Reading {
  const result = recordOf(recordOf(body).result);
  const faces = listOf(result.face_list).map(recordOf);
  const readers = faces.map((face, index) => fieldOf(result, face, index, faces.length));
  const drawn = faces.map((face, index) => marksOf(face, readers[index]!));
  return {
    faces: drawn,
    marks: faceMarks(drawn),
    groups: groupsOf(
      readers.map((at, index) => {
        const angle = oneOf(at('angle'));
        const gender = oneOf(at('gender'));
        const age = numberOf(at('age'));
        const probability = numberOf(at('face_probability'));
        return {
          title: faceTitle(index, faces.length),
          mark: faceKey(index),
          findings: [
            ...finding('age', age === undefined ? undefined : String(Math.round(age))),
            ...finding('gender', genderWord(textOf(gender.type)), numberOf(gender.probability) ?? null),
            ...finding('yaw', degrees(numberOf(angle.yaw))),
            ...finding('pitch', degrees(numberOf(angle.pitch))),
            ...finding('roll', degrees(numberOf(angle.roll))),
            ...finding('probability', probability === undefined ? undefined : word('yes'), probability ?? null),
          ],
        };
      }),
    ),
    warnings: [],
  };
}

function genderWord(type: string | undefined) {
  if (type === 'male' || type === 'female') return word(type);
  return type;
}

function marksOf(face: Loose, at: (name: string) => unknown): FaceMarks {
  const location = recordOf(face.location);
  const [x, y] = [numberOf(location.left), numberOf(location.top)];
  const [width, height] = [numberOf(location.width), numberOf(location.height)];
  const whole = x !== undefined && y !== undefined && width !== undefined && height !== undefined;
  const sets: Record<string, readonly Point[]> = {};
  for (const size of setSizes) {
    const points = pointsOf(at(`landmark${size}`));
    if (points.length > 0) sets[size] = points;
  }
  return {
    box: whole ? { x, y, width, height, rotation: numberOf(location.rotation) ?? 0 } : null,
    sets,
    pupils: [],
  };
}
