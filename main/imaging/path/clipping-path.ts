/** Clipping path of a cutout. */

import { openImage } from '../decode/open-image.ts';
import type { Placement } from '../encode/size-plan.ts';
import { inspectImage } from '../read/inspect-image.ts';
import type { Subpath } from './subpath.ts';
import { tracePath } from './trace-path.ts';

/** Traces the outline of a cutout at alpha one half, or returns null. Memory: one byte a pixel. */
export async function traceOutline(picture: string, signal: AbortSignal): Promise<readonly Subpath[] | null> {
  const facts = await inspectImage(picture);
  if (facts.kind !== 'image' || !facts.alpha) return null;
  // A conversion by the profile would lose the alpha of 16 bits.
  const image = await openImage(facts.path, facts.format, { ignoreIcc: true });
  const alpha = await image.autoOrient().toColourspace('srgb').extractChannel('alpha').raw().toBuffer();
  const path = await tracePath(alpha, facts, {}, signal);
  return path.length === 0 ? null : path;
}

export function mapPath(path: readonly Subpath[], { scale, left, top }: Placement): Subpath[] {
  const mapPoint = ({ x, y }: { readonly x: number; readonly y: number }) => ({
    x: x * scale + left,
    y: y * scale + top,
  });
  return path.map(({ knots, hole }) => ({
    hole,
    knots: knots.map((knot) => ({
      ...knot,
      before: mapPoint(knot.before),
      anchor: mapPoint(knot.anchor),
      after: mapPoint(knot.after),
    })),
  }));
}
