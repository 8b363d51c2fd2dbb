/**
 * A face on its chart: upright and always equally large. All limits depend on its sizes and margins, so changes need a
 * new calibration.
 */
import type { Plane } from '../../../pixels/plane.ts';
import { smoothstep } from '../../../pixels/smoothstep.ts';
import { boxAround } from '../../face/box.ts';
import type { Face } from '../../face/find-faces.ts';
import { type MaskPlace, maskOf } from '../../face/mesh.ts';
import { faceFrame } from '../../face/mesh-model.ts';
import { cropFrame, fromPhoto, type Pixels, type Point } from '../../photo/frame.ts';
import { type Segmentation, type SegmentClass, segment } from '../../segmentation.ts';
import { type SkinView, viewSkin } from '../../skin/skin-region.ts';
import { measureLegibility } from './legibility.ts';
import { type Side, sides } from './zones.ts';

export type FaceChart = {
  /** Colors and skin; `covered` includes moles and hair. */
  region: SkinView;
  /** The head, in px of the chart. */
  segmentation: Segmentation;
  /** In px of the chart, upright. */
  face: Face;
  /** Longer side on the photograph, px. */
  nativeSize: number;
  /** 0..1: less for small, turned and illegible faces. */
  trust: number;
};

/** Longer side, px: the unit of lengths (“face sizes”). */
export const chartFaceSize = 400;
const chartMargin = 1.4;
const chartPx = chartFaceSize * chartMargin;
/** Head with hair and neck, as in training. */
const headMargin = 2.2;
/** Face sides, px: the interface's minimum, visible texture. */
const minTrustedPx = 120;
const fullyTrustedPx = 400;
/** Degrees: begins to hide skin, hides half. */
const turnedDegrees = 20;
const profileDegrees = 60;

export async function createFaceChart(photo: Pixels, face: Face): Promise<FaceChart> {
  const frame = faceFrame(face.mesh, chartMargin);
  const rgb = Uint8Array.from(cropFrame(photo, frame, chartPx, 0, 255), Math.round);
  const chart = { width: chartPx, height: chartPx, rgb };
  const mesh = face.mesh.map((point) => fromPhoto(frame, chartPx, point));
  const charted = { ...face, mesh, box: boxAround(mesh), pose: { ...face.pose, roll: 0 } };
  const detected = await segment(photo, faceFrame(face.mesh, headMargin));
  const head = { x: chartPx / 2, y: chartPx / 2, side: chartFaceSize * headMargin, angle: 0 };
  const segmentation = { ...detected, frame: head };
  const rect = { x: 0, y: 0, width: chartPx, height: chartPx };
  const region = await viewSkin(chart, rect, [charted], [segmentation], { faceSize: Infinity, maxPixels: Infinity });
  const nativeSize = frame.side / chartMargin;
  const turn = Math.max(Math.abs(face.pose.yaw), Math.abs(face.pose.pitch));
  const sizeTrust = 0.4 + 0.6 * smoothstep(nativeSize, minTrustedPx, fullyTrustedPx);
  const poseTrust = 1 - 0.7 * smoothstep(turn, turnedDegrees, profileDegrees);
  const trust = sizeTrust * poseTrust * measureLegibility(photo, face.box, region.lab.L, region.covered);
  return { region, segmentation, face: charted, nativeSize, trust };
}

/** Share of a side that faces the camera, 0..1. */
export function sideInView({ face }: FaceChart, side: Side): number {
  const yawAway = side === 'left' ? -face.pose.yaw : face.pose.yaw;
  return 1 - smoothstep(yawAway, turnedDegrees, profileDegrees);
}

/** @param feather soft edge, px */
export function skinIn(
  { region, face }: FaceChart,
  outline: readonly number[],
  skin = region.skin,
  feather = 0,
): Plane {
  const mask = maskOf([outline.map((index) => face.mesh[index]!)], region.place, feather);
  for (let i = 0; i < mask.data.length; i++) mask.data[i]! *= skin.data[i]!;
  return mask;
}

/** Returns null below `minPixels` pixels. */
export function meansOver(mask: Plane, planes: readonly Plane[], minPixels = 30): number[] | null {
  let weight = 0;
  const sums = planes.map(() => 0);
  for (let i = 0; i < mask.data.length; i++) {
    const share = mask.data[i]!;
    if (share === 0) continue;
    weight += share;
    for (const [k, plane] of planes.entries()) sums[k]! += share * plane.data[i]!;
  }
  return weight < minPixels ? null : sums.map((sum) => sum / weight);
}

/** Mean probability inside an outline. */
export function classShareIn(
  { segmentation }: FaceChart,
  outline: readonly Point[],
  classes: readonly SegmentClass[],
): number {
  const mask = maskOf([[...outline]], placeOf(segmentation), 0);
  const means = meansOver(
    mask,
    classes.map((name) => segmentation.planes[name]),
    5,
  );
  return means?.reduce((sum, mean) => sum + mean, 0) ?? 0;
}

export function placeOf({ frame, planes }: FaceChart['segmentation']): MaskPlace {
  const { width, height } = planes.others;
  return { x: frame.x - frame.side / 2, y: frame.y - frame.side / 2, width, height, scale: width / frame.side };
}

/** Mean, weighted by `sideInView`. */
export function ofBothSides(chart: FaceChart, measure: (side: Side) => number | null): number | null {
  let [sum, weight] = [0, 0];
  for (const side of sides) {
    const share = sideInView(chart, side);
    const value = share > 0.1 ? measure(side) : null;
    if (value === null) continue;
    sum += share * value;
    weight += share;
  }
  return weight > 0 ? sum / weight : null;
}
