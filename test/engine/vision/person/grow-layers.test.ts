import { expect, test } from 'vitest';
import { toLab } from '../../../../engine/pixels/lab.ts';
import { growLayers } from '../../../../engine/vision/person/grow-layers.ts';

const [width, height] = [40, 20];

test('without known colors the border is the edge between the seeds, even if nearly white', () => {
  const rgb = Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const x = Math.floor(i / 3) % width;
    return x === 28 ? 205 : 245;
  });
  const at = (x: number) => 10 * width + x;
  const layers = growLayers(
    new Uint8Array(width * height).fill(1),
    toLab(rgb, width, height),
    { seeds: [at(3)], colors: null },
    { seeds: [at(35)], colors: null },
  );
  expect([10, 20, 26, 30].map((x) => layers[at(x)])).toEqual([0, 0, 0, 1]);
});

test('areas without cloth belong to no layer', () => {
  const cloth = new Uint8Array(width * height);
  const lab = toLab(new Uint8Array(width * height * 3), width, height);
  const layers = growLayers(cloth, lab, { seeds: [], colors: null }, { seeds: [], colors: null });
  expect(layers.every((value) => value === 0)).toBe(true);
});
