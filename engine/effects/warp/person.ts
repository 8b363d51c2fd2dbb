/** What of a face's surroundings belongs to people, to the pixel, and how stiff it is. */
import { boxMean } from '../../pixels/box-filter.ts';
import {
  type ColorPlanes,
  fitToGuide,
  guideStatistics,
  type LinearModel,
  planesOf,
} from '../../pixels/guide-statistics.ts';
import { createPlane, enlarge, type Plane, type Rect } from '../../pixels/plane.ts';
import { smoothstep } from '../../pixels/smoothstep.ts';
import type { Face } from '../../vision/face/find-faces.ts';
import type { MaskPlace } from '../../vision/face/mesh.ts';
import { portraitMatte, portraitSide } from '../../vision/matting/portrait-matte.ts';
import type { Photo } from '../../vision/photo/decode.ts';
import type { Segmentation, SegmentClass } from '../../vision/segmentation.ts';
import { likelihoodOf, sample } from '../../vision/skin/likelihood.ts';
import { reducedPart, sizeOf } from '../../vision/skin/skin-region.ts';
import { faceRect } from '../../vision/skin/skin-regions.ts';

/** The square around a face at the size it is judged at; all planes have the size of `place`. */
export type PersonView = {
  /** In px of the photograph. */
  rect: Rect;
  place: MaskPlace;
  /** Three bytes a pixel. */
  rgb: Uint8Array;
  /** 1 on people, 0 behind them. */
  matte: Plane;
  /** The same from the photograph's own colours (0..1): what gives the matte edges as fine as those of the photograph. */
  byColour: LinearModel;
  /** The colours (0..255) that people have near a place, without those of the background: red, green, blue. */
  own: ColorPlanes;
  classes: Record<'skin' | 'hair' | 'clothes' | 'others', Plane>;
};

/** A face so many pixels wide shows its outline well enough. */
export const workingFaceSize = 300;
/** Shorter side of the portrait network's input at most and at least, px: it halves it five times. */
const maxInputSidePx = portraitSide;
const minInputSidePx = 192;
/** Window of the guided filter as a part of the face's size, and the variance of colours (0..1) that counts as flat. */
const guideRadius = 0.01;
const guideFlat = 1e-4;
/** How far people's colours are carried over their edge, as a part of the face's size. */
const ownReach = 0.018;
/** Of the matte's values: this near to 0 and 1 they are noise. */
const haze = 0.08;

/** Looks at the square around a face. @param segmentations of the photograph, coarse to fine */
export async function analyzePerson(
  photo: Photo,
  face: Face,
  segmentations: readonly Segmentation[],
): Promise<PersonView> {
  const rect = faceRect(photo, face);
  const wanted = Math.min(1, workingFaceSize / sizeOf(face));
  const width = Math.max(2, Math.round(rect.width * wanted));
  const height = Math.max(2, Math.round(rect.height * wanted));
  const place = { x: rect.x, y: rect.y, width, height, scale: width / rect.width };
  const faceSize = sizeOf(face) * place.scale;
  const rgb = await reducedPart(photo, rect, width, height);
  const small = { width, height, rgb, alpha: null };
  const side = Math.max(minInputSidePx, Math.min(maxInputSidePx, width, height));
  const matte = enlarge(await portraitMatte(small, side), width, height);
  const colors = planesOf(small);
  const radius = Math.max(2, Math.round(faceSize * guideRadius));
  const byColor = fitToGuide(guideStatistics(colors, radius, guideFlat), matte);
  const classLikelihood = (...classes: SegmentClass[]) => likelihoodOf(place, segmentations, classes);
  const classes = {
    skin: classLikelihood('faceSkin', 'bodySkin'),
    hair: classLikelihood('hair'),
    clothes: classLikelihood('clothes'),
    others: classLikelihood('others'),
  };
  const own = colorsOf(colors, matte, Math.max(2, Math.round(faceSize * ownReach)));
  return { rect, place, rgb, matte, byColour: byColor, own, classes };
}

/** Means of the colours of what surely is a person, over a window; where there is none nearby, those of the photograph. */
function colorsOf(colors: ColorPlanes, matte: Plane, radius: number): ColorPlanes {
  const { width, height } = matte;
  const certainty = createPlane(width, height);
  for (let i = 0; i < certainty.data.length; i++) certainty.data[i] = smoothstep(matte.data[i]!, 0.9, 0.98);
  const weight = boxMean(certainty, radius);
  return colors.map((plane) => {
    const mean = createPlane(width, height);
    for (let i = 0; i < mean.data.length; i++) mean.data[i] = plane.data[i]! * certainty.data[i]!;
    boxMean(mean, radius, mean);
    for (let i = 0; i < mean.data.length; i++) {
      const share = smoothstep(weight.data[i]!, 0.001, 0.01);
      const own = weight.data[i]! > 0 ? mean.data[i]! / weight.data[i]! : 0;
      mean.data[i] = 255 * (plane.data[i]! + share * (own - plane.data[i]!));
    }
    return mean;
  }) as ColorPlanes;
}

/** Takes the noise off a matte's value. */
export function denoiseMatte(value: number): number {
  return Math.min(1, Math.max(0, (value - haze) / (1 - 2 * haze)));
}

/** How hard a place of the photograph is to stretch, against skin: nothing holds on to the background. */
export function stiffnessAt({ place, matte, classes }: PersonView, down: (x: number, y: number) => number) {
  return (x: number, y: number): number => {
    const [u, v] = [(x - place.x) * place.scale, (y - place.y) * place.scale];
    const [skin, hair, clothes, others] = [classes.skin, classes.hair, classes.clothes, classes.others].map((plane) =>
      sample(plane, u, v),
    ) as [number, number, number, number];
    // Skin beside a face is an ear, or a hand; below it is the neck.
    const ear = 1 + (stiff.ear - 1) * smoothstep(down(x, y), 0.9, 0.7);
    const all = skin + hair + clothes + others;
    const own = all > 0 ? (skin * ear + hair * stiff.hair + clothes * stiff.clothes + others * stiff.others) / all : 1;
    const share = sample(matte, u, v);
    return stiff.background + share * (own - stiff.background);
  };
}

const stiff = { ear: 40, hair: 2, clothes: 3, others: 6, background: 0.01 };
