/** Section "Skin analysis result" of the interface, and the two before and after it. */
import type { OperationId } from '../operations/operation-spec.ts';
import { operations } from '../operations/table.ts';
import { analyzedFaces } from './face-layouts.ts';
import {
  type DetectedKind,
  detectedKinds,
  type FindingKind,
  type FindingValue,
  type MeasuredKind,
  measuredKinds,
} from './finding-kinds.ts';
import { asList, asNumber, asNumbers, asRecord, firstRecord, type JsonRecord } from './lenient-json.ts';

const maxAnalyzedFaces = 100;

/** Returns each kind and text once per face. Never throws. */
export function extractFindings(operation: OperationId, body: unknown): FindingValue[] {
  switch (operations[operation].result) {
    case 'landmarks':
      return landmarkFindings(asRecord(asRecord(body).result));
    case 'skin':
      return skinFindings(asRecord(asRecord(body).result));
    case 'face-analysis':
      return faceFindings(asRecord(body));
    default:
      return [];
  }
}

/** Returns a number within the interface's bounds. */
function measuredFinding(kind: MeasuredKind, value: unknown, face: number): FindingValue[] {
  const number = asNumber(value);
  if (number === undefined) return [];
  const { min, max } = measuredKinds[kind];
  const rounded = Math.round(Math.min(max, Math.max(min, number)));
  return [{ kind, text: '', value: rounded, confidence: null, face }];
}

function detectedFinding(
  kind: DetectedKind,
  text: string | undefined,
  face: number,
  confidence?: unknown,
): FindingValue[] {
  if (text === undefined || !(text in detectedKinds[kind])) return [];
  const probability = asNumber(confidence);
  return [
    {
      kind,
      text,
      value: null,
      confidence: probability === undefined ? null : Math.min(1, Math.max(0, probability)),
      face,
    },
  ];
}

/** A field may also be next to `face_list`: as a value or list of one, or as a list in order for several faces. */
export function fieldOf(result: JsonRecord, face: JsonRecord, index: number, faces: number): (name: string) => unknown {
  return (name) => {
    if (face[name] !== undefined && face[name] !== null) return face[name];
    const value = result[name];
    if (faces === 1) return value;
    return Array.isArray(value) ? value[index] : undefined;
  };
}

function landmarkFindings(result: JsonRecord): FindingValue[] {
  const faces = asList(result.face_list).map(asRecord);
  // Some services list fewer faces.
  const count = Array.isArray(result.face_list) ? faces.length : asNumber(result.face_num);
  return [
    ...measuredFinding('faces', count, 0),
    ...faces.slice(0, maxAnalyzedFaces).flatMap((face, index) => {
      const field = fieldOf(result, face, index, faces.length);
      const gender = firstRecord(field('gender'));
      return [
        ...measuredFinding('age', field('age'), index + 1),
        ...detectedFinding('gender', String(gender.type), index + 1, gender.probability),
      ];
    }),
  ];
}

const skinTypes = ['oily', 'dry', 'neutralSkin', 'combination'] as const;

function skinFindings(result: JsonRecord): FindingValue[] {
  const type = asRecord(result.skin_type);
  const number = asNumber(type.skin_type);
  const details = asRecord(asRecord(type.details)[String(number)]);
  return [
    ...detectedFinding('skin_type', skinTypes[number ?? -1], 0, details.confidence),
    ...(Object.keys(detectedKinds) as DetectedKind[])
      .filter((kind) => '' in detectedKinds[kind])
      .flatMap((kind) => {
        const { value, confidence } = asRecord(result[kind]);
        return (asNumber(value) ?? 0) === 0 ? [] : detectedFinding(kind, '', 0, confidence);
      }),
  ];
}

/** Codes of layout B. */
const codes = {
  gender: ['gender_list', ['female', 'male']],
  expression: ['expressions', [undefined, 'smiling']],
  glasses: ['glasses', [undefined, 'regular', 'sunglasses']],
  hat: ['hat_list', [undefined, 'yes']],
  mask: ['masks', [undefined, 'yes', 'wrong']],
} as const satisfies Partial<Record<FindingKind, readonly [string, readonly (string | undefined)[]]>>;
const qualities = { quality: 'score_list', blur: 'blur_list', light: 'illu_list' } as const;

function faceFindings(top: JsonRecord): FindingValue[] {
  const data = asRecord(top.data);
  const hasFaces = asNumber(data.face_count) !== undefined || Array.isArray(top.face_detail_infos);
  if (!hasFaces) return [];
  const faces = analyzedFaces(top);
  return [
    ...measuredFinding('faces', faces.length, 0),
    ...faces.flatMap(({ index, attributes }, order) => {
      const valueAt = (list: unknown) => (index === null ? undefined : asList(list)[index]);
      const scores = asRecord(data.qualities);
      return [
        ...measuredFinding('age', valueAt(data.age_list) ?? attributes.age, order + 1),
        ...measuredFinding('beauty', valueAt(data.beauty_list) ?? attributes.beauty, order + 1),
        ...(Object.keys(qualities) as (keyof typeof qualities)[]).flatMap((kind) =>
          measuredFinding(kind, valueAt(scores[qualities[kind]]), order + 1),
        ),
        // Layout A gives no meaning for its codes.
        ...(Object.keys(codes) as (keyof typeof codes)[]).flatMap((kind) => {
          const [list, names] = codes[kind];
          return detectedFinding(kind, names[asNumbers([valueAt(data[list])])[0] ?? -1], order + 1);
        }),
      ];
    }),
  ];
}
