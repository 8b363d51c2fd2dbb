import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { faceAnalyzerAdvanced } from '../../../engine/operations/face-analyzer-advanced.ts';
import type { Photo } from '../../../engine/vision/photo/decode.ts';
import { asJpeg, closeUp, headOf } from '../../helpers/face/closeups.ts';
import { drawnOn, glassesOn } from '../../helpers/face/draw-accessories.ts';
import { callOf, group, mirrored } from '../../helpers/face/faces.ts';

type Lists = Record<string, number[]> & { qualities: Record<string, number[]> };
/** The fields of layout A that tests read. */
type Info = { face_detail_attributes_info: { hair: Record<'length' | 'bang' | 'color', { type: number }> } };
type Body = { image_width: number; image_height: number; data: Lists; face_detail_infos: Info[] };

async function ask(upload: Uint8Array): Promise<Body> {
  const output = await faceAnalyzerAdvanced(callOf('face-analyzer-advanced', upload));
  if (output.kind !== 'analysis') throw new Error(`an analysis answers ${output.kind}`);
  const body = output.body as Body;
  body.data.dense_features = output.denseFeatures!;
  return body;
}

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
      const [left, top, width, height] = data.face_rectangles!.slice(face * 4) as [number, number, number, number];
      const inside = (x: number, y: number) =>
        x >= left - 2 && x <= left + width + 2 && y >= top - 2 && y <= top + height + 2;
      const [lx, ly, lr, rx, ry, rr] = data.pupils!.slice(face * 6);
      expect([inside(lx!, ly!), inside(rx!, ry!), lx! < rx!]).toEqual([true, true, true]);
      expect(Math.abs(lr! - rr!)).toBeLessThan(Math.max(lr!, rr!) / 3);
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

test('faces under 64 px are rejected', async () => {
  const small = await sharp(group(6)).resize({ width: 400 }).png().toBuffer();
  await expect(ask(small)).rejects.toMatchObject({ code: 'ERROR_SMALL_FACE_SIZE' });
});

/** Cosine of the angle between two descriptions. */
function likeness(a: readonly number[], b: readonly number[]): number {
  const dot = (p: readonly number[], q: readonly number[]) => p.reduce((sum, value, i) => sum + value * q[i]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

describe('one woman', () => {
  let head: Photo;
  let data: Lists;
  beforeAll(async () => {
    head = await headOf('woman');
    data = (await ask(await asJpeg(head, 95))).data;
  });

  test('with sunglasses is detected as wearing them', { tags: ['long'] }, async () => {
    const { photo, face } = await closeUp('woman');
    const dressed = await drawnOn(photo, glassesOn(face, '#0a0a0a', 0.93));
    const { data: now } = await ask(await asJpeg(dressed));
    expect(now.glasses).toEqual([2]);
    expect(now.qualities.glass_list![0]).toBeLessThan(data.qualities.glass_list![0]! - 20);
  });

  test('gets nearly the same result from a file of lower quality', { tags: ['long'] }, async () => {
    const again = (await ask(await asJpeg(head, 85))).data;
    for (const name of ['gender_list', 'expressions', 'glasses', 'hat_list', 'masks']) {
      expect(again[name]).toEqual(data[name]);
    }
    expect(Math.abs(again.age_list![0]! - data.age_list![0]!)).toBeLessThanOrEqual(2);
    expect(Math.abs(again.beauty_list![0]! - data.beauty_list![0]!)).toBeLessThan(2);
    expect(likeness(again.dense_features!, data.dense_features!)).toBeGreaterThan(0.98);
  });

  test('in a mirror is the same person, turned the other way', { tags: ['long'] }, async () => {
    const mirroredData = (await ask(await asJpeg(mirrored(head), 95))).data;
    expect(likeness(mirroredData.dense_features!, data.dense_features!)).toBeGreaterThan(0.98);
    expect(mirroredData.pose_list![0]).toBeCloseTo(-data.pose_list![0]!, -0.5);
    expect(mirroredData.pupils![0]).toBeCloseTo(head.width - data.pupils![3]!, -0.5);
    expect(Math.abs(mirroredData.beauty_list![0]! - data.beauty_list![0]!)).toBeLessThan(2);
  });

  test('is more similar to herself than to another person', { tags: ['long'] }, async () => {
    const smaller = (await ask(await asJpeg(await headOf('woman', (image) => image.resize({ width: 300 })), 90))).data;
    const somebody = (await ask(await asJpeg(await headOf('warm'), 95))).data;
    expect(likeness(smaller.dense_features!, data.dense_features!)).toBeGreaterThan(
      likeness(somebody.dense_features!, data.dense_features!),
    );
  });
});
