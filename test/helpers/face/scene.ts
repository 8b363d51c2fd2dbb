/** Synthetic people for tests of clothes: classes drawn on a grid, with one figure in the middle. */
import { toLab } from '../../../engine/pixels/lab.ts';
import { createPlane } from '../../../engine/pixels/plane.ts';
import type { Scene } from '../../../engine/vision/clothes/scene.ts';
import type { Mesh } from '../../../engine/vision/face/find-faces.ts';
import type { Classes } from '../../../engine/vision/person/classes.ts';
import type { Figure } from '../../../engine/vision/person/people/figures.ts';
import { type SegmentClass, segmentClasses } from '../../../engine/vision/segmentation.ts';

export const sceneWidth = 120;
export const sceneHeight = 300;

export type Patch = {
  name: SegmentClass;
  left: number;
  right: number;
  top: number;
  bottom: number;
  colour?: readonly [number, number, number];
};

export const place = { x: 0, y: 0, width: sceneWidth, height: sceneHeight, scale: 1 };

/** Shoulders at (60, 60), hips at (60, 140), knees at 200, ankles at 260; 40 px from shoulder to shoulder. */
export const figure: Figure = {
  face: null,
  shoulders: { x: 60, y: 60 },
  hips: { x: 60, y: 140 },
  half: 20,
  torso: 80,
  down: { x: 0, y: 1 },
  legs: [45, 75].map((x) => ({
    hip: { x, y: 140 },
    knee: { x, y: 200, score: 0.9 },
    ankle: { x, y: 260, score: 0.9 },
  })),
  arms: [],
};

/** Pixels without a patch are background. */
export function classesOf(patches: readonly Patch[]): Classes {
  const classes = Object.fromEntries(
    segmentClasses.map((name) => [name, createPlane(sceneWidth, sceneHeight)]),
  ) as Classes;
  classes.background.data.fill(1);
  for (const patch of patches) {
    each(patch, (at) => {
      for (const name of segmentClasses) classes[name].data[at] = name === patch.name ? 1 : 0;
    });
  }
  return classes;
}

export function sceneOf(patches: readonly Patch[]): Scene {
  const rgb = new Uint8Array(sceneWidth * sceneHeight * 3).fill(200);
  for (const patch of patches) each(patch, (at) => rgb.set(patch.colour ?? [120, 120, 120], at * 3));
  return {
    place,
    classes: classesOf(patches),
    lab: toLab(rgb, sceneWidth, sceneHeight),
    figures: [figure],
    owner: new Int16Array(sceneWidth * sceneHeight),
  };
}

function each({ left, right, top, bottom }: Patch, visit: (at: number) => void): void {
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) visit(y * sceneWidth + x);
}

export const blue = [40, 60, 160] as const;
export const white = [235, 235, 235] as const;
export const green = [40, 130, 60] as const;

const skin = { name: 'bodySkin', colour: [220, 170, 140] } as const;
const cloth = { name: 'clothes' } as const;

/** Upper clothes from the neck to the hips. */
export const top = (color: Patch['colour'] = white): Patch => ({
  ...cloth,
  colour: color,
  left: 35,
  right: 85,
  top: 55,
  bottom: 140,
});
export const trousers = (color: Patch['colour'] = blue): Patch[] => [
  { ...cloth, colour: color, left: 35, right: 85, top: 140, bottom: 165 },
  { ...cloth, colour: color, left: 35, right: 57, top: 165, bottom: 265 },
  { ...cloth, colour: color, left: 63, right: 85, top: 165, bottom: 265 },
];
export const shorts = (color: Patch['colour'] = blue): Patch[] => [
  ...legs(),
  { ...cloth, colour: color, left: 35, right: 85, top: 140, bottom: 160 },
  { ...cloth, colour: color, left: 35, right: 57, top: 160, bottom: 185 },
  { ...cloth, colour: color, left: 63, right: 85, top: 160, bottom: 185 },
];
export const skirt = (color: Patch['colour'] = blue): Patch[] => [
  ...legs(),
  { ...cloth, colour: color, left: 30, right: 90, top: 140, bottom: 195 },
];
export const longSkirt = (color: Patch['colour'] = blue): Patch => ({
  ...cloth,
  colour: color,
  left: 30,
  right: 90,
  top: 140,
  bottom: 255,
});

function legs(): Patch[] {
  return [
    { ...skin, left: 38, right: 55, top: 140, bottom: 265 },
    { ...skin, left: 65, right: 82, top: 140, bottom: 265 },
  ];
}

/** A face with only two known points: the top of the forehead and the chin. */
export function faceBetween(top: { x: number; y: number }, chin: { x: number; y: number }) {
  const mesh = Array.from({ length: 478 }, () => ({ x: 0, y: 0, z: 0 }));
  mesh[10] = { ...top, z: 0 };
  mesh[152] = { ...chin, z: 0 };
  return { mesh: mesh as Mesh };
}
