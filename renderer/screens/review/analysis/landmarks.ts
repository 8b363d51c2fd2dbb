/** Reads the response of face-key-points. Section "Face landmark result" of the interface. */
import { fieldOf } from '../../../../contract/findings/extract-findings.ts';
import {
  asList,
  asNumber,
  asPoints,
  asRecord,
  asText,
  firstRecord,
  type JsonRecord,
} from '../../../../contract/findings/lenient-json.ts';
import {
  type AnalysisModel,
  degrees,
  type FaceMarks,
  faceKey,
  faceMarks,
  faceTitle,
  finding,
  groupsOf,
  localizedValue,
  type Point,
} from './analysisModel.ts';

const setSizes = ['4', '72', '150', '201'] as const;

/** Age, gender, angle and points are read from each face, otherwise from the siblings of `face_list`. Services use both forms. */
export function readLandmarks(body: unknown): AnalysisModel {
  const result = asRecord(asRecord(body).result);
  const faces = asList(result.face_list).map(asRecord);
  const readers = faces.map((face, index) => fieldOf(result, face, index, faces.length));
  const marked = faces.map((face, index) => marksOf(face, readers[index]!));
  return {
    faces: marked,
    marks: faceMarks(marked),
    groups: groupsOf(
      readers.map((readField, index) => {
        const angle = firstRecord(readField('angle'));
        const gender = firstRecord(readField('gender'));
        const age = asNumber(readField('age'));
        const probability = asNumber(readField('face_probability'));
        return {
          title: faceTitle(index, faces.length),
          mark: faceKey(index),
          findings: [
            ...finding('age', age === undefined ? undefined : String(Math.round(age))),
            ...finding('gender', genderWord(asText(gender.type)), asNumber(gender.probability) ?? null),
            ...finding('yaw', degrees(asNumber(angle.yaw))),
            ...finding('pitch', degrees(asNumber(angle.pitch))),
            ...finding('roll', degrees(asNumber(angle.roll))),
            ...finding(
              'probability',
              probability === undefined ? undefined : localizedValue('yes'),
              probability ?? null,
            ),
          ],
        };
      }),
    ),
    warnings: [],
  };
}

function genderWord(type: string | undefined) {
  if (type === 'male' || type === 'female') return localizedValue(type);
  return type;
}

function marksOf(face: JsonRecord, readField: (name: string) => unknown): FaceMarks {
  const location = asRecord(face.location);
  const [x, y] = [asNumber(location.left), asNumber(location.top)];
  const [width, height] = [asNumber(location.width), asNumber(location.height)];
  const isComplete = x !== undefined && y !== undefined && width !== undefined && height !== undefined;
  const sets: Record<string, readonly Point[]> = {};
  for (const size of setSizes) {
    const points = asPoints(readField(`landmark${size}`));
    if (points.length > 0) sets[size] = points;
  }
  return {
    box: isComplete ? { x, y, width, height, rotation: asNumber(location.rotation) ?? 0 } : null,
    sets,
    pupils: [],
  };
}
