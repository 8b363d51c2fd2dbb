/** A folder in which results are touched up. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FaceStrength, Stroke } from '../../../contract/touch-up/touch-up.ts';
import { type BrushRequest, brushResult } from '../../../main/imaging/touch-up/apply-brush.ts';
import { blendResult, type StrengthRequest } from '../../../main/imaging/touch-up/apply-strength.ts';
import { scratchFolder } from './photographs.ts';

export function openTouchUpStage() {
  const folder = scratchFolder();
  const to = join(folder, 'to');
  mkdirSync(to);
  const common = { box: null, quality: 95, to, signal: new AbortController().signal };
  return {
    to,
    at: (name: string) => join(folder, name),
    brush: (photograph: string, result: string, strokes: readonly Stroke[], change: Partial<BrushRequest> = {}) =>
      brushResult({ photograph, result, strokes, ...common, ...change }),
    blend: (
      photograph: string,
      result: string,
      overallStrength: number,
      faces: FaceStrength[] = [],
      change: Partial<StrengthRequest> = {},
    ) => blendResult({ photograph, result, strength: { whole: overallStrength, faces }, ...common, ...change }),
  };
}
