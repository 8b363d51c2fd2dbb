import { describe, expect, test } from 'vitest';
import { findFaces } from '../../../../engine/vision/face/find-faces.ts';
import {
  fourPoints,
  oneHundredFiftyPoints,
  seventyTwoPoints,
  twoHundredOnePoints,
} from '../../../../engine/vision/landmarks/landmarks.ts';
import { photoOf } from '../../../helpers/face/faces.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';

describe('the astronaut', async () => {
  const photo = await photoOf(sample('astronaut'));
  const [face] = await findFaces(photo, 1);
  const points = twoHundredOnePoints(face!.mesh);
  const x = (name: string) => points[name]!.x;
  const y = (name: string) => points[name]!.y;

  test('the four points are left eye, right eye, nose and mouth, as seen in the photograph', () => {
    const [left, right, nose, mouth] = fourPoints(face!.mesh);
    expect(left!.x).toBeLessThan(nose!.x);
    expect(right!.x).toBeGreaterThan(nose!.x);
    expect(nose!.y).toBeGreaterThan(Math.max(left!.y, right!.y));
    expect(mouth!.y).toBeGreaterThan(nose!.y);
  });

  test("the person's right is at the left of the photograph", () => {
    for (const family of [
      'cheek_%_1',
      'eye_%_eyeball_center',
      'eyebrow_%_upper_3',
      'nose_%_contour_4',
      'mouth_corner_%_outer',
    ]) {
      expect(x(family.replace('%', 'right')), family).toBeLessThan(x(family.replace('%', 'left')));
    }
  });

  test('points are in order from top to bottom', () => {
    const order = [
      'forehead_center',
      'eyebrow_right_upper_3',
      'eye_right_eyelid_crease_4',
      'eye_right_eyelid_upper_4',
      'eye_right_eyeball_center',
      'eye_right_eyelid_lower_4',
      'eye_right_pouch_3',
      'nose_tip',
      'nose_middle_contour',
      ...['upper_outer', 'upper_inner', 'lower_inner', 'lower_outer'].map((edge) => `mouth_lip_${edge}_6`),
      'chin_2',
    ];
    const heights = order.map(y);
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
  });

  test("numbers run from the person's right to left", () => {
    for (const family of [
      'eye_right_eyelid_upper',
      'eye_left_eyelid_lower',
      'mouth_lip_upper_outer',
      'mouth_lip_lower_inner',
    ]) {
      const places = Object.keys(points)
        .filter((name) => name.startsWith(`${family}_`))
        .map(x);
      expect(places, family).toEqual(places.toSorted((a, b) => a - b));
    }
  });

  test('the array of 72 consists of points of the 150, over the chin from ear to ear', () => {
    const names = oneHundredFiftyPoints(face!.mesh);
    const list = seventyTwoPoints(face!.mesh);
    expect(list[0]).toEqual(names.cheek_right_1);
    expect(list[6]).toEqual(names.chin_2);
    expect(list[12]).toEqual(names.cheek_left_1);
    expect(list[21]).toEqual(names.eye_right_eyeball_center);
    expect(list[57]).toEqual(names.nose_tip);
    expect(list[71]).toEqual(names.mouth_lip_lower_inner_3);
  });
});
