import { describe, expect, test } from 'vitest';
import type { Plane } from '../../../../engine/pixels/plane.ts';
import { findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { faceRect, segmentPeople, skinRect } from '../../../../engine/vision/skin/segment-people.ts';
import {
  fadeNear,
  findDarkSurroundings,
  findHairAreas,
  removeNostrils,
} from '../../../../engine/vision/skin/skin-mask.ts';
import { readSkinRegion } from '../../../../engine/vision/skin/skin-region.ts';
import { photoOf } from '../../../helpers/face/faces.ts';
import { foldedSkin, madeSkin, regionOf, skinSize } from '../../../helpers/face/skin.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';

describe('the astronaut', async () => {
  const photo = await photoOf(sample('astronaut'));
  const [face] = await findFaces(photo, 1);
  const segmentations = await segmentPeople(photo, [face!], async () => {});
  const region = await readSkinRegion(photo, faceRect(photo, face!), [face!], segmentations, {
    faceSize: 400,
    maxPixels: 1_000_000,
  });
  const at = (plane: Plane, x: number, y: number) =>
    plane.data[(y - region.place.y) * region.place.width + x - region.place.x];

  test('a region as small as its face is not enlarged', () => {
    expect(region.place.scale).toBe(1);
    expect(region.faceSize).toBeCloseTo(100, -1);
  });

  test.each([
    ['cheek', 192, 122],
    ['other cheek', 258, 125],
    ['forehead', 222, 92],
    ['chin', 223, 170],
  ])('%s is skin', (_, x, y) => {
    expect(at(region.skin, x, y)).toBeGreaterThan(0.9);
    expect(at(region.share, x, y)).toBeGreaterThan(0.9);
  });

  test('the neck near a dark collar is skin, and retouching begins to fade out there', () => {
    expect(at(region.skin, 205, 183)).toBeGreaterThan(0.9);
    expect(at(region.share, 205, 183)).toBeGreaterThan(0.5);
  });

  test.each([
    ['eye', 204, 101],
    ['other eye', 247, 104],
    ['brow', 204, 89],
    ['lower lip', 224, 153],
    ['teeth', 224, 147],
    ['hair', 215, 60],
    ['background', 125, 130],
    ['suit', 224, 225],
  ])('%s is not skin', (_, x, y) => {
    expect(at(region.skin, x, y)).toBe(0);
    expect(at(region.share, x, y)).toBe(0);
  });

  test('changes of tone fade out towards the hair without a hard edge', () => {
    const column = Array.from({ length: 45 }, (_, y) => at(region.close, 222, 50 + y)!);
    expect(column[0]).toBe(0);
    expect(column[44]).toBeGreaterThan(0.9);
    expect(Math.max(...column.slice(1).map((value, i) => Math.abs(value - column[i]!)))).toBeLessThan(0.2);
  });

  test('nostrils are on skin, but blemishes are not searched there', () => {
    const area = removeNostrils(region, face!);
    expect(at(region.covered, 222, 133)).toBeGreaterThan(0.9);
    expect(at(area, 222, 133)).toBeLessThan(0.2);
    expect(at(area, 192, 122)).toBeGreaterThan(0.9);
  });

  test('the rectangle of all skin contains the face and its neck', () => {
    const rect = skinRect(photo, [face!], segmentations);
    expect(rect.x).toBeLessThanOrEqual(face!.box.left);
    expect(rect.y).toBeLessThanOrEqual(face!.box.top);
    expect(rect.y + rect.height).toBeGreaterThan(190);
  });
});

describe('next to skin', () => {
  const faded = (outside: number) => {
    const { skin, lab, faceSize } = foldedSkin(0, 6);
    const leftHalfMask = { ...skin, data: skin.data.map((_, i) => (i % skinSize < 100 ? 1 : 0)) };
    for (let i = 0; i < leftHalfMask.data.length; i++) if (leftHalfMask.data[i] === 0) lab.L.data[i] = outside;
    const { data } = fadeNear(findDarkSurroundings(leftHalfMask, lab.L, faceSize), 45);
    return Array.from(data.subarray(100 * skinSize, 100 * skinSize + 100));
  };

  test.each([20, 65])('lightening fades out slowly near an area of L %i', (outside) => {
    const row = faded(outside);
    expect(row[99]).toBeLessThan(0.1);
    expect(row[50]).toBeGreaterThan(0.95);
    expect(Math.max(...row.slice(1).map((value, i) => Math.abs(value - row[i]!)))).toBeLessThan(0.06);
  });

  test('lightening reaches right up to a white wall', () => {
    expect(Math.min(...faded(95))).toBe(1);
  });
});

describe('areas of hair', () => {
  test('exclude a fold and the shadow next to it, however dark', () => {
    const { covered, lab, faceSize } = foldedSkin(30, 6);
    for (let i = 0; i < lab.L.data.length; i++) if (i % skinSize > 120) lab.L.data[i]! -= 25;
    expect(Math.max(...findHairAreas(covered, lab.L, faceSize).data)).toBeLessThan(0.15);
  });

  test('include many dark hairs, with soft edges', () => {
    const region = regionOf(madeSkin((x, y) => (y > 80 && y < 120 && (x + y) % 4 < 3 ? [-110, -100, -90] : undefined)));
    const { data } = findHairAreas(region.covered, region.lab.L, region.faceSize);
    const column = Array.from({ length: skinSize }, (_, y) => data[y * skinSize + 100]!);
    expect(column[100]).toBeGreaterThan(0.5);
    expect(column[40]).toBe(0);
    expect(Math.max(...column.slice(1).map((value, i) => Math.abs(value - column[i]!)))).toBeLessThan(0.15);
  });
});
