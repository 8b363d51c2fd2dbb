import { expect, it } from 'vitest';
import { strokeMask } from '../../../../../contract/touch-up/stroke-mask.ts';
import type { Stroke } from '../../../../../contract/touch-up/touch-up.ts';
import { applyStroke, roundTile, type Tile } from '../../../../../main/imaging/touch-up/strokes/apply-stroke.ts';
import { createLiveStroke } from '../../../../../renderer/screens/review/touchUp/liveStroke.ts';
import {
  all,
  brush,
  cutout,
  furthest,
  height,
  photograph,
  place,
  points,
  width,
} from '../../../../helpers/photograph/stroke-fixture.ts';

/** Applies the stroke as the main process does. */
function laid(mode: Stroke['mode']): Uint8Array {
  const tile: Tile = {
    channels: 4,
    values: new Float32Array(cutout),
    maxSample: 255,
    changed: new Uint8Array(width * height),
  };
  const small = Uint8Array.from(
    { length: width * height * 3 },
    (_, at) => photograph.pixels[Math.floor(at / 3) * 4 + (at % 3)]!,
  );
  const moved = points.map(([x, y]): [number, number] => [x - place.left, y - place.top]);
  const mask = strokeMask({ ...brush, points: moved }, { left: 0, top: 0, width, height }, place.scale);
  applyStroke(tile, { pixels: photograph.pixels, channels: 4, times: 1, small }, { mode, mask, surface: null });
  const out = new Uint8Array(cutout);
  roundTile(tile, out);
  return out;
}

it.each(['restore', 'erase'] as const)('the window sketches a stroke as it is applied: %s', (mode) => {
  const sketch = createLiveStroke(place);
  sketch.setBase(all(cutout));
  sketch.start({ ...brush, mode });
  sketch.extend(points);
  expect(furthest(laid(mode), sketch.pixels)).toBeLessThanOrEqual(2);
  expect(furthest(cutout, sketch.pixels)).toBeGreaterThan(100);
});
