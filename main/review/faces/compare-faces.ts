/** Compares the faces of a photograph with those of its result. */
import { z } from 'zod';
import type { Box } from '../../../contract/jobs/result.ts';
import type { ResultFlaw } from '../../../contract/review/result-flaws.ts';
import type { Size } from '../../imaging/size.ts';

export interface KnownFace {
  /** Fractions (0..1) of the picture's sides. */
  readonly box: Box;
  /** 0..1. */
  readonly confidence: number;
  /** Embedding, similar for pictures of the same person. */
  readonly features: readonly number[];
}

const minConfidence = 0.75;
/** Fraction of the picture's longer side. */
const minFaceFraction = 0.09;
/** The analysis sometimes misses smaller faces. */
const minFacePx = 80;
/** Intersection over union of boxes of the same face. */
const minOverlap = 0.3;
/** 1 - cosine. docs/review.md lists the measurements. */
const maxFaceDistance = 0.42;

const responseSchema = z.object({
  data: z.object({
    face_rectangles: z.array(z.number()).max(4000),
    face_probability_list: z.array(z.number()).max(1000),
    dense_feature_length: z.int().min(1).max(4096),
    dense_features: z.array(z.number()).max(4_100_000),
  }),
});

/** Parses a response with the extension `dense_features`. A malformed response has no faces. */
export function parseKnownFaces(response: unknown, { width, height }: Size): KnownFace[] {
  const parsed = responseSchema.safeParse(response);
  if (!parsed.success) return [];
  const { data } = parsed.data;
  const length = data.dense_feature_length;
  return data.face_probability_list.flatMap((confidence, index) => {
    const [left, top, w, h] = data.face_rectangles.slice(index * 4, index * 4 + 4);
    const features = data.dense_features.slice(index * length, (index + 1) * length);
    if (left === undefined || top === undefined || w === undefined || h === undefined || features.length < length)
      return [];
    return [{ box: { x: left / width, y: top / height, width: w / width, height: h / height }, confidence, features }];
  });
}

/** Returns missing, changed and additional faces. @param size of the photograph */
export function findFaceFlaws(before: readonly KnownFace[], after: readonly KnownFace[], size: Size): ResultFlaw[] {
  const isClear = ({ box, confidence }: KnownFace) =>
    confidence >= minConfidence &&
    Math.min(box.width * size.width, box.height * size.height) >=
      Math.max(minFacePx, minFaceFraction * Math.max(size.width, size.height));
  const findMatch = (face: KnownFace, candidates: readonly KnownFace[]) =>
    candidates.find(({ box }) => overlap(face.box, box) >= minOverlap);
  const flaws = before.filter(isClear).flatMap((face): ResultFlaw[] => {
    const match = findMatch(face, after);
    if (match === undefined) return [{ kind: 'face', box: face.box, amount: face.confidence }];
    const distance = faceDistance(face.features, match.features);
    return distance > maxFaceDistance ? [{ kind: 'person', box: face.box, amount: Math.min(1, distance) }] : [];
  });
  const appeared = after
    .filter((face) => isClear(face) && findMatch(face, before) === undefined)
    .map(({ box, confidence }): ResultFlaw => ({ kind: 'face', box, amount: confidence }));
  return [...flaws, ...appeared];
}

/** 1 - cosine: 0 for equal embeddings, 1 for unrelated ones. */
export function faceDistance(a: readonly number[], b: readonly number[]): number {
  let [dot, squaresA, squaresB] = [0, 0, 0];
  for (const [index, valueA] of a.entries()) {
    const valueB = b[index] ?? 0;
    dot += valueA * valueB;
    squaresA += valueA * valueA;
    squaresB += valueB * valueB;
  }
  return squaresA === 0 || squaresB === 0 ? 0 : 1 - dot / Math.sqrt(squaresA * squaresB);
}

/** Intersection over union, 0..1. */
function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  const intersection = width * height;
  return intersection / (a.width * a.height + b.width * b.height - intersection);
}
