import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { findFaces } from '../../../../main/engine/vision/face/human.ts';
import { decodePhoto } from '../../../../main/engine/vision/photo/decode.ts';
import { astronautsHead, degrees, expectMoreFromMore, nothing, retouch } from '../../../helpers/beauty.ts';
import { around, differenceOf } from '../../../helpers/changes.ts';
import { group } from '../../../helpers/faces.ts';
import { sample } from '../../../helpers/photographs.ts';

describe('the astronaut', async () => {
  const head = await astronautsHead();
  const { upload } = head;

  test.each(['smoothing', 'thinface', 'shrink_face', 'enlarge_eye'] as const)(
    '%s changes more the higher it is, and nothing away from the face',
    (name) => expectMoreFromMore(name, head),
  );

  test('all together, twice the same', async () => {
    const params = { ...Object.fromEntries(degrees.map((name) => [name, 50])), filter_type: 10 };
    const [first, second] = [await retouch(upload, params), await retouch(upload, params)];
    expect(Buffer.compare(Buffer.from(first.bytes), Buffer.from(second.bytes))).toBe(0);
  });
});

test('everybody on a photograph is retouched; a JPEG stays one', async () => {
  const upload = await sharp(group(6)).resize(960).jpeg({ quality: 95 }).toBuffer();
  const { bytes, mime } = await retouch(upload, { ...nothing, whitening: 80 });
  expect(mime).toBe('image/jpeg');
  const [before, after] = [await decodePhoto(upload), await decodePhoto(bytes)];
  const faces = await findFaces(before, 6);
  expect(faces).toHaveLength(4);
  for (const { box } of faces)
    expect(differenceOf(before, after, { area: around(box, -0.25) }).mean).toBeGreaterThan(5);
});

test('a grey photograph stays grey', async () => {
  const upload = await sharp(sample('camera'))
    .extract({ left: 100, top: 20, width: 260, height: 260 })
    .png()
    .toBuffer();
  const { rgb } = await decodePhoto(
    (await retouch(upload, { ...nothing, whitening: 100, smoothing: 100, thinface: 60 })).bytes,
  );
  const cast = Math.max(...Array.from({ length: rgb.length / 3 }, (_, i) => Math.abs(rgb[i * 3]! - rgb[i * 3 + 2]!)));
  expect(cast).toBeLessThanOrEqual(1);
});
