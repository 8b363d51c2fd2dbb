/** The strokes on a preview and the picture with them. Paints only new strokes. */
import { isDeepStrictEqual } from 'node:util';
import type { Stroke } from '../../../../contract/touch-up/touch-up.ts';
import type { Canvas } from '../canvas.ts';
import { createCheckpoints } from './checkpoints.ts';
import { copyOnWrite, type TiledPicture } from './tiled-image.ts';

export interface StrokeList {
  readonly count: number;
  /** Keeps the first `keep` strokes and appends `added`, which may include removed ones. */
  change(keep: number, added: readonly Stroke[]): void;
  /** Count of leading strokes that the list has. */
  countShared(strokes: readonly Stroke[]): number;
  /** The picture with the current strokes, even if they change. @throws the signal's reason */
  picture(signal: AbortSignal): Promise<TiledPicture>;
}

/** @param like see `createCheckpoints` */
export function createStrokeList(
  bare: TiledPicture,
  like: TiledPicture | null,
  paint: (stroke: Stroke, canvas: Canvas, signal: AbortSignal) => Promise<void>,
): StrokeList {
  const checkpoints = createCheckpoints(bare, { like });
  /** Undone strokes stay behind the first `count` until others replace them. */
  let history: readonly Stroke[] = [];
  let count = 0;
  /** Serializes painting, because each picture continues from the last. */
  let last: Promise<unknown> = Promise.resolve();

  const isSame = (index: number, stroke: Stroke) => index < history.length && isDeepStrictEqual(history[index], stroke);
  async function paintMissing(strokes: readonly Stroke[], signal: AbortSignal): Promise<TiledPicture> {
    // Aborted if its strokes were replaced while it waited.
    signal.throwIfAborted();
    let { count: from, picture } = checkpoints.findUpTo(strokes.length);
    for (; from < strokes.length; from++) {
      const { canvas, finish } = copyOnWrite(picture);
      await paint(strokes[from]!, canvas, signal);
      picture = finish();
      // Another stroke may have replaced it.
      if (history[from] === strokes[from]) checkpoints.add({ count: from + 1, picture });
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
      history = [...history.slice(0, keep + same), ...added.slice(same)];
      checkpoints.removeAfter(keep + same);
    },
    countShared(strokes) {
      const firstDifference = strokes.findIndex((stroke, index) => index >= count || !isSame(index, stroke));
      return firstDifference < 0 ? strokes.length : firstDifference;
    },
    picture(signal) {
      const strokes = history.slice(0, count);
      const next = last.then(() => paintMissing(strokes, signal));
      last = next.catch(() => undefined);
      return next;
    },
  };
}
