/** Tells what a person wears on the head: glasses, a hat, a mask; and how much of the face that, or hair, or a hand, hides. */
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import { type Limit, likelihood } from '../../calibration/finding.ts';
import type { Mesh, Point } from '../../face/find-faces.ts';
import { type MaskPlace, maskOf, outlineOf } from '../../face/mesh.ts';
import type { SegmentClass } from '../../segmentation.ts';
import { classesIn, type FaceChart, meansOver, placeOf, skinIn } from '../chart/skin-chart.ts';
import { sideZones } from '../chart/zones.ts';

export type Headwear = {
  /** Codes of section "Advanced face analysis result", each with the probability 0..1 of what it says. */
  glasses: { type: 0 | 1 | 2; probability: number };
  hat: { type: 0 | 1; probability: number };
  mask: { type: 0 | 1 | 2; probability: number };
  /** Parts (0..1) of the upper and the lower face where no skin, eye, brow or mouth is seen. */
  covered: { upper: number; lower: number };
};

/** What the segmentation calls "others" around the eyes: frames are thin. */
const glassesLimit: Limit = { threshold: 0.07, scale: 0.04 };
/** Lightness of the eyes and what is around them, as a part of the cheeks'. */
const lensLimit: Limit = { threshold: 0.5, scale: -0.12 };
const hatLimit: Limit = { threshold: 0.4, scale: 0.2 };
/** What is neither skin nor hair between nose and chin, and on the nose. */
const maskLimit: Limit = { threshold: 0.45, scale: 0.15 };
const noseLimit: Limit = { threshold: 0.3, scale: 0.12 };
/** The place above the forehead where a hat would be, in heights of the face. */
const above = { from: 0.06, to: 0.4 };
/** The most the segmentation ever gives one of its classes. */
const certain = 0.92;

const eyeBand = [127, 70, 107, 336, 300, 356, 454, 347, 329, 6, 100, 118, 234];
const upperFace = [127, 71, 104, 151, 333, 301, 356, 454, 280, 6, 50, 234];
const lowerFace = [58, 205, 164, 425, 288, 365, 377, 152, 148, 136];
const noseTip = [195, 49, 64, 2, 294, 279];

export function detectHeadwear(chart: FaceChart): Headwear {
  const { mesh } = chart.face;
  const pointsAt = (indices: readonly number[]) => indices.map((index) => mesh[index]!);
  const share = (outline: readonly Point[], ...classes: SegmentClass[]) => classesIn(chart, outline, classes);
  const glasses = glassesOn(mesh, chart.segmentation.planes.others, placeOf(chart.segmentation));
  const dark = likelihood(eyeLight(chart), lensLimit);
  const hat = likelihood(share(aboveForehead(mesh), 'others', 'clothes'), hatLimit);
  const mask = likelihood(share(pointsAt(lowerFace), 'others', 'clothes', 'background'), maskLimit);
  const noseCovered = likelihood(share(pointsAt(noseTip), 'others', 'clothes', 'background'), noseLimit);
  const seen = (outline: readonly Point[]) => Math.min(1, share(outline, 'faceSkin', 'bodySkin') / certain);
  return {
    glasses: worn(glasses, dark),
    hat: { type: hat > 0.5 ? 1 : 0, probability: Math.max(hat, 1 - hat) },
    mask: worn(mask, 1 - noseCovered),
    covered: { upper: 1 - seen(pointsAt(upperFace)), lower: 1 - seen(pointsAt(lowerFace)) },
  };
}

/**
 * The probability 0..1 of glasses.
 * @param others probability of what is neither skin, hair nor cloth, on the grid `place`
 */
export function glassesOn(mesh: Mesh, others: Plane, place: MaskPlace): number {
  const band = maskOf([eyeBand.map((index) => mesh[index]!)], place, 0);
  return likelihood(meansOver(band, [others], 5)?.[0] ?? 0, glassesLimit);
}

/** 0 for nothing, 1 for the usual kind, 2 for the other kind. @param isThere probability of either @param isOther of the other kind */
function worn(isThere: number, isOther: number): { type: 0 | 1 | 2; probability: number } {
  const chances = [1 - isThere, isThere * (1 - isOther), isThere * isOther];
  const type = isThere <= 0.5 ? 0 : isOther > 0.5 ? 2 : 1;
  return { type, probability: chances[type]! };
}

function aboveForehead(mesh: FaceChart['face']['mesh']): Point[] {
  const [top, chin, left, right] = [mesh[10]!, mesh[152]!, mesh[54]!, mesh[284]!];
  const height = chin.y - top.y;
  const [low, high] = [top.y - above.from * height, top.y - above.to * height];
  return [
    { ...left, y: low },
    { ...right, y: low },
    { ...right, y: high },
    { ...left, y: high },
  ];
}

/** Mean lightness of the eyes with their lids against the cheeks. */
function eyeLight(chart: FaceChart): number {
  const { region, face } = chart;
  const light = (mask: Plane) => meansOver(mask, [region.lab.L])?.[0] ?? null;
  const everywhere = createPlane(region.skin.width, region.skin.height);
  everywhere.data.fill(1);
  const eyes = light(maskOf([outlineOf(face.mesh, 'leftLids'), outlineOf(face.mesh, 'rightLids')], region.place, 0));
  const cheeks = (['left', 'right'] as const)
    .map((side) => light(skinIn(chart, sideZones.cheek[side], everywhere)))
    .filter((value) => value !== null);
  if (eyes === null || cheeks.length === 0) return 1;
  return eyes / Math.max(1, ...cheeks);
}
