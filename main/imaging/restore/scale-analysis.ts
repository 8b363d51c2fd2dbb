import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import type { FittedUpload } from '../fit/fit.ts';

/** Factors from px of the upload to the photograph. */
export interface Scale {
  readonly x: number;
  readonly y: number;
}

export function scaleToOriginal({
  width,
  height,
  original,
}: Pick<FittedUpload, 'width' | 'height' | 'original'>): Scale {
  return { x: original.width / width, y: original.height / height };
}

/**
 * Copies a response body with all positions and sizes scaled. Fields of unexpected form stay unchanged. Interface
 * sections: "Face landmark result", "Skin analysis result", "Advanced face analysis result" (both layouts).
 */
export function scaleAnalysis(spec: Pick<OperationSpec, 'result' | 'restore'>, body: unknown, scale: Scale): unknown {
  if (spec.restore !== 'coordinates' || (scale.x === 1 && scale.y === 1)) return body;
  const copy = structuredClone(body);
  if (!isRecord(copy)) return copy;
  switch (spec.result) {
    case 'landmarks':
      scaleLandmarks(copy.result, scale);
      break;
    case 'skin':
      scaleKeys(copy.face_rectangle, scale);
      break;
    case 'face-analysis':
      scaleFaceAnalysis(copy, scale);
      break;
    default:
  }
  return copy;
}

type Fields = Record<string, unknown>;

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The interface shows landmarks in each face, and next to the list of faces. */
function scaleLandmarks(result: unknown, scale: Scale): void {
  if (!isRecord(result)) return;
  const faces = Array.isArray(result.face_list) ? result.face_list.filter(isRecord) : [];
  for (const face of faces) scaleKeys(face.location, scale);
  for (const holder of [result, ...faces]) {
    for (const name of ['landmark4', 'landmark72', 'landmark150', 'landmark201']) {
      scalePoints(holder[name], scale);
    }
  }
}

/** In lists or by name. */
function scalePoints(points: unknown, scale: Scale): void {
  if (typeof points !== 'object' || points === null) return;
  if ('x' in points && typeof points.x === 'number') scaleKeys(points, scale);
  else for (const each of Object.values(points)) scalePoints(each, scale);
}

function scaleFaceAnalysis(body: Fields, scale: Scale): void {
  multiply(body, 'image_width', scale.x, Math.round);
  multiply(body, 'image_height', scale.y, Math.round);
  if (Array.isArray(body.face_detail_infos)) {
    for (const face of body.face_detail_infos.filter(isRecord)) scaleKeys(face.face_rect, scale);
  }
  if (!isRecord(body.data)) return;
  const radius = (scale.x + scale.y) / 2;
  body.data.face_rectangles = scaleList(body.data.face_rectangles, [scale.x, scale.y, scale.x, scale.y], Math.round);
  body.data.landmarks = scaleList(body.data.landmarks, [scale.x, scale.y]);
  body.data.pupils = scaleList(body.data.pupils, [scale.x, scale.y, radius]);
  for (const name of ['face_rectangles', 'landmarks', 'pupils']) {
    if (body.data[name] === undefined) delete body.data[name];
  }
}

function scaleKeys(target: unknown, scale: Scale): void {
  if (!isRecord(target)) return;
  for (const key of ['x', 'left', 'width']) multiply(target, key, scale.x);
  for (const key of ['y', 'top', 'height']) multiply(target, key, scale.y);
}

function multiply(target: Fields, key: string, factor: number, round = (value: number) => value): void {
  const value = target[key];
  if (typeof value === 'number') target[key] = round(value * factor);
}

/** Scales a flat list by the factors in turn, or a list of such lists. */
function scaleList(list: unknown, factors: readonly number[], round = (value: number) => value): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((value, index) =>
    typeof value === 'number'
      ? round(value * (factors[index % factors.length] ?? 1))
      : scaleList(value, factors, round),
  );
}
