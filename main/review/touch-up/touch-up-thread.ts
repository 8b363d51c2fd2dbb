/** Requests to the thread of touch-ups. */
import { isMessage, UserFacingError } from '../../../contract/messages/message.ts';
import type { Stroke, TouchUpEdit } from '../../../contract/touch-up/touch-up.ts';
import type { PicturePatch, TouchUpSession } from '../../../contract/touch-up/touch-up-session.ts';
import type { EncodedResult } from '../../imaging/encode/prepare-result.ts';
import type { StrokeChange } from '../../imaging/touch-up/preview/touch-up-workspace.ts';
import type { TouchRequest } from '../../imaging/touch-up/unpacked-pair.ts';
import { openThread, resolveThreadEntry, type Thread, ThreadError } from '../../threads/worker-thread.ts';

type Pair = Omit<TouchRequest, 'to' | 'signal'>;
export type OpenRequest = Pair & { readonly strokes: readonly Stroke[] };
export type SmallPictures = Pick<TouchUpSession, 'ground' | 'scale' | 'left' | 'top' | 'photograph' | 'result'>;

export interface TouchWork {
  /** Keeps both pictures for `paint`. */
  open(request: OpenRequest, signal: AbortSignal): Promise<SmallPictures>;
  /** Applies the change even if it is aborted. */
  paint(change: StrokeChange, signal: AbortSignal): Promise<PicturePatch | null>;
  /** Makes a file at full size. @param request.to existing folder */
  make(
    request: Pair & { readonly to: string; readonly touch: TouchUpEdit; readonly quality: number },
    signal: AbortSignal,
  ): Promise<EncodedResult>;
}

type TouchUpThread = Thread<TouchWork>;

export const openTouchUpThread = (): TouchUpThread =>
  openThread<TouchWork>(resolveThreadEntry(import.meta.url, 'touch-up.worker'), null);

/** @throws UserFacingError if the thread threw one; ThreadError; the signal's reason */
export async function askThread<N extends keyof TouchWork>(
  thread: TouchUpThread,
  name: N,
  args: Parameters<TouchWork[N]>[0],
  signal: AbortSignal,
): Promise<Awaited<ReturnType<TouchWork[N]>>> {
  try {
    return (await thread.ask(name, args as never, signal)) as Awaited<ReturnType<TouchWork[N]>>;
  } catch (error) {
    if (error instanceof ThreadError && isMessage(error.sentence))
      throw new UserFacingError(error.sentence, { cause: error });
    throw error;
  }
}
