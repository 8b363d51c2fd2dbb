/**
 * Touches up results at full size and as a preview: brush strokes on a cutout, or the strength of a retouch.
 *
 * Reading order: `canvas.ts`, `unpacked-pair.ts`, `apply-strength.ts`, `apply-brush.ts`, `strokes/` from
 * `apply-stroke.ts`, `write-touch-up.ts`, `preview/` from `touch-up-workspace.ts`.
 */
export { brushResult } from './apply-brush.ts';
export { blendResult } from './apply-strength.ts';
export { openTouchUpWorkspace, type StrokeChange, type TouchUpWorkspace } from './preview/touch-up-workspace.ts';
export type { TouchRequest } from './unpacked-pair.ts';
