import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { around, differenceOf } from '../../helpers/operation/changes.ts';
import { beautify, cheekByCheek } from '../../helpers/operation/cheek-by-cheek.ts';
import { bitmapFile, sample } from '../../helpers/photograph/photographs.ts';

describe('two people cheek to cheek', async () => {
  const { upload, before, largest, other, made } = await cheekByCheek();

  test('level 0 leaves the file unchanged', async () => {
    const { bytes } = await beautify(upload, { beauty_level: 0, multi_face: true });
    expect(Buffer.compare(Buffer.from(bytes), upload)).toBe(0);
  });

  test('multi_face retouches both', async () => {
    const result = await made({ beauty_level: 1, multi_face: true });
    for (const { box } of [largest, other]) {
      expect(differenceOf(before, result, { area: around(box, -0.1) }).mean).toBeGreaterThan(2);
    }
    expect(differenceOf(before, result, { area: { x: 0, y: 0, width: 40, height: 130 } }).most).toBe(0);
  });
});

test('a picture without a face is rejected', async () => {
  const coffee = await sharp(sample('coffee')).resize(200).png().toBuffer();
  for (const upload of [coffee, bitmapFile(60, 50, 24)]) {
    await expect(beautify(upload, { beauty_level: 0.5 })).rejects.toMatchObject({ code: 'ERROR_NO_FACE_IN_FILE' });
  }
});
