/** The clipping path of a cutout, in px of the file that it goes into. */

import { openImage } from '../decode/open-image.ts';
import type { Subpath } from '../path/subpath.ts';
import { tracePath } from '../path/trace-path.ts';
import { inspectImage } from '../read/inspect-image.ts';

/** How px of the traced picture become those of the file. */
export interface Placement {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

/**
 * The outline where the picture is half opaque; null where it has no alpha or nothing of it is. Takes a byte a pixel.
 * @param picture path of a finished cutout
 */
export async function traceOutline(picture: string, signal: AbortSignal): Promise<readonly Subpath[] | null> {
  const facts = await inspectImage(picture);
  if (facts.kind !== 'image' || !facts.alpha) return null;
  // Colours do not matter, and on the way to others the alpha of 16 bits would be lost.
  const image = await openImage(facts.path, facts.format, { ignoreIcc: true });
  const alpha = await image.autoOrient().toColourspace('srgb').extractChannel('alpha').raw().toBuffer();
  const path = await tracePath(alpha, facts, {}, signal);
  return path.length === 0 ? null : path;
}

/** The path where the picture lies in the file. */
export function mapPath(path: readonly Subpath[], { scale, left, top }: Placement): Subpath[] {
  const placed = ({ x, y }: { readonly x: number; readonly y: number }) => ({
    x: x * scale + left,
    y: y * scale + top,
  });
  return path.map(({ knots, hole }) => ({
    hole,
    knots: knots.map((knot) => ({
      ...knot,
      before: placed(knot.before),
      anchor: placed(knot.anchor),
      after: placed(knot.after),
    })),
  }));
}
