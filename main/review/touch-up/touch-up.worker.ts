/** Thread that processes the pictures of touch-ups. */
import '../../../formats/disable-sharp-cache.ts';
import { blendResult, brushResult, openTouchUpWorkspace, type TouchUpWorkspace } from '../../imaging/touch-up/index.ts';
import { serveThread } from '../../threads/serve-thread.ts';
import type { TouchWork } from './touch-up-thread.ts';

serveThread(() => {
  let workspace: TouchUpWorkspace | null = null;
  const answers: TouchWork = {
    async open({ strokes, ...request }, signal) {
      workspace = null;
      const opened = await openTouchUpWorkspace(request);
      workspace = opened;
      const { scale, left, top, ground, photograph } = opened;
      return { scale, left, top, ground, photograph, result: await opened.brush(strokes, signal) };
    },
    async paint(change, signal) {
      if (workspace === null) throw new Error('No result is open.');
      return workspace.change(change, signal);
    },
    make: ({ touch, ...request }, signal) =>
      touch.by === 'brush'
        ? brushResult({ ...request, strokes: touch.strokes, signal })
        : blendResult({ ...request, strength: touch.strength, signal }),
  };
  return { answers };
});
