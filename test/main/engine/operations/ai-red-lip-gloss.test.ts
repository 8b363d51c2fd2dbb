import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { aiRedLipGloss } from '../../../../main/engine/operations/ai-red-lip-gloss.ts';
import { findFaces } from '../../../../main/engine/vision/face/human.ts';
import { decodePhoto, type Photo } from '../../../../main/engine/vision/photo/decode.ts';
import { rgbToLab } from '../../../../main/engine/vision/pixels/lab.ts';
import { callOf, group } from '../../../helpers/faces.ts';
import { sample } from '../../../helpers/photographs.ts';

async function gloss(upload: Uint8Array) {
  const output = await aiRedLipGloss(callOf('ai-red-lip-gloss', upload));
  if (output.kind !== 'image') throw new Error(`lip gloss answers ${output.kind}`);
  return output.file;
}

type Area = { x: number; y: number; width: number; height: number };
/** On the astronaut. */
const mouth: Area = { x: 197, y: 135, width: 54, height: 25 };
const lowerLip: Area = { x: 217, y: 151, width: 13, height: 3 };
const teeth: Area = { x: 213, y: 144, width: 20, height: 4 };

/** Mean colour in Lab. */
function colour({ width, rgb }: Photo, area: Area) {
  const sum = [0, 0, 0];
  for (let y = area.y; y < area.y + area.height; y++) {
    for (let x = area.x; x < area.x + area.width; x++) {
      for (let c = 0; c < 3; c++) sum[c]! += rgb[(y * width + x) * 3 + c]! / (area.width * area.height);
    }
  }
  const [L, a, b] = rgbToLab(sum[0]!, sum[1]!, sum[2]!);
  return { L, chroma: Math.hypot(a, b), hue: (Math.atan2(b, a) * 180) / Math.PI };
}

/** The largest change of a channel outside an area. */
function changeOutside(before: Photo, after: Photo, area: Area): number {
  let largest = 0;
  for (let y = 0; y < before.height; y++) {
    for (let x = 0; x < before.width; x++) {
      const isInside = x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
      if (isInside) continue;
      for (let i = (y * before.width + x) * 3, end = i + 3; i < end; i++) {
        largest = Math.max(largest, Math.abs(after.rgb[i]! - before.rgb[i]!));
      }
    }
  }
  return largest;
}

describe('the astronaut', async () => {
  const upload = await readFile(sample('astronaut'));
  const before = await decodePhoto(upload);
  const { bytes, mime } = await gloss(upload);
  const after = await decodePhoto(bytes);

  test('comes back as a PNG of its own size', () => {
    expect([mime, after.width, after.height]).toEqual(['image/png', 512, 512]);
  });

  test('her lips are red', () => {
    const [was, is] = [colour(before, lowerLip), colour(after, lowerLip)];
    expect(is.chroma).toBeGreaterThan(was.chroma + 20);
    expect(is.hue).toBeGreaterThan(-5);
    expect(is.hue).toBeLessThan(40);
  });

  test('her teeth stay as they are', () => {
    const [was, is] = [colour(before, teeth), colour(after, teeth)];
    expect(Math.abs(is.L - was.L)).toBeLessThan(1.5);
    expect(Math.abs(is.chroma - was.chroma)).toBeLessThan(1.5);
  });

  test('nothing changes outside her mouth', () => {
    expect(changeOutside(before, after, mouth)).toBe(0);
  });

  test('twice the same', async () => {
    expect(Buffer.compare(Buffer.from((await gloss(upload)).bytes), Buffer.from(bytes))).toBe(0);
  });

  test('a photograph without colours gets red lips, and no other colour', async () => {
    const grey = await sharp(upload).greyscale().png().toBuffer();
    const painted = await decodePhoto((await gloss(grey)).bytes);
    const is = colour(painted, lowerLip);
    expect(is.chroma).toBeGreaterThan(35);
    expect(Math.abs(is.hue - 20)).toBeLessThan(20);
    expect(changeOutside(await decodePhoto(grey), painted, mouth)).toBe(0);
  });

  test('a cancelled call stops', async () => {
    const cancelled = AbortSignal.abort(new DOMException('cancelled', 'AbortError'));
    await expect(aiRedLipGloss(callOf('ai-red-lip-gloss', upload, {}, cancelled))).rejects.toThrow('cancelled');
  });
});

test('a JPEG comes back as a JPEG, and everybody on it is painted', async () => {
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
    expect(colour(after, area).chroma).toBeGreaterThan(colour(before, area).chroma + 12);
  }
});

test.each([
  ['a picture without a face', 'coffee', 'ERROR_NO_FACE_IN_FILE'],
  ['a face in profile', 'camera', 'ERROR_FACE_NOT_FACING_FORWARD'],
] as const)('%s is refused', async (_, name, code) => {
  await expect(gloss(await readFile(sample(name)))).rejects.toMatchObject({ code });
});
