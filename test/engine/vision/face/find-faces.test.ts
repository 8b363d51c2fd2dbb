import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { type Box, describeFace, type Face, findFaces, rankFaces } from '../../../../engine/vision/face/find-faces.ts';
import { leftEye, mirrorOf, rightEye } from '../../../../engine/vision/face/topology.ts';
import { decodePhoto } from '../../../../engine/vision/photo/decode.ts';
import { headOf } from '../../../helpers/face/closeups.ts';
import { drawnOn, maskOn } from '../../../helpers/face/draw-accessories.ts';
import { group, madeOf, mirrored, photoOf } from '../../../helpers/face/faces.ts';
import { houseLeft, womanBeforeHouse } from '../../../helpers/face/phantom-face.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';

const eyeDistance = ({ mesh }: Face) =>
  Math.hypot(mesh[leftEye.inner]!.x - mesh[rightEye.inner]!.x, mesh[leftEye.inner]!.y - mesh[rightEye.inner]!.y);

describe('a group', async () => {
  const photo = await photoOf(group(6));
  const faces = await findFaces(photo, 20);

  test('6: 4 faces, the largest first, none twice', () => {
    expect(faces).toHaveLength(4);
    const areas = faces.map(({ box }) => box.width * box.height);
    expect(areas).toEqual(areas.toSorted((a, b) => b - a));
  });

  test('returns no more faces than requested, the largest first', async () => {
    const [only, ...others] = await findFaces(photo, 1);
    expect(others).toEqual([]);
    expect(only!.box.left).toBeCloseTo(faces[0]!.box.left, 0);
  });
});

test('half a face that is large enough only in a tile is found by either search', async () => {
  const portrait = new URL('../../../photos/people/m5.jpg', import.meta.url).pathname;
  const { width, height } = await sharp(portrait).metadata();
  const half = sharp(portrait).extract({ left: Math.round(width / 2), top: 0, width: Math.floor(width / 2), height });
  const photo = await decodePhoto(await half.jpeg().toBuffer());
  for (const thoroughness of ['near', 'far'] as const) expect(await findFaces(photo, 5, thoroughness)).toHaveLength(1);
});

test.each([
  { width: 1024, quality: 60 },
  { width: 717, quality: 92 },
])('a face that fills its photograph is found completely: $width px, quality $quality', async ({ width, quality }) => {
  // Here a tile with nose, mouth and chin has a higher score than the whole face.
  const portrait = new URL('../../../photos/people/m35.jpg', import.meta.url).pathname;
  const photo = await decodePhoto(await sharp(portrait).resize({ width }).jpeg({ quality }).toBuffer());
  const [face] = await findFaces(photo, 1);
  expect(face!.box.height / photo.height).toBeGreaterThan(0.5);
});

test('five people in a group are found once each', { tags: ['long'] }, async () => {
  expect(await findFaces(await photoOf(group(5)), 20)).toHaveLength(5);
});

test('things and animals are no faces', async () => {
  for (const name of ['coffee', 'chelsea'] as const) {
    expect(await findFaces(await photoOf(sample(name)), 10)).toEqual([]);
  }
});

describe('the order of faces', () => {
  const at = (left: number, size: number): Box => ({ left, top: 0, width: size, height: size });
  const large = { box: at(0, 300), score: 0.9 };
  const small = { box: at(400, 50), score: 0.95 };
  const within = { box: at(100, 60), score: 0.95 };
  const ear = { box: at(295, 40), score: 0.45 };
  const doubtful = { box: at(0, 300), score: 0.4 };
  const slightlyDoubtful = { box: at(600, 90), score: 0.49 };

  test.each([
    ['the largest first', [small, large], [large, small]],
    ['a doubtful one after a smaller one', [doubtful, small], [small, doubtful]],
    ['doubtful ones by size as well', [slightlyDoubtful, small, doubtful], [small, doubtful, slightlyDoubtful]],
    ['no part of a larger one', [within, large], [large]],
    ['no ear of a larger one', [large, ear], [large]],
    ['one in front of a doubtful one', [doubtful, within], [within, doubtful]],
    ['no part of a doubtful one', [{ ...within, score: 0.6 }, doubtful], [doubtful]],
  ])('%s', (_, found, ranked) => {
    expect(rankFaces(found)).toEqual(ranked);
  });
});

test.each([480, 640, 800])(
  'a house %i px wide that looks like a face is rejected, whatever the requested number',
  async (width) => {
    const photo = await decodePhoto(await womanBeforeHouse(width));
    for (const atMost of [1, 20]) {
      const faces = await findFaces(photo, atMost);
      expect(faces).toHaveLength(1);
      expect(faces[0]!.box.left + faces[0]!.box.width).toBeLessThan(houseLeft * width);
    }
  },
);

describe('one face', async () => {
  const photo = await photoOf(sample('astronaut'));
  const [face] = await findFaces(photo, 1);
  const { mesh } = face!;
  const image = mirrored(photo);
  const [inMirror] = await findFaces(image, 1);

  test('its parts are in order', () => {
    expect(mesh).toHaveLength(478);
    const [eye, otherEye, nose, mouth, chin] = [468, 473, 1, 13, 152].map((index) => mesh[index]!);
    expect(eye!.x).toBeLessThan(nose!.x);
    expect(nose!.x).toBeLessThan(otherEye!.x);
    expect([eye!.y, nose!.y, mouth!.y, chin!.y]).toEqual(
      [eye!.y, nose!.y, mouth!.y, chin!.y].toSorted((a, b) => a - b),
    );
    // The pupils, measured in the photograph by eye.
    expect(Math.hypot(eye!.x - 204, eye!.y - 101)).toBeLessThan(2);
    expect(Math.hypot(otherEye!.x - 247, otherEye!.y - 104)).toBeLessThan(2);
  });

  test('in a mirror, every point is mirrored', () => {
    for (const [i, point] of mesh.slice(0, 468).entries()) {
      const { x, y } = inMirror!.mesh[mirrorOf[i]!]!;
      expect(Math.hypot(photo.width - x - point.x, y - point.y)).toBeLessThan(0.05 * eyeDistance(face!));
    }
    expect(inMirror!.pose.yaw).toBeCloseTo(-face!.pose.yaw, 0);
    expect(inMirror!.pose.roll).toBeCloseTo(-face!.pose.roll, 0);
  });

  test.each([90, 180, 270])('turned by %i degrees, it is found with that roll', async (degrees) => {
    const turned = await madeOf(sample('astronaut'), (image) => image.rotate(degrees));
    const [found] = await findFaces(turned, 1);
    const apart = (found!.pose.roll - face!.pose.roll - degrees) % 360;
    // Measurements of one face differ by a few degrees.
    expect(Math.abs(apart < -180 ? apart + 360 : apart)).toBeLessThan(6);
  });

  test('it is also found small in a large photograph', { tags: ['long'] }, async () => {
    const small = await sharp(sample('astronaut')).resize(190).png().toBuffer();
    const scene = await sharp({ create: { width: 1900, height: 1200, channels: 3, background: '#678' } })
      .composite([{ input: small, left: 1300, top: 700 }])
      .png()
      .toBuffer();
    const [found] = await findFaces(await decodePhoto(scene), 10);
    expect(found!.mesh[1]!.x).toBeCloseTo(1300 + mesh[1]!.x * (190 / 512), -1);
    expect(found!.mesh[1]!.y).toBeCloseTo(700 + mesh[1]!.y * (190 / 512), -1);
  });

  test('age and gender are estimated, and are the same in a mirror', async () => {
    const { age, gender } = await describeFace(photo, face!);
    expect(age).toBeGreaterThan(20);
    expect(age).toBeLessThan(50);
    expect(gender.type).toBe('female');
    const mirrorDescription = await describeFace(image, inMirror!);
    expect(mirrorDescription.age).toBeCloseTo(age, 0);
    expect(mirrorDescription.gender.type).toBe('female');
  });
});

describe('a tilted head that fills its photograph', () => {
  const leaning = 45;

  test.each([0, 45, 90, 150, 180, 270])(
    'turned by %i degrees, is never considered upside down',
    { tags: ['long'] },
    async (degrees) => {
      const [face] = await findFaces(await headOf('leaning', (image) => image.rotate(degrees)), 1);
      const apart = (face!.pose.roll - leaning - degrees) % 360;
      expect(Math.abs(apart < -180 ? apart + 360 : apart)).toBeLessThan(10);
    },
  );

  test('is found if a mask hides its mouth and nose', { tags: ['long'] }, async () => {
    const photo = await headOf('warm');
    const [face] = await findFaces(photo, 1);
    const [masked] = await findFaces(await drawnOn(photo, maskOn(face!, true)), 1);
    expect(Math.abs(masked!.pose.roll - face!.pose.roll)).toBeLessThan(10);
  });
});
