import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ParamValue } from '../../../contract/operations/params.ts';
import { faceKeyPoints } from '../../../engine/operations/face-key-points.ts';
import { callOf, group } from '../../helpers/face/faces.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

type FaceEntry = Record<string, unknown> & { location: Record<string, number>; face_token: string };

async function ask(picture: string | Buffer, params: Record<string, ParamValue> = {}) {
  const bytes = typeof picture === 'string' ? await readFile(picture) : picture;
  const output = await faceKeyPoints(callOf('face-key-points', bytes, params));
  if (output.kind !== 'analysis') throw new Error(`an analysis answers ${output.kind}`);
  return output.body.result as { face_num: number; face_list: FaceEntry[] };
}

const always = ['face_token', 'location', 'face_probability', 'angle'];

test('returns one face with its default fields', async () => {
  const { face_num, face_list } = await ask(sample('astronaut'));
  expect(face_num).toBe(1);
  const [face] = face_list;
  expect(Object.keys(face!).sort()).toEqual([...always, 'age', 'gender', 'landmark4'].sort());
  expect(face).toMatchObject({
    face_token: expect.stringMatching(/^[0-9a-f]{32}$/),
    location: { rotation: 3 },
    gender: { type: 'female', probability: expect.closeTo(0.6, 0) },
    angle: { yaw: expect.closeTo(0, -1), pitch: expect.closeTo(0, -1), roll: expect.closeTo(3, 0) },
  });
  const { left, top, width, height } = face!.location as Record<'left' | 'top' | 'width' | 'height', number>;
  for (const { x, y } of face!.landmark4 as { x: number; y: number }[]) {
    expect(x > left && x < left + width && y > top && y < top + height).toBe(true);
  }
});

test('only requested fields are measured', async () => {
  const { face_list } = await ask(sample('astronaut'), { face_field: ['landmark72', 'landmark150', 'landmark201'] });
  expect(Object.keys(face_list[0]!).sort()).toEqual([...always, 'landmark72', 'landmark150', 'landmark201'].sort());
  expect(face_list[0]!.landmark72).toHaveLength(72);
  expect(Object.keys(face_list[0]!.landmark150 as object)).toHaveLength(150);
  expect(Object.keys(face_list[0]!.landmark201 as object)).toHaveLength(201);
});

test('max_face_num selects the largest faces, each with a unique and stable name', { tags: ['long'] }, async () => {
  const four = await sharp(group(6)).resize(800).jpeg().toBuffer();
  const all = await ask(four, { max_face_num: 10, face_field: ['age'] });
  const two = await ask(four, { max_face_num: 2, face_field: ['age'] });
  expect([all.face_num, two.face_num, all.face_list.length, two.face_list.length]).toEqual([4, 2, 4, 2]);
  expect(new Set(all.face_list.map((face) => face.face_token)).size).toBe(4);
  const size = ({ location }: FaceEntry) => location.width! * location.height!;
  expect(Math.min(...two.face_list.map(size))).toBeGreaterThanOrEqual(Math.max(...all.face_list.slice(2).map(size)));
});
