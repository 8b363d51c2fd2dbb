import { expect, test } from 'vitest';
import { sourcePixel, wantedPixel } from '../../../../../main/engine/vision/fill/patches.ts';
import { lightAlongSeam } from '../../../../../main/engine/vision/warp/seam.ts';

const side = 40;
/** So far to the right of each wanted pixel, px, is what it is a copy of. */
const away = 15;

/** A strip of ten columns that is wanted, before a wall of these colours. */
function copied(wall: (x: number) => number) {
  const rgb = new Uint8Array(side * side * 3);
  const kinds = new Uint8Array(side * side).fill(sourcePixel);
  const like = new Int32Array(side * side).fill(-1);
  for (let at = 0; at < kinds.length; at++) {
    const x = at % side;
    rgb.fill(wall(x), at * 3, at * 3 + 3);
    if (x < 10 || x >= 20) continue;
    kinds[at] = wantedPixel;
    like[at] = at + away;
  }
  const [light] = lightAlongSeam({ width: side, height: side, rgb, kinds }, like);
  return (x: number) => wall(x + away) + light.data[(side / 2) * side + x]!;
}

test('a wall that gets lighter goes on without a seam', () => {
  const wall = (x: number) => 80 + x;
  const filled = copied(wall);
  for (let x = 10; x < 20; x++) expect(Math.abs(filled(x) - wall(x))).toBeLessThan(1);
});

test('an edge at the seam does not colour what was copied', () => {
  const filled = copied((x) => (x < 10 ? 20 : 150));
  for (let x = 10; x < 20; x++) expect(Math.abs(filled(x) - 150)).toBeLessThan(1);
});
