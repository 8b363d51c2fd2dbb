/** Where the faces of a photograph are, as an analysis of it says. Pure. */
import type { Box } from '../../../../contract/jobs/result.ts';
import type { Size } from '../../../state/stage/stageGeometry.ts';
import type { AnalysisModel } from '../analysis/analysisModel.ts';

/** In parts (0..1) of the photograph's sides, from the left to the right; of a tilted frame, what it reaches over. */
export function faceBounds({ faces }: AnalysisModel, { width, height }: Size): readonly Box[] {
  if (width <= 0 || height <= 0) return [];
  const found = faces.flatMap(({ box }) => {
    if (!box) return [];
    const turn = (box.rotation * Math.PI) / 180;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const corners = [
      [0, 0],
      [box.width, 0],
      [0, box.height],
      [box.width, box.height],
    ].map(([x = 0, y = 0]) => ({ x: box.x + x * cos - y * sin, y: box.y + x * sin + y * cos }));
    const toFraction = (length: number, total: number) => Math.min(1, Math.max(0, length / total));
    const xs = corners.map(({ x }) => toFraction(x, width));
    const ys = corners.map(({ y }) => toFraction(y, height));
    const [left, top] = [Math.min(...xs), Math.min(...ys)];
    const face = { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
    return face.width > 0 && face.height > 0 ? [face] : [];
  });
  return found.sort((a, b) => a.x + a.width / 2 - (b.x + b.width / 2));
}

/** The face after (1) or before (-1) one; the first or last where there was none, and round and round. */
export const faceAfter = (index: number | null, delta: 1 | -1, count: number): number =>
  index === null ? (delta > 0 ? 0 : count - 1) : (index + delta + count) % count;
