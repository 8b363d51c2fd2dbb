import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { confirmFaces, minSureScore } from '../../../../engine/vision/face/confirm-faces.ts';
import { detectFaces, searchLevels } from '../../../../engine/vision/face/detector.ts';
import { type Box, findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { faceFrame, measureMesh, roughFrame } from '../../../../engine/vision/face/mesh-model.ts';
import { decodePhoto } from '../../../../engine/vision/photo/decode.ts';
import { madeOf, photoOf } from '../../../helpers/face/faces.ts';
import { houseWithFace } from '../../../helpers/face/phantom-face.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';

/** Score that requires confirmation. */
const likely = 0.7;

/** Covers part of a box with a rectangle, in fractions of its width and height. */
function covered(image: Sharp, { left, top, width, height }: Box, [x, y, toX, toY]: readonly number[], color: string) {
  const rect = `x="${left + width * x!}" y="${top + height * y!}" width="${width * (toX! - x!)}" height="${height * (toY! - y!)}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><rect ${rect} fill="${color}"/></svg>`;
  return image.composite([{ input: Buffer.from(svg) }]);
}

describe('the face of a person keeps its score', async () => {
  const [face] = await findFaces(await photoOf(sample('astronaut')), 1);
  const doubted = { ...face!, score: likely };

  test.each<[string, (image: Sharp) => Sharp]>([
    ['as it is', (image) => image],
    ['dark', (image) => image.linear(0.15, 0)],
    ['in grey', (image) => image.greyscale()],
    ['blurred', (image) => image.blur(3)],
    ['masked', (image) => covered(image, face!.box, [0, 0.6, 1, 1.05], '#9bd')],
    ['half hidden', (image) => covered(image, face!.box, [0.55, 0, 1.15, 1], '#654')],
    ['with dark glasses', (image) => covered(image, face!.box, [0, 0.28, 1, 0.48], '#111')],
  ])('%s', async (_, change) => {
    expect(await confirmFaces(await madeOf(sample('astronaut'), change), [doubted])).toEqual([doubted]);
  });
});

test('a face that is hardly recognizable becomes doubtful', async () => {
  const [face] = await findFaces(await photoOf(sample('astronaut')), 1);
  const blurred = await madeOf(sample('astronaut'), (image) => image.blur(4));
  const [found] = await confirmFaces(blurred, [face!]);
  expect(found!.score).toBeLessThan(minSureScore);
});

describe('the apparent face of a house', async () => {
  const photo = await decodePhoto(await houseWithFace(640));
  const { faces } = await detectFaces(photo, searchLevels(photo)[0]!);
  const rough = await measureMesh(photo, roughFrame(faces[0]!));
  const { mesh, score } = await measureMesh(photo, faceFrame(rough.mesh));
  const house = { mesh, score: likely };

  test('has a high mesh score, which is therefore no test', () => expect(score).toBeGreaterThan(0.9));

  test('is rejected', async () => expect(await confirmFaces(photo, [house])).toEqual([]));

  test('is rejected next to a person, who stays', async () => {
    const woman = await sharp(sample('astronaut')).resize(160).png().toBuffer();
    const [face] = await findFaces(await decodePhoto(woman), 1);
    const scene = await sharp({ create: { width: 640, height: 512, channels: 3, background: '#202b36' } })
      .composite([
        { input: Buffer.from(await houseWithFace(640)), left: 0, top: 0 },
        { input: woman, left: 0, top: 0 },
      ])
      .png()
      .toBuffer();
    const doubted = { mesh: face!.mesh, score: likely };
    expect(await confirmFaces(await decodePhoto(scene), [house, doubted])).toEqual([doubted]);
  });
});
