import { describe, expect, it } from 'vitest';
import {
  applyStroke,
  roundTile,
  type SourceTile,
  type StrokeLayer,
  type Tile,
} from '../../../../../main/imaging/touch-up/strokes/apply-stroke.ts';

const seen = [200, 100, 50];
const createSourceTile = (change: Partial<SourceTile> = {}): SourceTile => ({
  pixels: Uint8Array.from(seen),
  channels: 3,
  times: 1,
  small: Uint8Array.from(seen),
  ...change,
});

/** Applies a stroke to one pixel of a result. */
function laid(
  pixel: readonly number[],
  layer: Partial<StrokeLayer> & { covered?: number },
  under = createSourceTile(),
): number[] {
  const values = Float32Array.from(pixel);
  const channels = pixel.length as Tile['channels'];
  const tile: Tile = { channels, values, maxSample: 255, changed: new Uint8Array(1) };
  const { covered = 1, ...rest } = layer;
  applyStroke(tile, under, { mode: 'restore', surface: null, mask: Float32Array.of(covered), ...rest });
  const out = Uint8Array.from(pixel);
  roundTile(tile, out);
  return [...out];
}

/** Surface color without the background, and alpha. */
const edge = (alpha: number, color = [180, 90, 40]) => Uint8Array.from([...color, alpha]);

describe('a stroke on a pixel', () => {
  it.each([
    ['brings the photograph back', [0, 0, 0, 0], {}, [...seen, 255]],
    ['brings half of it back', [0, 0, 0, 0], { covered: 0.5 }, [...seen, 128]],
    ['makes an edge whole, with the photograph’s colour', [180, 90, 40, 128], {}, [...seen, 255]],
    ['mixes what is there with what comes, by their alpha', [0, 0, 0, 128], { covered: 0.5 }, [133, 67, 33, 192]],
    ['leaves what is whole as it is', [9, 9, 9, 255], {}, [9, 9, 9, 255]],
    ['leaves what it does not touch', [7, 7, 7, 77], { covered: 0 }, [7, 7, 7, 77]],
    ['gives an edge the surface’s own colour and alpha', [0, 0, 0, 0], { surface: edge(128) }, [180, 90, 40, 128]],
    ['makes no good edge fatter', [181, 91, 41, 130], { surface: edge(128) }, [181, 91, 41, 130]],
    ['brings nothing from beyond an edge', [0, 0, 0, 0], { surface: edge(0, [0, 0, 0]) }, [0, 0, 0, 0]],
    ['takes all away', [9, 9, 9, 255], { mode: 'erase' }, [0, 0, 0, 0]],
    ['takes half away', [9, 9, 9, 200], { mode: 'erase', covered: 0.5 }, [9, 9, 9, 100]],
    ['leaves of an edge what is not erased', [...seen, 255], { mode: 'erase', surface: edge(64) }, [180, 90, 40, 64]],
    ['leaves what lies beyond an edge', [9, 9, 9, 200], { mode: 'erase', surface: edge(255) }, [9, 9, 9, 200]],
    ['brings a mask back', [0], {}, [255]],
    ['brings a mask’s edge back', [10], { surface: edge(128) }, [128]],
    ['erases a mask', [255], { mode: 'erase', covered: 0.5 }, [128]],
    ['on white brings the photograph back', [255, 255, 255], {}, seen],
    ['on white mixes it with white', [255, 255, 255], { covered: 0.5 }, [228, 178, 153]],
    ['on white erases to white', seen, { mode: 'erase' }, [255, 255, 255]],
    [
      'on white leaves of an edge what is not erased',
      seen,
      { mode: 'erase', surface: edge(128, seen) },
      [227, 177, 152],
    ],
    ['on white leaves an edge that is there already', [227, 177, 152], { surface: edge(128, seen) }, [227, 177, 152]],
  ] as [string, number[], Partial<StrokeLayer>, number[]][])('%s', (_, pixel, layer, result) => {
    laid(pixel, layer).forEach((value, at) => {
      expect(Math.abs(value - result[at]!), `${laid(pixel, layer)}`).toBeLessThanOrEqual(1);
    });
  });

  it('keeps the photograph’s own transparency', () => {
    const own = createSourceTile({ pixels: Uint8Array.from([...seen, 90]), channels: 4 });
    expect(laid([0, 0, 0, 0], {}, own)).toEqual([...seen, 90]);
    expect(laid([1, 2, 3, 120], {}, own)).toEqual([1, 2, 3, 120]);
  });

  it('keeps the photograph’s precision beyond 8 bits if the background is removed from a surface', () => {
    const values = new Float32Array(4);
    const tile: Tile = { channels: 4, values, maxSample: 65535, changed: new Uint8Array(1) };
    const deep = createSourceTile({ pixels: Uint16Array.from([51_411, 25_702, 12_855]) });
    applyStroke(tile, deep, { mode: 'restore', surface: edge(255, seen), mask: Float32Array.of(1) });
    expect([...values]).toEqual([51_411, 25_702, 12_855, 65_535]);
  });
});
