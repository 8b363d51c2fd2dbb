/** Reads the answer of face-analyzer-advanced, layout A or B. Section "Advanced face analysis result" of the interface. */
import { asList, asNumber, asNumbers, asRecord, type JsonRecord } from '../../../../contract/findings/lenient-json.ts';
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
  scoreOf100,
  type WordOf,
} from './analysisModel.ts';

export function readFaces(body: unknown): AnalysisModel {
  const top = asRecord(body);
  const data = asRecord(top.data);
  return asNumber(data.face_count) === undefined ? layoutA(asList(top.face_detail_infos).map(asRecord)) : layoutB(data);
}

const yesNo = ['no', 'yes'] as const;
const codes = {
  gender: ['female', 'male'],
  expression: ['neutral', 'smiling'],
  hat: yesNo,
  glasses: ['none', 'regular', 'sunglasses'],
  mask: ['no', 'yes', 'wrong'],
} as const satisfies Record<string, readonly WordOf[]>;

function layoutB(data: JsonRecord): AnalysisModel {
  const count = Math.max(0, Math.min(asNumber(data.face_count) ?? 0, 100));
  const each = Array.from({ length: count }, (_, index) => index);
  const numberAt = (name: string, index: number) => asNumber(asList(data[name])[index]);
  const coded = (kind: keyof typeof codes, value: number | undefined) => {
    const name = codes[kind][value ?? -1];
    return finding(kind, name && localizedValue(name));
  };
  const qualities = asRecord(data.qualities);
  const quality = (name: string, index: number) => scoreOf100(asNumber(asList(qualities[name])[index]));
  const poses = asNumbers(data.pose_list);
  const drawn = each.map((index) => marksB(data, index));
  return {
    faces: drawn,
    marks: faceMarks(drawn),
    groups: groupsOf(
      each.map((index) => {
        const age = numberAt('age_list', index);
        const probability = numberAt('face_probability_list', index);
        const [yaw, pitch, roll] = poses.slice(index * 3, index * 3 + 3);
        return {
          title: faceTitle(index, count),
          mark: faceKey(index),
          findings: [
            ...finding('age', age === undefined ? undefined : String(Math.round(age))),
            ...coded('gender', numberAt('gender_list', index)),
            ...coded('expression', numberAt('expressions', index)),
            ...finding('beauty', scoreOf100(numberAt('beauty_list', index))),
            ...coded('glasses', numberAt('glasses', index)),
            ...coded('hat', numberAt('hat_list', index)),
            ...coded('mask', numberAt('masks', index)),
            ...finding('yaw', degrees(yaw)),
            ...finding('pitch', degrees(pitch)),
            ...finding('roll', degrees(roll)),
            ...finding(
              'probability',
              probability === undefined ? undefined : localizedValue('yes'),
              probability ?? null,
            ),
            ...finding('quality', quality('score_list', index)),
            ...finding('blur', quality('blur_list', index)),
            ...finding('light', quality('illu_list', index)),
            ...finding('noise', quality('noise_list', index)),
            ...finding('frontal', quality('pose_list', index)),
            ...finding('upper', quality('glass_list', index)),
            ...finding('lower', quality('mask_list', index)),
            ...finding('isFace', quality('fnf_list', index)),
          ],
        };
      }),
    ),
    warnings: [],
  };
}

/** Lists are flat in face order; a list of lists reads the same. */
function marksB(data: JsonRecord, index: number): FaceMarks {
  const [x, y, width, height] = asNumbers(data.face_rectangles).slice(index * 4, index * 4 + 4);
  const perFace = Math.round(Math.min(1000, Math.max(1, asNumber(data.landmark_count) ?? 105)));
  const flat = asNumbers(data.landmarks).slice(index * perFace * 2, (index + 1) * perFace * 2);
  const points = pairsOf(flat);
  const [lx, ly, lr, rx, ry, rr] = asNumbers(data.pupils).slice(index * 6, index * 6 + 6);
  const pupil = (px?: number, py?: number, radius?: number) =>
    px === undefined || py === undefined || radius === undefined ? [] : [{ x: px, y: py, radius }];
  const isComplete = x !== undefined && y !== undefined && width !== undefined && height !== undefined;
  return {
    box: isComplete ? { x, y, width, height, rotation: 0 } : null,
    sets: points.length > 0 ? { [String(perFace)]: points } : {},
    pupils: [...pupil(lx, ly, lr), ...pupil(rx, ry, rr)],
  };
}

function pairsOf(flat: readonly number[]) {
  return Array.from({ length: Math.floor(flat.length / 2) }, (_, index) => ({
    x: flat[index * 2] ?? 0,
    y: flat[index * 2 + 1] ?? 0,
  }));
}

/** Layout A gives no meaning for its codes, so only what speaks for itself is put in words; the rest is under "All data". */
function layoutA(infos: readonly JsonRecord[]): AnalysisModel {
  const drawn = infos.map((info): FaceMarks => {
    const { x, y, width, height } = asRecord(info.face_rect);
    const [left, top, w, h] = [asNumber(x), asNumber(y), asNumber(width), asNumber(height)];
    const isComplete = left !== undefined && top !== undefined && w !== undefined && h !== undefined;
    return { box: isComplete ? { x: left, y: top, width: w, height: h, rotation: 0 } : null, sets: {}, pupils: [] };
  });
  return {
    faces: drawn,
    marks: faceMarks(drawn),
    groups: groupsOf(
      infos.map((info, index) => {
        const attributes = asRecord(info.face_detail_attributes_info);
        const pose = asRecord(attributes.head_pose);
        const age = asNumber(attributes.age);
        return {
          title: faceTitle(index, infos.length),
          mark: faceKey(index),
          findings: [
            ...finding('age', age === undefined ? undefined : String(Math.round(age))),
            ...finding('beauty', scoreOf100(asNumber(attributes.beauty))),
            ...finding('smile', scoreOf100(asNumber(attributes.smile))),
            ...finding('yaw', degrees(asNumber(pose.yaw))),
            ...finding('pitch', degrees(asNumber(pose.pitch))),
            ...finding('roll', degrees(asNumber(pose.roll))),
          ],
        };
      }),
    ),
    warnings: [],
  };
}
