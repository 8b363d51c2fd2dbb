import { msg, UserFacingError } from '../../../contract/messages/message.ts';
import { maxPoints, maxStrokes } from '../../../contract/touch-up/touch-up.ts';
import type { PicturePatch } from '../../../contract/touch-up/touch-up-session.ts';
import type { StrokeChange } from '../../imaging/touch-up/preview/touch-up-workspace.ts';
import { askThread, type OpenRequest, openTouchUpThread, type SmallPictures } from './touch-up-thread.ts';

/** The opened result. Its thread holds about 50 MB. */
export class OpenedResult {
  readonly id: number;
  /** Distinguishes requests of earlier openings. */
  readonly opening: number;
  readonly #thread = openTouchUpThread();
  readonly #closing = new AbortController();
  /** Points of each stroke; null until opened. */
  #strokes: readonly number[] | null = null;
  /** Number of the last change. */
  #number = 0;
  /** Running paintings, with their numbers of strokes. */
  readonly #paintings = new Map<AbortController, number>();

  constructor(id: number, opening: number) {
    this.id = id;
    this.opening = opening;
  }

  async open(request: OpenRequest): Promise<SmallPictures> {
    const pictures = await askThread(this.#thread, 'open', request, this.#closing.signal);
    this.#strokes = request.strokes.map(({ points }) => points.length);
    return pictures;
  }

  /** Returns null if a later change has replaced it. @throws UserFacingError */
  async paint(opening: number, change: StrokeChange): Promise<PicturePatch | null> {
    const { keep, number } = change;
    const strokeCount = this.#accept(opening, change);
    // The thread still applies aborted strokes, but without pictures.
    for (const [control, count] of this.#paintings) {
      if (count > keep) control.abort(new Error('Later strokes have replaced these.'));
    }
    const replaced = new AbortController();
    this.#paintings.set(replaced, strokeCount);
    const closing = this.#closing.signal;
    try {
      const signal = AbortSignal.any([closing, replaced.signal]);
      const patch = await askThread(this.#thread, 'paint', change, signal);
      return number === this.#number ? patch : null;
    } catch (error) {
      if (replaced.signal.aborted && !closing.aborted) return null;
      throw error;
    } finally {
      this.#paintings.delete(replaced);
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new UserFacingError(msg('review.touch.ended')));
    await this.#thread.close();
  }

  /** Returns the number of strokes. @throws UserFacingError if the change is out of order or too large */
  #accept(opening: number, { number, keep, added }: StrokeChange): number {
    const isNext = keep === 0 ? number > this.#number : number === this.#number + 1;
    if (this.#strokes === null || opening !== this.opening || !isNext || keep > this.#strokes.length)
      throw new UserFacingError(msg('review.touch.ended'));
    const strokes = [...this.#strokes.slice(0, keep), ...added.map(({ points }) => points.length)];
    const pointCount = strokes.reduce((sum, each) => sum + each, 0);
    if (strokes.length > maxStrokes || pointCount > maxPoints)
      throw new UserFacingError(msg('contract.touch.tooManyPoints'));
    this.#strokes = strokes;
    this.#number = number;
    return strokes.length;
  }
}
