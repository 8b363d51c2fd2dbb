import { expect, test } from 'vitest';
import { lipOutlines, readMouth } from '../../../../engine/effects/lips/mouth.ts';
import { findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { photoOf } from '../../../helpers/face/faces.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';

const photo = await photoOf(sample('astronaut'));
const face = (await findFaces(photo, 1))[0]!;

test('a very large mouth is read at a smaller size', { tags: ['long'] }, async () => {
  const scale = 12;
  const size = photo.width * scale;
  const large = { width: size, height: size, rgb: new Uint8Array(size * size * 3).fill(120) };
  const mesh = face.mesh.map(({ x, y, z }) => ({ x: x * scale, y: y * scale, z: z * scale }));
  const mouth = (await readMouth(large, { ...face, mesh }))!;
  expect(mouth.width).toBeCloseTo(420, -1);
  expect(mouth.place.width).toBeLessThan(mouth.rect.width);
});

test('a mouth beyond the border is not read', async () => {
  const mesh = face.mesh.map((point) => ({ ...point, x: point.x + 400 }));
  expect(await readMouth(photo, { ...face, mesh })).toBeNull();
});

test('two lips meet in the corners', () => {
  const { upper, lower } = lipOutlines(face);
  for (const outline of [upper, lower]) {
    expect(outline).toContain(face.mesh[61]);
    expect(outline).toContain(face.mesh[291]);
  }
  expect(upper).toContain(face.mesh[0]);
  expect(lower).toContain(face.mesh[17]);
});
