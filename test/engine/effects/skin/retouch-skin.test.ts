import { expect, test } from 'vitest';
import { retouchOne } from '../../../../engine/effects/skin/retouch-skin.ts';
import { findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { group, madeOf } from '../../../helpers/face/faces.ts';

test('one of two people cheek to cheek is retouched, the other is unchanged', async () => {
  // The two people at the right of sample 6.
  const photo = await madeOf(group(6), (image) => image.extract({ left: 1080, top: 150, width: 660, height: 560 }));
  const before = new Uint8Array(photo.rgb);
  const [first, ...others] = await findFaces(photo, 5);
  expect(others).toHaveLength(1);
  await retouchOne(photo, first!, others, { whitening: 1 }, new AbortController().signal);
  const change = ({ box: { left, top, width, height } }: (typeof others)[number]) => {
    let [sum, most] = [0, 0];
    let count = 0;
    for (let y = Math.round(top + height * 0.1); y < top + height * 0.9; y++) {
      for (let x = Math.round(left + width * 0.2); x < left + width * 0.8; x++) {
        const at = (y * photo.width + x) * 3;
        const difference = Math.abs(photo.rgb[at]! - before[at]!);
        sum += difference;
        most = Math.max(most, difference);
        count++;
      }
    }
    return { mean: sum / count, most };
  };
  expect(change(first!).mean).toBeGreaterThan(8);
  expect(change(others[0]!).most).toBe(0);
});
