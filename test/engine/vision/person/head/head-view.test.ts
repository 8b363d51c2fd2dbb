import { describe, expect, test } from 'vitest';
import type { Face } from '../../../../../engine/vision/face/find-faces.ts';
import { viewRect } from '../../../../../engine/vision/person/head/head-view.ts';
import { classesOf, faceBetween, type Patch, place, sceneHeight, sceneWidth } from '../../../../helpers/face/scene.ts';

/** Forehead at y = 200, chin at 220, so the height of the face is 20 px. */
const face = {
  ...faceBetween({ x: 60, y: 200 }, { x: 60, y: 220 }),
  box: { left: 50, top: 200, width: 20, height: 20 },
  pose: { yaw: 0, pitch: 0, roll: 0 },
} as Face;
const photo = { width: sceneWidth, height: sceneHeight, rgb: new Uint8Array(), alpha: null };
const skin: Patch = { name: 'faceSkin', left: 50, right: 70, top: 200, bottom: 220 };
const rectOf = (patches: readonly Patch[], owner = new Int16Array(sceneWidth * sceneHeight)) =>
  viewRect({ photo, faces: [face], place, classes: classesOf(patches), owner }, 0);
const square = rectOf([skin]);
const turban: Patch = { name: 'clothes', left: 45, right: 75, top: 60, bottom: 202 };

describe('the crop of a photograph around a head', () => {
  test('reaches a few sizes of the face around it', () => {
    expect(square).toEqual({ x: 0, y: 180, width: 120, height: 120 });
  });

  test.each([
    ['a turban', turban],
    ['hair that is put up high', { ...turban, name: 'hair' }],
  ] as const)('shows %s completely, with some space', (_, crown) => {
    const { y, height } = rectOf([crown, skin]);
    expect(y).toBeLessThan(58);
    expect(y).toBeGreaterThan(45);
    expect(y + height).toBe(square.y + square.height);
  });

  test.each([
    ['cloth apart from the head', [{ ...turban, bottom: 120 }, skin]],
    ['a raised hand', [{ ...turban, name: 'bodySkin' }, skin]],
  ] as const)('does not reach up for %s', (_, patches) => {
    expect(rectOf(patches)).toEqual(square);
  });

  test('does not reach up for the headwear of another person', () => {
    const owner = new Int16Array(sceneWidth * sceneHeight);
    owner.fill(1, 0, sceneWidth * 175);
    expect(rectOf([turban, skin], owner)).toMatchObject({ x: 0, width: 120 });
    expect(rectOf([turban, skin], owner).y).toBeGreaterThan(160);
  });
});
