/** Whether the people of a photograph are still there in its result, and still themselves: by the numbers that tell faces apart. */
import { z } from 'zod';
import type { Box } from '../../../contract/jobs/result.ts';
import type { ResultFlaw } from '../../../contract/review/result-flaws.ts';
import type { Size } from '../../imaging/size.ts';

export interface KnownFace {
  /** In parts (0..1) of the picture's sides. */
  readonly box: Box;
  /** How sure the engine is that it is one, 0..1. */
  readonly confidence: number;
  /** Alike for pictures of the same person. */
  readonly features: readonly number[];
}

/** Faces are told of only where the engine is so sure of them, and where they are as large as this part of the longer side. */
const [minConfidence, minSide] = [0.75, 0.09];
/** Smaller ones (px) are overlooked by the analysis now and then. */
const minFacePx = 80;
/** Boxes that have so much in common (of both together) are of the same face. */
const minOverlap = 0.3;
/** How unlike two faces may be (1 - cosine). See docs/review.md for what is measured. */
const maxFaceDistance = 0.42;

const answer = z.object({
  data: z.object({
    face_rectangles: z.array(z.number()).max(4000),
    face_probability_list: z.array(z.number()).max(1000),
    dense_feature_length: z.int().min(1).max(4096),
    dense_features: z.array(z.number()).max(4_100_000),
  }),
});

/** The faces that an analysis with the extension `dense_features` tells of; none of what cannot be read. @param size of the picture it is about */
export function knownFacesIn(analysis: unknown, { width, height }: Size): KnownFace[] {
  const read = answer.safeParse(analysis);
  if (!read.success) return [];
  const { face_rectangles: sides, face_probability_list: confidences, dense_feature_length: length } = read.data.data;
  return confidences.flatMap((each, face) => {
    const [x, y, wide, high] = sides.slice(face * 4, face * 4 + 4);
    const features = read.data.data.dense_features.slice(face * length, (face + 1) * length);
    if (x === undefined || y === undefined || wide === undefined || high === undefined || features.length < length)
      return [];
    return [
      { box: { x: x / width, y: y / height, width: wide / width, height: high / height }, confidence: each, features },
    ];
  });
}

/**
 * Faces of the photograph that are gone or somebody else's in the result, and such as were not there before.
 * @param size of the photograph: what its sides are to each other
 */
export function faceFlaws(before: readonly KnownFace[], after: readonly KnownFace[], size: Size): ResultFlaw[] {
  const isClear = ({ box, confidence }: KnownFace) =>
    confidence >= minConfidence &&
    Math.min(box.width * size.width, box.height * size.height) >=
      Math.max(minFacePx, minSide * Math.max(size.width, size.height));
  const partner = (face: KnownFace, candidates: readonly KnownFace[]) =>
    candidates.find(({ box }) => overlap(face.box, box) >= minOverlap);
  const flaws = before.filter(isClear).flatMap((face): ResultFlaw[] => {
    const same = partner(face, after);
    if (same === undefined) return [{ kind: 'face', box: face.box, amount: face.confidence }];
    const unlike = faceDistance(face.features, same.features);
    return unlike > maxFaceDistance ? [{ kind: 'person', box: face.box, amount: Math.min(1, unlike) }] : [];
  });
  const appeared = after
    .filter((face) => isClear(face) && partner(face, before) === undefined)
    .map(({ box, confidence }): ResultFlaw => ({ kind: 'face', box, amount: confidence }));
  return [...flaws, ...appeared];
}

/** 0 for the same, 1 for what has nothing in common: 1 - cosine. */
export function faceDistance(a: readonly number[], b: readonly number[]): number {
  let [product, one, other] = [0, 0, 0];
  for (const [at, value] of a.entries()) {
    const its = b[at] ?? 0;
    product += value * its;
    one += value * value;
    other += its * its;
  }
  return one === 0 || other === 0 ? 0 : 1 - product / Math.sqrt(one * other);
}

/** What both have in common, as a share (0..1) of what either covers. */
function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (wide <= 0 || high <= 0) return 0;
  const common = wide * high;
  return common / (a.width * a.height + b.width * b.height - common);
}
