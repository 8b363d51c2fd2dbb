import type { Stroke } from '../../../../contract/touch-up/touch-up.ts';
import type { Samples } from '../../unpacked-image.ts';

/** Values from 0 to `maxSample`, not rounded between strokes. */
export interface Tile {
  /** 1 = mask, 3 = on white, 4 = unassociated alpha. */
  readonly channels: 1 | 3 | 4;
  readonly values: Float32Array;
  /** 255 or 65535. */
  readonly maxSample: number;
  /** 1 for each changed pixel. */
  readonly changed: Uint8Array;
}

/** The photograph's tile. Its values times `times` are those of the result. */
export interface SourceTile {
  readonly pixels: Samples;
  readonly channels: 3 | 4;
  readonly times: number;
  /** RGB with 8 bits. */
  readonly small: Uint8Array;
}

export interface StrokeLayer {
  readonly mode: Stroke['mode'];
  /** Coverage of each pixel, 0 to 1. */
  readonly mask: Float32Array;
  /** RGBA of the restored or spared surface; null = all of the photograph, or nothing. */
  readonly surface: Uint8Array | null;
}

/**
 * Moves alpha and premultiplied color towards the target by the stroke's coverage. Edge pixels get their surface's
 * color. Alpha never moves back, so that good edges do not thicken.
 */
export function applyStroke(tile: Tile, source: SourceTile, { mode, mask, surface }: StrokeLayer): void {
  const { channels, values, maxSample, changed } = tile;
  const color = [0, 0, 0];
  for (let pixel = 0; pixel < mask.length; pixel++) {
    const covered = mask[pixel]!;
    if (covered === 0) continue;
    const part = surface === null ? (mode === 'restore' ? 1 : 0) : surface[pixel * 4 + 3]! / 255;
    const own = source.channels === 4 ? (source.pixels[pixel * 4 + 3]! * source.times) / maxSample : 1;
    const target = mode === 'restore' ? part * own : part;
    const to = pixel * channels;
    if (channels === 1) {
      const alpha = values[pixel]! / maxSample;
      if (mode === 'restore' ? target <= alpha : target >= alpha) continue;
      values[pixel] = maxSample * (alpha + covered * (target - alpha));
      changed[pixel] = 1;
      continue;
    }
    for (let c = 0; c < 3; c++) {
      const seen = source.pixels[pixel * source.channels + c]!;
      // The correction has 8 bits; the photograph keeps its own.
      const cleaned = surface === null || part === 0 ? 0 : surface[pixel * 4 + c]! - source.small[pixel * 3 + c]!;
      color[c] = Math.min(Math.max(seen * source.times + (cleaned * maxSample) / 255, 0), maxSample);
    }
    const alpha = channels === 4 ? values[to + 3]! / maxSample : alphaOnWhite(values, to, color, maxSample);
    if (mode === 'restore' ? target <= alpha : target >= alpha) continue;
    const mixed = alpha + covered * (target - alpha);
    for (let c = 0; c < 3; c++) {
      const before = channels === 4 ? alpha * values[to + c]! : values[to + c]! - (1 - alpha) * maxSample;
      const premultiplied = (1 - covered) * before + covered * target * color[c]!;
      values[to + c] =
        channels === 3 ? premultiplied + (1 - mixed) * maxSample : mixed === 0 ? 0 : premultiplied / mixed;
    }
    if (channels === 4) values[to + 3] = mixed * maxSample;
    changed[pixel] = 1;
  }
}

/** Too near to white to estimate alpha; levels of 255, squared. */
const minSquaredDistance = 3 * 12 ** 2;

/** Estimates alpha by the position between white and `color`. */
function alphaOnWhite(values: Float32Array, offset: number, color: readonly number[], maxSample: number): number {
  let along = 0;
  let squaredLength = 0;
  for (let c = 0; c < 3; c++) {
    const delta = maxSample - color[c]!;
    along += delta * (maxSample - values[offset + c]!);
    squaredLength += delta * delta;
  }
  if (squaredLength < minSquaredDistance * (maxSample / 255) ** 2) return 0.5;
  return Math.min(Math.max(along / squaredLength, 0), 1);
}

/** Rounds the changed pixels into `target`. */
export function roundTile({ channels, values, maxSample, changed }: Tile, target: Samples): void {
  for (let pixel = 0; pixel < changed.length; pixel++) {
    if (changed[pixel] === 0) continue;
    for (let c = pixel * channels; c < (pixel + 1) * channels; c++) {
      target[c] = Math.round(Math.min(Math.max(values[c]!, 0), maxSample));
    }
    // As in every cutout.
    if (channels === 4 && target[pixel * 4 + 3] === 0) target.fill(0, pixel * 4, pixel * 4 + 3);
  }
}
