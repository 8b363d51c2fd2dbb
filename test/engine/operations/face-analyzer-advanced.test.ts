import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { group } from '../../helpers/face/faces.ts';
import { ask } from '../../helpers/operation/analysed-faces.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

/** Values per face of the interface's lists, and their ranges. */
const lists: Record<string, [count: number, low: number, high: number, integer: boolean]> = {
  face_rectangles: [4, 0, 4096, true],
  face_probability_list: [1, 0, 1, false],
  pupils: [6, 0, 4096, false],
  gender_list: [1, 0, 1, true],
  expressions: [1, 0, 1, true],
  beauty_list: [1, 0, 100, false],
  hat_list: [1, 0, 1, true],
  glasses: [1, 0, 2, true],
  masks: [1, 0, 2, true],
  pose_list: [3, -180, 180, false],
  age_list: [1, 0, 100, true],
  landmarks: [210, -100, 4096, false],
  dense_features: [1024, -Infinity, Infinity, false],
};
const qualities = ['score', 'blur', 'fnf', 'glass', 'illu', 'mask', 'noise', 'pose'].map((name) => `${name}_list`);

describe('four people', async () => {
  const body = await ask(await readFile(group(6)));
  const { data } = body;

  test('are described in every list of layout B', () => {
    expect([body.image_width, body.image_height]).toEqual([1920, 1537]);
    const single = ['face_count', 'landmark_count', 'dense_feature_length', 'qualities'];
    expect(Object.keys(data).sort()).toEqual([...Object.keys(lists), ...single].sort());
    expect([data.face_count, data.landmark_count, data.dense_feature_length]).toEqual([4, 105, 1024]);
    for (const [name, [count, low, high, integer]] of Object.entries(lists)) {
      expect([name, data[name]!.length]).toEqual([name, 4 * count]);
      for (const value of data[name]!) {
        expect(value).toBeGreaterThanOrEqual(low);
        expect(value).toBeLessThanOrEqual(high);
        if (integer) expect(Number.isInteger(value)).toBe(true);
      }
    }
    expect(Object.keys(data.qualities).sort()).toEqual([...qualities].sort());
    for (const values of Object.values(data.qualities)) {
      expect(values).toHaveLength(4);
      for (const value of values) expect(value >= 0 && value <= 100).toBe(true);
    }
  });

  test('are women; three smile and one pouts', () => {
    expect(data.gender_list).toEqual([0, 0, 0, 0]);
    expect(data.expressions).toEqual([1, 1, 1, 0]);
  });

  test('wear nothing on their heads', () => {
    expect([data.glasses, data.hat_list, data.masks]).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
  });

  test('have pupils and landmarks inside their rectangles', () => {
    for (let face = 0; face < 4; face++) {
      const [left, top, width, height] = data.face_rectangles!.slice(face * 4, face * 4 + 4) as [
        number,
        number,
        number,
        number,
      ];
      const inside = (x: number, y: number) =>
        x >= left - 2 && x <= left + width + 2 && y >= top - 2 && y <= top + height + 2;
      const [lx, ly, lr, rx, ry, rr] = data.pupils!.slice(face * 6, face * 6 + 6) as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      expect([inside(lx, ly), inside(rx, ry), lx < rx]).toEqual([true, true, true]);
      expect(Math.abs(lr - rr)).toBeLessThan(Math.max(lr, rr) / 3);
      for (let i = face * 210; i < (face + 1) * 210; i += 2) {
        expect(inside(data.landmarks![i]!, data.landmarks![i + 1]!)).toBe(true);
      }
    }
  });

  test('have dark hair below the jaw, but not on the forehead', () => {
    for (const { face_detail_attributes_info } of body.face_detail_infos) {
      const { hair } = face_detail_attributes_info;
      expect([2, 3]).toContain(hair.length.type);
      expect([0, 2]).toContain(hair.color.type);
      expect(hair.bang.type).toBe(0);
    }
  });

  test('are the same people in layout A', () => {
    expect(body.face_detail_infos).toHaveLength(4);
    for (const [face, info] of body.face_detail_infos.entries()) {
      const [x, y, width, height] = data.face_rectangles!.slice(face * 4, face * 4 + 4);
      const coded = { type: expect.any(Number), probability: expect.any(Number) };
      expect(info).toEqual({
        face_rect: { x, y, width, height },
        face_detail_attributes_info: {
          age: data.age_list![face],
          beauty: data.beauty_list![face],
          smile: expect.any(Number),
          emotion: coded,
          gender: { ...coded, type: 0 },
          mask: { ...coded, type: 0 },
          moustache: { ...coded, type: 0 },
          nose: coded,
          shape: coded,
          skin: coded,
          eye: {
            glass: { ...coded, type: 0 },
            eye_open: { ...coded, type: 1 },
            eyelid_type: coded,
            eye_size: coded,
          },
          eyebrow: { eyebrow_density: coded, eyebrow_curve: coded, eyebrow_length: coded },
          hair: { length: coded, bang: coded, color: coded },
          hat: { style: { ...coded, type: 0 }, color: { ...coded, type: 0 } },
          mouth: { mouth_open: coded },
          head_pose: {
            yaw: data.pose_list![face * 3],
            pitch: data.pose_list![face * 3 + 1],
            roll: data.pose_list![face * 3 + 2],
          },
        },
      });
    }
  });
});

test('faces under 64 px are rejected, or ignored next to larger ones', async () => {
  const small = await sharp(group(6)).resize({ width: 400 }).png().toBuffer();
  await expect(ask(small)).rejects.toMatchObject({ code: 'ERROR_SMALL_FACE_SIZE' });
});

test('a picture without a face is rejected', async () => {
  await expect(ask(await readFile(sample('coffee')))).rejects.toMatchObject({ code: 'ERROR_NO_FACE_IN_FILE' });
});
