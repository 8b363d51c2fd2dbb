/** What the thread that touches up can be asked: each takes one argument, and is called off by `signal`. */

import type { Stroke, TouchUpEdit } from '../../../contract/touch-up/touch-up.ts';
import type { PicturePatch, TouchUpSession } from '../../../contract/touch-up/touch-up-session.ts';
import type { EncodedResult } from '../../imaging/encode/prepare-result.ts';
import type { StrokeChange, TouchRequest } from '../../imaging/touch-up/index.ts';

type Pair = Omit<TouchRequest, 'to' | 'signal'>;

export interface TouchWork {
  /** Both pictures small; they are kept for `paint` until others are opened. */
  open(request: Pair & { readonly strokes: readonly Stroke[] }, signal: AbortSignal): Promise<SmallPictures>;
  /** As `TouchUpWorkspace.change`: one that is called off counts all the same. */
  paint(change: StrokeChange, signal: AbortSignal): Promise<PicturePatch | null>;
  /** A new file at full size. @param request.to an existing folder */
  make(
    request: Pair & { readonly to: string; readonly touch: TouchUpEdit; readonly quality: number },
    signal: AbortSignal,
  ): Promise<EncodedResult>;
}

export type SmallPictures = Pick<TouchUpSession, 'ground' | 'scale' | 'left' | 'top' | 'photograph' | 'result'>;
