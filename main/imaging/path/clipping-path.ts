/** Clipping path of a cutout, in px of its file. */
import type { Placement } from '../encode/size-plan.ts';
import { inspectImage } from '../read/inspect-image.ts';
import { openImage } from '../read/open-image.ts';
import type { Subpath } from './subpath.ts';
import { tracePath } from './trace-path.ts';

/**
 * Traces the outline where alpha is one half, or returns null if there is none. Uses one byte a pixel.
 * @param picture path of a finished cutout
 */
export async function traceOutline(picture: string, signal: AbortSignal): Promise<readonly Subpath[] | null> {
  const facts = await inspectImage(picture);
  if (facts.kind !== 'image' || !facts.alpha) return null;
  // Ignore the profile, because a conversion would lose the alpha of 16 bits.
  const image = await openImage(facts.path, facts.format, { ignoreIcc: true });
  const alpha = await image.autoOrient().toColourspace('srgb').extractChannel('alpha').raw().toBuffer();
  const path = await tracePath(alpha, facts, {}, signal);
  return path.length === 0 ? null : path;
}

/** Maps a path of the picture to px of the file. */
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
