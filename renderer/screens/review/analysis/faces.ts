/** Reads the response of face-analyzer-advanced, layout A or B or both. Section "Advanced face analysis result" of the interface. */
import { type AnalyzedFace, analyzedFaces } from '../../../../contract/findings/face-layouts.ts';
import { asList, asNumber, asNumbers, asRecord, type JsonRecord } from '../../../../contract/findings/lenient-json.ts';
import {
  type AnalysisModel,
  degrees,
  type FaceMarks,
  type Finding,
  faceKey,
  faceMarks,
  faceTitle,
  finding,
  groupsOf,
  localizedValue,
  type NameOf,
  scoreOf100,
  type WordOf,
} from './analysisModel.ts';

/** Returns the findings of layout B, and additional ones of layout A. */
export function readFaces(body: unknown): AnalysisModel {
  const top = asRecord(body);
  const data = asRecord(top.data);
  const faces = analyzedFaces(top);
  const marked = faces.map((face) => marksOf(data, face));
  return {
    faces: marked,
    marks: faceMarks(marked),
    groups: groupsOf(
      faces.map(({ index, attributes }, order) => {
        const findings = index === null ? [] : inLayoutB(data, index);
        const known = new Set(findings.map(({ name }) => name.key));
        return {
          title: faceTitle(order, faces.length),
          mark: faceKey(order),
          findings: [...findings, ...inLayoutA(attributes).filter(({ name }) => !known.has(name.key))],
        };
      }),
    ),
    warnings: [],
  };
}

const yesNo = ['no', 'yes'] as const;
const codes = {
  gender: ['female', 'male'],
  expression: ['neutral', 'smiling'],
  hat: yesNo,
  glasses: ['none', 'regular', 'sunglasses'],
  mask: ['no', 'yes', 'wrong'],
} as const satisfies Record<string, readonly WordOf[]>;

function inLayoutB(data: JsonRecord, index: number): Finding[] {
  const numberAt = (name: string) => asNumber(asList(data[name])[index]);
  const coded = (kind: keyof typeof codes, value: number | undefined) => {
    const name = codes[kind][value ?? -1];
    return finding(kind, name && localizedValue(name));
  };
  const qualities = asRecord(data.qualities);
  const quality = (name: string) => scoreOf100(asNumber(asList(qualities[name])[index]));
  const age = numberAt('age_list');
  const probability = numberAt('face_probability_list');
  const [yaw, pitch, roll] = asNumbers(data.pose_list).slice(index * 3, index * 3 + 3);
  return [
    ...finding('age', age === undefined ? undefined : String(Math.round(age))),
    ...coded('gender', numberAt('gender_list')),
    ...coded('expression', numberAt('expressions')),
    ...finding('beauty', scoreOf100(numberAt('beauty_list'))),
    ...coded('glasses', numberAt('glasses')),
    ...coded('hat', numberAt('hat_list')),
    ...coded('mask', numberAt('masks')),
    ...finding('yaw', degrees(yaw)),
    ...finding('pitch', degrees(pitch)),
    ...finding('roll', degrees(roll)),
    ...finding('probability', probability === undefined ? undefined : localizedValue('yes'), probability ?? null),
    ...finding('quality', quality('score_list')),
    ...finding('blur', quality('blur_list')),
    ...finding('light', quality('illu_list')),
    ...finding('noise', quality('noise_list')),
    ...finding('frontal', quality('pose_list')),
    ...finding('upper', quality('glass_list')),
    ...finding('lower', quality('mask_list')),
    ...finding('isFace', quality('fnf_list')),
  ];
}

/** Coded attributes of layout A: their path in the response, and their name. */
const codedAttributes: readonly (readonly [path: readonly string[], name: NameOf])[] = [
  [['gender'], 'gender'],
  [['emotion'], 'emotion'],
  [['eye', 'glass'], 'glasses'],
  [['hat', 'style'], 'hat'],
  [['hat', 'color'], 'hat_color'],
  [['mask'], 'mask'],
  [['eye', 'eye_open'], 'eye_open'],
  [['eye', 'eye_size'], 'eye_size'],
  [['eye', 'eyelid_type'], 'eyelid_type'],
  [['eyebrow', 'eyebrow_curve'], 'eyebrow_curve'],
  [['eyebrow', 'eyebrow_density'], 'eyebrow_density'],
  [['eyebrow', 'eyebrow_length'], 'eyebrow_length'],
  [['mouth', 'mouth_open'], 'mouth_open'],
  [['nose'], 'nose'],
  [['moustache'], 'moustache'],
  [['shape'], 'face_shape'],
  [['skin'], 'skin_tone'],
  [['hair', 'length'], 'hair_length'],
  [['hair', 'bang'], 'bang'],
  [['hair', 'color'], 'hair_color'],
];

/** Shows the codes of layout A as numbers, because the interface does not define them. */
function inLayoutA(attributes: JsonRecord): Finding[] {
  const pose = asRecord(attributes.head_pose);
  const age = asNumber(attributes.age);
  return [
    ...finding('age', age === undefined ? undefined : String(Math.round(age))),
    ...finding('beauty', scoreOf100(asNumber(attributes.beauty))),
    ...finding('smile', scoreOf100(asNumber(attributes.smile))),
    ...finding('yaw', degrees(asNumber(pose.yaw))),
    ...finding('pitch', degrees(asNumber(pose.pitch))),
    ...finding('roll', degrees(asNumber(pose.roll))),
    ...codedAttributes.flatMap(([path, name]) => {
      const { type, probability } = asRecord(path.reduce<unknown>((part, key) => asRecord(part)[key], attributes));
      const code = asNumber(type);
      return finding(
        name,
        code === undefined ? undefined : localizedValue('type', { n: code }),
        asNumber(probability) ?? null,
      );
    }),
  ];
}

/** Reads landmarks and pupils from lists in face order, flat or nested. */
function marksOf(data: JsonRecord, { index, rect }: AnalyzedFace): FaceMarks {
  const box = rect && { ...rect, rotation: 0 };
  if (index === null) return { box, sets: {}, pupils: [] };
  const perFace = Math.round(Math.min(1000, Math.max(1, asNumber(data.landmark_count) ?? 105)));
  const flat = asNumbers(data.landmarks).slice(index * perFace * 2, (index + 1) * perFace * 2);
  const points = pairsOf(flat);
  const [leftX, leftY, leftRadius, rightX, rightY, rightRadius] = asNumbers(data.pupils).slice(
    index * 6,
    index * 6 + 6,
  );
  const pupil = (x?: number, y?: number, radius?: number) =>
    x === undefined || y === undefined || radius === undefined ? [] : [{ x, y, radius }];
  return {
    box,
    sets: points.length > 0 ? { [String(perFace)]: points } : {},
    pupils: [...pupil(leftX, leftY, leftRadius), ...pupil(rightX, rightY, rightRadius)],
  };
}

function pairsOf(flat: readonly number[]) {
  return Array.from({ length: Math.floor(flat.length / 2) }, (_, index) => ({
    x: flat[index * 2] ?? 0,
    y: flat[index * 2 + 1] ?? 0,
  }));
}
