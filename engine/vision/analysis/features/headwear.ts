/** Glasses, hat, mask and hidden parts of a face, by the segmentation. Own limits. */
import { createPlane, type Plane } from '../../../pixels/plane.ts';
import { type Limit, likelihood } from '../../calibration/finding.ts';
import type { Mesh, Point } from '../../face/find-faces.ts';
import { type MaskPlace, maskOf, outlineOf } from '../../face/mesh.ts';
import type { SegmentClass } from '../../segmentation.ts';
import { classShareIn, type FaceChart, meansOver, placeOf, skinIn } from '../chart/skin-chart.ts';
import { sideZones } from '../chart/zones.ts';

export type Headwear = {
  /** Codes of section “Advanced face analysis result”. */
  glasses: { type: 0 | 1 | 2; probability: number };
  hat: { type: 0 | 1; probability: number };
  mask: { type: 0 | 1 | 2; probability: number };
  /** Shares 0..1 of the upper and lower face. */
  covered: { upper: number; lower: number };
};

/** Share of “others” around the eyes: frames are thin. */
const glassesLimit: Limit = { threshold: 0.07, scale: 0.04 };
/** L of the eyes by the cheeks'. */
const lensLimit: Limit = { threshold: 0.5, scale: -0.12 };
const hatLimit: Limit = { threshold: 0.4, scale: 0.2 };
/** Neither skin nor hair below the nose; on it. */
const maskLimit: Limit = { threshold: 0.45, scale: 0.15 };
const noseLimit: Limit = { threshold: 0.3, scale: 0.12 };
/** In face heights above the forehead. */
const hatBand = { from: 0.06, to: 0.4 };
/** The segmentation reaches no more. */
const maxSkinShare = 0.92;

const eyeBand = [127, 70, 107, 336, 300, 356, 454, 347, 329, 6, 100, 118, 234];
const upperFace = [127, 71, 104, 151, 333, 301, 356, 454, 280, 6, 50, 234];
const lowerFace = [58, 205, 164, 425, 288, 365, 377, 152, 148, 136];
const noseTip = [195, 49, 64, 2, 294, 279];

export function detectHeadwear(chart: FaceChart): Headwear {
  const { mesh } = chart.face;
  const pointsAt = (indices: readonly number[]) => indices.map((index) => mesh[index]!);
  const share = (outline: readonly Point[], ...classes: SegmentClass[]) => classShareIn(chart, outline, classes);
  const glasses = glassesOn(mesh, chart.segmentation.planes.others, placeOf(chart.segmentation));
  const darkLenses = likelihood(compareEyeLight(chart), lensLimit);
  const hat = likelihood(share(aboveForehead(mesh), 'others', 'clothes'), hatLimit);
  const mask = likelihood(share(pointsAt(lowerFace), 'others', 'clothes', 'background'), maskLimit);
  const noseCovered = likelihood(share(pointsAt(noseTip), 'others', 'clothes', 'background'), noseLimit);
  const visibleShare = (outline: readonly Point[]) =>
    Math.min(1, share(outline, 'faceSkin', 'bodySkin') / maxSkinShare);
  return {
    glasses: toCode(glasses, darkLenses),
    hat: { type: hat > 0.5 ? 1 : 0, probability: Math.max(hat, 1 - hat) },
    mask: toCode(mask, 1 - noseCovered),
    covered: { upper: 1 - visibleShare(pointsAt(upperFace)), lower: 1 - visibleShare(pointsAt(lowerFace)) },
  };
}

/** @param others class “others” on the grid `place` */
export function glassesOn(mesh: Mesh, others: Plane, place: MaskPlace): number {
  const band = maskOf([eyeBand.map((index) => mesh[index]!)], place, 0);
  return likelihood(meansOver(band, [others], 5)?.[0] ?? 0, glassesLimit);
}

/** 0 none, 1 usual, 2 other kind. @param presence probability of either */
function toCode(presence: number, otherKind: number): { type: 0 | 1 | 2; probability: number } {
  const chances = [1 - presence, presence * (1 - otherKind), presence * otherKind];
  const type = presence <= 0.5 ? 0 : otherKind > 0.5 ? 2 : 1;
  return { type, probability: chances[type]! };
}

function aboveForehead(mesh: FaceChart['face']['mesh']): Point[] {
  const [top, chin, left, right] = [mesh[10]!, mesh[152]!, mesh[54]!, mesh[284]!];
  const height = chin.y - top.y;
  const [low, high] = [top.y - hatBand.from * height, top.y - hatBand.to * height];
  return [
    { ...left, y: low },
    { ...right, y: low },
    { ...right, y: high },
    { ...left, y: high },
  ];
}

function compareEyeLight(chart: FaceChart): number {
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
