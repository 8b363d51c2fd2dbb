/** Stiffness around a face: the geometric mean of the segmentation's classes. Softer ears would bend. */
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { Face, Pixels } from '../../vision/face/find-faces.ts';
import type { Segmentation, SegmentClass } from '../../vision/segmentation.ts';
import { likelihoodOf, sample } from '../../vision/skin/likelihood.ts';
import { faceRect } from '../../vision/skin/segment-people.ts';
import { sizeOf } from '../../vision/skin/skin-region.ts';
import type { Stiffness } from './face-shape.ts';

/** Relative to skin of the face. */
const stiffnessOf: Record<SegmentClass, number> = {
  background: 0.1,
  hair: 2,
  bodySkin: 1,
  faceSkin: 1,
  clothes: 3,
  others: 6,
};
const ear = 40;
/** Px per face, as in the finest segmentation. */
const workingFaceSize = 120;

/** @param segmentations coarse to fine */
export function createStiffness(photo: Pixels, face: Face, segmentations: readonly Segmentation[]): Stiffness {
  const rect = faceRect(photo, face);
  const scale = Math.min(1, workingFaceSize / sizeOf(face));
  const place = {
    x: rect.x,
    y: rect.y,
    width: Math.max(2, Math.round(rect.width * scale)),
    height: Math.max(2, Math.round(rect.height * scale)),
    scale,
  };
  const classes = (Object.keys(stiffnessOf) as SegmentClass[]).map((name) => ({
    isSkin: name === 'faceSkin' || name === 'bodySkin',
    likelihood: likelihoodOf(place, segmentations, [name]),
    log: Math.log(stiffnessOf[name]),
  }));
  const height = measureHeight(face);
  return (x, y) => {
    const [u, v] = [(x - rect.x) * scale, (y - rect.y) * scale];
    // Skin next to a face is an ear or a hand; below it is the neck.
    const logOfEar = Math.log(1 + (ear - 1) * smoothstep(height(x, y), 0.9, 0.7));
    let sum = 0;
    for (const { isSkin, likelihood, log } of classes) sum += sample(likelihood, u, v) * (isSkin ? logOfEar : log);
    return Math.exp(sum);
  };
}

/** 0 at the eyes, 1 at the chin. */
function measureHeight({ mesh }: Face): (x: number, y: number) => number {
  const [eyes, chin] = [mesh[168]!, mesh[152]!];
  const [dx, dy] = [chin.x - eyes.x, chin.y - eyes.y];
  const square = dx * dx + dy * dy;
  return (x, y) => ((x - eyes.x) * dx + (y - eyes.y) * dy) / square;
}
