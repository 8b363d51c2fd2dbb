import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { aiRedLipGloss } from '../../../engine/operations/ai-red-lip-gloss.ts';
import { rgbToLab } from '../../../engine/pixels/lab.ts';
import { findFaces } from '../../../engine/vision/face/find-faces.ts';
import { decodePhoto, type Photo } from '../../../engine/vision/photo/decode.ts';
import { callOf, group } from '../../helpers/face/faces.ts';
import { type Area, differenceOf } from '../../helpers/operation/changes.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

async function gloss(upload: Uint8Array) {
  const output = await aiRedLipGloss(callOf('ai-red-lip-gloss', upload));
  if (output.kind !== 'image') throw new Error(`lip gloss answers ${output.kind}`);
  return output.file;
}

/** Bounds on the astronaut, px. */
const mouth: Area = { x: 197, y: 135, width: 54, height: 25 };
const lowerLip: Area = { x: 217, y: 151, width: 13, height: 3 };
const teeth: Area = { x: 213, y: 144, width: 20, height: 4 };

/** Mean color in Lab. */
function color({ width, rgb }: Photo, area: Area) {
  const sum = [0, 0, 0];
  for (let y = area.y; y < area.y + area.height; y++) {
    for (let x = area.x; x < area.x + area.width; x++) {
      for (let c = 0; c < 3; c++) sum[c]! += rgb[(y * width + x) * 3 + c]! / (area.width * area.height);
    }
  }
  const [L, a, b] = rgbToLab(sum[0]!, sum[1]!, sum[2]!);
  return { L, chroma: Math.hypot(a, b), hue: (Math.atan2(b, a) * 180) / Math.PI };
}

describe('the astronaut', async () => {
  const upload = await readFile(sample('astronaut'));
  const before = await decodePhoto(upload);
  const { bytes, mime } = await gloss(upload);
  const after = await decodePhoto(bytes);

  test('becomes a PNG of the same size', () => {
    expect([mime, after.width, after.height]).toEqual(['image/png', 512, 512]);
  });

  test('her lips are red', () => {
    const [was, is] = [color(before, lowerLip), color(after, lowerLip)];
    expect(is.chroma).toBeGreaterThan(was.chroma + 20);
    expect(is.hue).toBeGreaterThan(-5);
    expect(is.hue).toBeLessThan(40);
  });

  test('her teeth are unchanged', () => {
    const [was, is] = [color(before, teeth), color(after, teeth)];
    expect(Math.abs(is.L - was.L)).toBeLessThan(1.5);
    expect(Math.abs(is.chroma - was.chroma)).toBeLessThan(1.5);
  });

  test('nothing changes outside her mouth', () => {
    expect(differenceOf(before, after, { outside: [mouth] }).most).toBe(0);
  });

  test('in a photograph without color gets red lips, and no other color', { tags: ['long'] }, async () => {
    const gray = await sharp(upload).greyscale().png().toBuffer();

    const painted = await decodePhoto((await gloss(gray)).bytes);

    const is = color(painted, lowerLip);
    expect(is.chroma).toBeGreaterThan(35);
    expect(Math.abs(is.hue - 20)).toBeLessThan(20);
    expect(differenceOf(await decodePhoto(gray), painted, { outside: [mouth] }).most).toBe(0);
  });
});

test('a JPEG remains a JPEG, and all people in it are painted', { tags: ['long'], timeout: 900_000 }, async () => {
  const upload = await sharp(group(6)).resize(1200).jpeg({ quality: 95 }).toBuffer();

  const { bytes, mime } = await gloss(upload);

  expect(mime).toBe('image/jpeg');
  const [before, after] = [await decodePhoto(upload), await decodePhoto(bytes)];
  const faces = await findFaces(before, 10);
  expect(faces).toHaveLength(4);
  for (const { mesh } of faces) {
    const [inner, outer] = [mesh[14]!, mesh[17]!];
    const x = Math.round((inner.x + outer.x) / 2) - 1;
    const y = Math.round((inner.y + outer.y) / 2) - 1;
    const middleOfLowerLip = { x, y, width: 3, height: 3 };
    expect(color(after, middleOfLowerLip).chroma).toBeGreaterThan(color(before, middleOfLowerLip).chroma + 12);
  }
});

test('a face in profile is rejected', async () => {
  await expect(gloss(await readFile(sample('camera')))).rejects.toMatchObject({
    code: 'ERROR_FACE_NOT_FACING_FORWARD',
  });
});
