/**
 * One face as its skin is judged: drawn upright and always equally large, so that every measure means the same on each
 * photograph.
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
import { legibility } from './legibility.ts';
import { type Side, sides } from './zones.ts';

export type FaceChart = {
  /** Colours, where plain skin is (`skin`), and where it is with moles and hair on it (`covered`). */
  region: SkinView;
  /** What the segmentation says about the head, in pixels of the chart. */
  segmentation: Segmentation;
  /** The face in pixels of the chart. `box` is upright on the chart. */
  face: Face;
  /** Pixels the face's longer side has on the photograph. */
  nativeSize: number;
  /** 0..1: how much a measure can be trusted on faces this small, turned this far, or shown this badly. */
  trust: number;
};

/** Longer side of every face on its chart, px: the unit that all lengths of the analysis are parts of. */
export const chartFaceSize = 400;
const margin = 1.4;
const chartSize = chartFaceSize * margin;
/** What the segmentation was trained to see: the head with hair and neck. */
const headMargin = 2.2;
/** Face sides on the photograph (px) between which trust grows: the interface's minimum, and where skin shows its texture. */
const coarse = 120;
const fine = 400;
/** Turned so far (degrees), a face begins to hide its skin, and is hidden half. */
const turnedFrom = 20;
const profile = 60;

export async function faceChart(photo: Pixels, face: Face): Promise<FaceChart> {
  const frame = faceFrame(face.mesh, margin);
  const rgb = Uint8Array.from(cropFrame(photo, frame, chartSize, 0, 255), Math.round);
  const chart = { width: chartSize, height: chartSize, rgb };
  const mesh = face.mesh.map((point) => fromPhoto(frame, chartSize, point));
  const charted = { ...face, mesh, box: boxAround(mesh), pose: { ...face.pose, roll: 0 } };
  const seen = await segment(photo, faceFrame(face.mesh, headMargin));
  const head = { x: chartSize / 2, y: chartSize / 2, side: chartFaceSize * headMargin, angle: 0 };
  const segmentation = { ...seen, frame: head };
  const rect = { x: 0, y: 0, width: chartSize, height: chartSize };
  const region = await viewSkin(chart, rect, [charted], [segmentation], { faceSize: Infinity, maxPixels: Infinity });
  const nativeSize = frame.side / margin;
  const turned = Math.max(Math.abs(face.pose.yaw), Math.abs(face.pose.pitch));
  const large = 0.4 + 0.6 * smoothstep(nativeSize, coarse, fine);
  const frontal = 1 - 0.7 * smoothstep(turned, turnedFrom, profile);
  const trust = large * frontal * legibility(photo, face.box, region.lab.L, region.covered);
  return { region, segmentation, face: charted, nativeSize, trust };
}

/** How much of the skin at one side of the face (as looked at) is turned to the camera, 0..1. */
export function sideInView({ face }: FaceChart, side: Side): number {
  const yawAway = side === 'left' ? -face.pose.yaw : face.pose.yaw;
  return 1 - smoothstep(yawAway, turnedFrom, profile);
}

/** The skin inside an outline of mesh points; 0 elsewhere. @param feather px the outline's edge is softened by */
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

/** Mean of planes over a mask; null where the mask holds fewer than `minPixels` pixels. */
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

/** Mean probability 0..1 of some classes inside an outline of the chart. */
export function classesIn(
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

/** Where the segmentation's grid lies on the chart. */
export function placeOf({ frame, planes }: FaceChart['segmentation']): MaskPlace {
  const { width, height } = planes.others;
  return { x: frame.x - frame.side / 2, y: frame.y - frame.side / 2, width, height, scale: width / frame.side };
}

/** The mean of both sides, as far as each is turned to the camera. */
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
