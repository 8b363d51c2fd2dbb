/** Lays one stroke over a tile of a result: how alpha and colour change where the stroke is. */
import type { Stroke } from '../../../contract/touch-up.ts';
import type { Samples } from '../unpacked-image.ts';

/** A tile of the result, in numbers from 0 to `most`, without rounding between strokes. */
export interface Tile {
  /** 1 = a mask, 3 = laid on white, 4 = with unassociated alpha. */
  readonly channels: 1 | 3 | 4;
  readonly values: Float32Array;
  /** 255 or 65535. */
  readonly most: number;
  /** 1 for each pixel that was changed. */
  readonly changed: Uint8Array;
}

/** The same tile of the photograph; its numbers, times `times`, are those of the result. */
export interface SourceTile {
  readonly pixels: Samples;
  readonly channels: 3 | 4;
  readonly times: number;
  /** RGB with 8 bits, to compare with `StrokeLayer.surface`. */
  readonly small: Uint8Array;
}

export interface StrokeLayer {
  readonly mode: Stroke['mode'];
  /** How much of the stroke each pixel has, 0 to 1. */
  readonly mask: Float32Array;
  /** RGBA of what is restored, or is left standing; null = all of the photograph, or nothing. */
  readonly surface: Uint8Array | null;
}

/**
 * Alpha moves towards its aim as far as the stroke covers a pixel, and premultiplied colour with it: a restored pixel has the
 * photograph's own colour, one on an edge the colour of its surface without what lies behind. What is there already, or
 * already gone, stays as it is, so that a stroke along a good edge does not make it fatter.
 */
export function applyStroke(tile: Tile, behind: SourceTile, { mode, mask, surface }: StrokeLayer): void {
  const { channels, values, most, changed } = tile;
  const colour = [0, 0, 0];
  for (let at = 0; at < mask.length; at++) {
    const covered = mask[at]!;
    if (covered === 0) continue;
    const part = surface === null ? (mode === 'restore' ? 1 : 0) : surface[at * 4 + 3]! / 255;
    const own = behind.channels === 4 ? (behind.pixels[at * 4 + 3]! * behind.times) / most : 1;
    const aim = mode === 'restore' ? part * own : part;
    const to = at * channels;
    if (channels === 1) {
      const alpha = values[at]! / most;
      if (mode === 'restore' ? aim <= alpha : aim >= alpha) continue;
      values[at] = most * (alpha + covered * (aim - alpha));
      changed[at] = 1;
      continue;
    }
    for (let c = 0; c < 3; c++) {
      const seen = behind.pixels[at * behind.channels + c]!;
      // What a surface's colour was freed of is known to 8 bits; the photograph's own digits stay.
      const cleaned = surface === null || part === 0 ? 0 : surface[at * 4 + c]! - behind.small[at * 3 + c]!;
      colour[c] = Math.min(Math.max(seen * behind.times + (cleaned * most) / 255, 0), most);
    }
    const alpha = channels === 4 ? values[to + 3]! / most : alphaOnWhite(values, to, colour, most);
    if (mode === 'restore' ? aim <= alpha : aim >= alpha) continue;
    const mixed = alpha + covered * (aim - alpha);
    for (let c = 0; c < 3; c++) {
      const before = channels === 4 ? alpha * values[to + c]! : values[to + c]! - (1 - alpha) * most;
      const premultiplied = (1 - covered) * before + covered * aim * colour[c]!;
      values[to + c] = channels === 3 ? premultiplied + (1 - mixed) * most : mixed === 0 ? 0 : premultiplied / mixed;
    }
    if (channels === 4) values[to + 3] = mixed * most;
    changed[at] = 1;
  }
}

/** Colours this near to white tell nothing of how much of them there is, levels of 255, squared. */
const white = 3 * 12 ** 2;

/** How much of `colour` a pixel on white has: where its colour lies on the way from white to that. */
function alphaOnWhite(values: Float32Array, at: number, colour: readonly number[], most: number): number {
  let along = 0;
  let whole = 0;
  for (let c = 0; c < 3; c++) {
    const way = most - colour[c]!;
    along += way * (most - values[at + c]!);
    whole += way * way;
  }
  if (whole < white * (most / 255) ** 2) return 0.5;
  return Math.min(Math.max(along / whole, 0), 1);
}

/** The changed pixels of a tile, rounded, in the place of the old ones. */
export function roundTile({ channels, values, most, changed }: Tile, into: Samples): void {
  for (let at = 0; at < changed.length; at++) {
    if (changed[at] === 0) continue;
    for (let c = at * channels; c < (at + 1) * channels; c++) {
      into[c] = Math.round(Math.min(Math.max(values[c]!, 0), most));
    }
    // Fully transparent pixels are black, as in every cutout.
    if (channels === 4 && into[at * 4 + 3] === 0) into.fill(0, at * 4, at * 4 + 3);
  }
}
