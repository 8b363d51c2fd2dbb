import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { findFaces } from '../../../engine/vision/face/find-faces.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';
import { group } from '../../helpers/face/faces.ts';
import { changeOutside, color, gloss, lowerLip, mouth } from '../../helpers/operation/lip-gloss.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

describe('the astronaut', async () => {
  const upload = await readFile(sample('astronaut'));
  const { bytes } = await gloss(upload);

  test('gives the same result twice', async () => {
    expect(Buffer.compare(Buffer.from((await gloss(upload)).bytes), Buffer.from(bytes))).toBe(0);
  });

  test('a photograph without color gets red lips, and no other color', async () => {
    const gray = await sharp(upload).greyscale().png().toBuffer();
    const painted = await decodePhoto((await gloss(gray)).bytes);
    const is = color(painted, lowerLip);
    expect(is.chroma).toBeGreaterThan(35);
    expect(Math.abs(is.hue - 20)).toBeLessThan(20);
    expect(changeOutside(await decodePhoto(gray), painted, mouth)).toBe(0);
  });
});

test('a JPEG remains a JPEG, and all people in it are painted', async () => {
  const upload = await sharp(group(6)).resize(1200).jpeg({ quality: 95 }).toBuffer();
  const { bytes, mime } = await gloss(upload);
  expect(mime).toBe('image/jpeg');
  const [before, after] = [await decodePhoto(upload), await decodePhoto(bytes)];
  const faces = await findFaces(before, 10);
  expect(faces).toHaveLength(4);
  for (const { mesh } of faces) {
    // The middle of the lower lip, between its inner and its outer edge.
    const [inner, outer] = [mesh[14]!, mesh[17]!];
    const area = {
      x: Math.round((inner.x + outer.x) / 2) - 1,
      y: Math.round((inner.y + outer.y) / 2) - 1,
      width: 3,
      height: 3,
    };
    expect(color(after, area).chroma).toBeGreaterThan(color(before, area).chroma + 12);
  }
});
