/** The thread that touches up: pictures are worked on here, so that the program itself never waits for them. */
import '../../../formats/disable-sharp-cache.ts';
import { blendResult, brushResult, openTouchUpWorkspace, type TouchUpWorkspace } from '../../imaging/touch-up/index.ts';
import { serveThread } from '../../threads/serve-thread.ts';
import type { TouchWork } from './worker-requests.ts';

serveThread(() => {
  /** Of the result that is open. */
  let table: TouchUpWorkspace | null = null;
  const answers: TouchWork = {
    async open({ strokes, ...request }, signal) {
      table = null;
      const opened = await openTouchUpWorkspace(request);
      table = opened;
      const { scale, left, top, ground, photograph } = opened;
      return { scale, left, top, ground, photograph, result: await opened.brush(strokes, signal) };
    },
    async paint(change, signal) {
      if (table === null) throw new Error('Nothing is open.');
      return table.change(change, signal);
    },
    make: ({ touch, ...request }, signal) =>
      touch.by === 'brush'
        ? brushResult({ ...request, strokes: touch.strokes, signal })
        : blendResult({ ...request, strength: touch.strength, signal }),
  };
  return { answers };
});
