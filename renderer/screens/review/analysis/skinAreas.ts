/** Locations of skin findings on a face. The service returns only the face's frame, so anatomy decides the rest. Pure. */
import type { MarkBox } from './analysisModel.ts';

/** Left, top, width and height as shares of the face's frame, as the viewer sees it. */
type Area = readonly [number, number, number, number];

const underLeftEye: Area = [0.16, 0.43, 0.26, 0.1];
const underRightEye: Area = [0.58, 0.43, 0.26, 0.1];
const leftOfPicture: Area = [0.08, 0.5, 0.28, 0.26];
const rightOfPicture: Area = [0.64, 0.5, 0.28, 0.26];
const forehead: Area = [0.18, 0.04, 0.64, 0.2];
const nose: Area = [0.39, 0.5, 0.22, 0.17];
const jaw: Area = [0.28, 0.83, 0.44, 0.15];
const wholeFace: Area = [0.04, 0.04, 0.92, 0.94];

/** In names of the interface, left and right are the person's. */
const areas: Readonly<Record<string, readonly Area[]>> = {
  left_eyelids: [[0.57, 0.32, 0.28, 0.08]],
  right_eyelids: [[0.15, 0.32, 0.28, 0.08]],
  eye_pouch: [underLeftEye, underRightEye],
  dark_circle: [underLeftEye, underRightEye],
  eye_finelines: [underLeftEye, underRightEye],
  crows_feet: [
    [0.02, 0.34, 0.13, 0.14],
    [0.85, 0.34, 0.13, 0.14],
  ],
  forehead_wrinkle: [forehead],
  glabella_wrinkle: [[0.41, 0.24, 0.18, 0.12]],
  nasolabial_fold: [
    [0.24, 0.6, 0.13, 0.2],
    [0.63, 0.6, 0.13, 0.2],
  ],
  pores_forehead: [forehead],
  pores_left_cheek: [rightOfPicture],
  pores_right_cheek: [leftOfPicture],
  pores_jaw: [jaw],
  pores: [wholeFace],
  blackhead: [nose],
  acne: [wholeFace],
  mole: [wholeFace],
  skin_spot: [wholeFace],
};

/** Returns the boxes of a finding, or none if it has no location. */
export function areasOf(name: string, face: Omit<MarkBox, 'rotation'>): MarkBox[] {
  const namedAreas = Object.hasOwn(areas, name) ? (areas[name] ?? []) : [];
  return namedAreas.map(([left, top, width, height]) => ({
    x: face.x + left * face.width,
    y: face.y + top * face.height,
    width: width * face.width,
    height: height * face.height,
    rotation: 0,
  }));
}
