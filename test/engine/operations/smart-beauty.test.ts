import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { ParamValue } from '../../../contract/operations/params.ts';
import { smartBeauty } from '../../../engine/operations/smart-beauty.ts';
import { findFaces } from '../../../engine/vision/face/find-faces.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';
import { callOf, group } from '../../helpers/face/faces.ts';
import { around, differenceOf } from '../../helpers/operation/changes.ts';
import { bitmapFile } from '../../helpers/photograph/photographs.ts';

async function beautify(upload: Uint8Array, params: Record<string, ParamValue>) {
  const output = await smartBeauty(callOf('smart-beauty', upload, params));
  if (output.kind !== 'image') throw new Error(`a retouch answers ${output.kind}`);
  return output.file;
}

describe('two people cheek to cheek', async () => {
  // Sample 6, the two on the right.
  const upload = await sharp(group(6))
    .extract({ left: 1080, top: 150, width: 660, height: 560 })
    .resize(440)
    .png()
    .toBuffer();
  const before = await decodePhoto(upload);
  const [largest, other] = await findFaces(before, 2);
  const made = async (params: Record<string, ParamValue>) => decodePhoto((await beautify(upload, params)).bytes);

  test('level 0 leaves the file unchanged', async () => {
    const { bytes } = await beautify(upload, { beauty_level: 0, multi_face: true });
    expect(Buffer.compare(Buffer.from(bytes), upload)).toBe(0);
  });

  test('multi_face retouches both', async () => {
    const result = await made({ beauty_level: 1, multi_face: true });
    for (const { box } of [largest!, other!]) {
      expect(differenceOf(before, result, { area: around(box, -0.1) }).mean).toBeGreaterThan(2);
    }
    expect(differenceOf(before, result, { area: { x: 0, y: 0, width: 40, height: 130 } }).most).toBe(0);
  });

  test('only the largest face is retouched, more with higher levels', { tags: ['long'] }, async () => {
    const changes: number[] = [];
    for (const level of [0.2, 0.6, 1]) {
      const result = await made({ beauty_level: level });
      changes.push(differenceOf(before, result, { area: around(largest!.box, 0) }).mean);
      expect(differenceOf(before, result, { area: around(other!.box, -0.2) }).most).toBeLessThanOrEqual(1);
    }
    expect(changes[0]).toBeGreaterThan(0.3);
    expect(changes[1]).toBeGreaterThan(changes[0]! * 1.5);
    expect(changes[2]).toBeGreaterThan(changes[1]! * 1.2);
  });

  test('the highest level is the default', { tags: ['long'] }, async () => {
    const [all, omitted] = [await beautify(upload, { beauty_level: 1 }), await beautify(upload, {})];
    expect(Buffer.compare(Buffer.from(all.bytes), Buffer.from(omitted.bytes))).toBe(0);
  });
});

test('a bitmap without a face is rejected', async () => {
  await expect(beautify(bitmapFile(60, 50, 24), { beauty_level: 0.5 })).rejects.toMatchObject({
    code: 'ERROR_NO_FACE_IN_FILE',
  });
});
