import sharp from 'sharp';
import { expect, test } from 'vitest';
import { detectFaces, searchLevels, tilesAround } from '../../../../engine/vision/face/detector.ts';
import { decodePhoto } from '../../../../engine/vision/photo/decode.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';

test('hints lead to the few fine tiles that show a small face', async () => {
  const [left, top, width] = [700, 150, 64];
  const small = await sharp(sample('astronaut')).resize(width).png().toBuffer();
  const scene = sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#678' } }).composite([
    { input: small, left, top },
  ]);
  const photo = await decodePhoto(await scene.png().toBuffer());
  const [, coarse, fine] = searchLevels(photo);
  const { hints } = await detectFaces(photo, coarse!);
  const tiles = tilesAround(hints, fine!);
  expect(tiles.length).toBeLessThan(fine!.length / 10);
  const [face] = (await detectFaces(photo, tiles)).faces;
  // The nose, measured in the photograph by eye.
  expect(Math.abs(face!.x - left - 226 * (width / 512))).toBeLessThan(face!.side / 2);
  expect(Math.abs(face!.y - top - 115 * (width / 512))).toBeLessThan(face!.side / 2);
});
