/** The strokes on a small picture, as they come and go, and the picture with them: only strokes that are new are painted. */
import { isDeepStrictEqual } from 'node:util';
import type { Stroke } from '../../../contract/touch-up/touch-up.ts';
import { createCheckpoints } from './checkpoints.ts';
import type { Canvas } from './painter.ts';
import { copyOnWrite, type TiledPicture } from './tiled-image.ts';

export interface StrokeList {
  readonly count: number;
  /** Keeps the first strokes and goes on with these; what was left out may be added again. */
  change(keep: number, added: readonly Stroke[]): void;
  /** How many of these strokes, from the first on, it has. */
  shared(strokes: readonly Stroke[]): number;
  /** The picture with the strokes as they are now, also if they change meanwhile. @throws the signal's reason */
  picture(signal: AbortSignal): Promise<TiledPicture>;
}

/** @param like as of `createCheckpoints` */
export function createStrokeList(
  bare: TiledPicture,
  like: TiledPicture | null,
  paint: (stroke: Stroke, canvas: Canvas, signal: AbortSignal) => Promise<void>,
): StrokeList {
  const checkpoints = createCheckpoints(bare, { like });
  /** Those that were taken back are behind the first `count`, for as long as no other one took their place. */
  let known: readonly Stroke[] = [];
  let count = 0;
  /** One is painted after the other: the next begins where the last one came to. */
  let last: Promise<unknown> = Promise.resolve();

  const isSame = (index: number, stroke: Stroke) => index < known.length && isDeepStrictEqual(known[index], stroke);
  async function painted(strokes: readonly Stroke[], signal: AbortSignal): Promise<TiledPicture> {
    // Strokes that came while it waited took the place of none of these, or it was called off.
    signal.throwIfAborted();
    let { count: from, picture } = checkpoints.before(strokes.length);
    for (; from < strokes.length; from++) {
      const { canvas, done } = copyOnWrite(picture);
      await paint(strokes[from]!, canvas, signal);
      picture = done();
      // Meanwhile another one may have taken its place.
      if (known[from] === strokes[from]) checkpoints.add({ count: from + 1, picture });
    }
    return picture;
  }
  return {
    get count() {
      return count;
    },
    change(keep, added) {
      let same = 0;
      while (same < added.length && isSame(keep + same, added[same]!)) same++;
      count = keep + added.length;
      if (same === added.length) return;
      known = [...known.slice(0, keep + same), ...added.slice(same)];
      checkpoints.forgetAfter(keep + same);
    },
    shared(strokes) {
      const firstDifference = strokes.findIndex((stroke, index) => index >= count || !isSame(index, stroke));
      return firstDifference < 0 ? strokes.length : firstDifference;
    },
    picture(signal) {
      const strokes = known.slice(0, count);
      const next = last.then(() => painted(strokes, signal));
      last = next.catch(() => undefined);
      return next;
    },
  };
}
