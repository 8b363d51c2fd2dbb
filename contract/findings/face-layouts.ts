/** Pairs the faces of both layouts of face-analyzer-advanced. Section "Advanced face analysis result" of the interface. */
import { asList, asNumber, asNumbers, asRecord, type JsonRecord } from './lenient-json.ts';

const maxFaceCount = 100;
const minOverlap = 0.4;

interface FaceRect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface AnalyzedFace {
  /** In layout B, else null. */
  readonly index: number | null;
  /** From layout A, else empty. */
  readonly attributes: JsonRecord;
  readonly rect: FaceRect | null;
}

/**
 * Returns the faces of layout B, with attributes of layout A, then others of layout A. Pairs them by rectangles, or by
 * order if one layout has none.
 */
export function analyzedFaces(body: JsonRecord): AnalyzedFace[] {
  const data = asRecord(body.data);
  const count = Math.round(Math.min(maxFaceCount, Math.max(0, asNumber(data.face_count) ?? 0)));
  const flat = asNumbers(data.face_rectangles);
  const faces: AnalyzedFace[] = Array.from({ length: count }, (_, index) => ({
    index,
    attributes: {},
    rect: rectOf(flat.slice(index * 4, index * 4 + 4)),
  }));
  const paired = new Set<number>();
  for (const [order, entry] of asList(body.face_detail_infos).slice(0, maxFaceCount).entries()) {
    const { face_rect, face_detail_attributes_info } = asRecord(entry);
    const { x, y, width, height } = asRecord(face_rect);
    const rect = rectOf([x, y, width, height].map(asNumber));
    const attributes = asRecord(face_detail_attributes_info);
    const partner = findPartner(faces.slice(0, count), rect, order, paired);
    if (partner === null) faces.push({ index: null, attributes, rect });
    else {
      paired.add(partner);
      faces[partner] = { ...faces[partner]!, attributes, rect: faces[partner]!.rect ?? rect };
    }
  }
  return faces;
}

function findPartner(
  faces: readonly AnalyzedFace[],
  rect: FaceRect | null,
  order: number,
  paired: ReadonlySet<number>,
): number | null {
  let best: number | null = null;
  let bestOverlap = minOverlap;
  for (const [index, face] of faces.entries()) {
    if (paired.has(index)) continue;
    if (rect === null || face.rect === null) {
      if (index === order) return index;
      continue;
    }
    const overlap = overlapOf(rect, face.rect);
    if (overlap <= bestOverlap) continue;
    best = index;
    bestOverlap = overlap;
  }
  return best;
}

function rectOf([x, y, width, height]: readonly (number | undefined)[]): FaceRect | null {
  const isComplete = x !== undefined && y !== undefined && width !== undefined && height !== undefined;
  return isComplete ? { x, y, width, height } : null;
}

/** Returns intersection over union, 0 to 1. */
function overlapOf(a: FaceRect, b: FaceRect): number {
  const width = Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x));
  const height = Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));
  const shared = width * height;
  const union = a.width * a.height + b.width * b.height - shared;
  return union > 0 ? shared / union : 0;
}
