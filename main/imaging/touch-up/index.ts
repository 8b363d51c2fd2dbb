/**
 * Touches up results at full size and as a preview: strokes of a brush on a cutout, or the strength of a retouch.
 *
 * Reading order: `canvas.ts` and `unpacked-pair.ts` (the two pictures), `apply-strength.ts`, `apply-brush.ts` with `strokes/`,
 * `write-touch-up.ts`, then `preview/` from `touch-up-workspace.ts`.
 */
export { brushResult } from './apply-brush.ts';
export { blendResult } from './apply-strength.ts';
export { openTouchUpWorkspace, type StrokeChange, type TouchUpWorkspace } from './preview/touch-up-workspace.ts';
export type { TouchRequest } from './unpacked-pair.ts';
