import type { Box } from '../../../../contract/jobs/result.ts';
import type { Size } from '../../../state/stage/stageGeometry.ts';
import type { AnalysisModel } from '../analysis/analysisModel.ts';

/**
 * Returns the bounds of the faces in an analysis, from left to right, in fractions (0..1) of the photograph's sides. They
 * enclose rotated frames.
 */
export function faceBounds({ faces }: AnalysisModel, { width, height }: Size): readonly Box[] {
  if (width <= 0 || height <= 0) return [];
  const found = faces.flatMap(({ box }) => {
    if (!box) return [];
    const angle = (box.rotation * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
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

/** Returns the index of the next (1) or previous (-1) face, which wraps around. Null starts at the first or last. */
export const faceAfter = (index: number | null, delta: 1 | -1, count: number): number =>
  index === null ? (delta > 0 ? 0 : count - 1) : (index + delta + count) % count;
