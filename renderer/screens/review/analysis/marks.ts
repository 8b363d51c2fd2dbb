/** The chosen mark of an analysis, and the mark at a point; in px of the photograph. */
import { create } from 'zustand';
import type { Mark, MarkBox } from './analysisModel.ts';

interface MarksUi {
  readonly isShown: boolean;
  /** Key of the mark under the pointer, in the picture or the list. */
  readonly chosen: string | null;
}

export const useMarks = create<MarksUi>(() => ({ isShown: true, chosen: null }));
export const toggleMarks = () => useMarks.setState(({ isShown }) => ({ isShown: !isShown, chosen: null }));
export const chooseMark = (chosen: string | null) => {
  if (useMarks.getState().chosen !== chosen) useMarks.setState({ chosen });
};

/** Returns the smallest mark at a point, because marks may be nested. */
export function markAt(marks: readonly Mark[], x: number, y: number): Mark | null {
  let best: Mark | null = null;
  let minArea = Number.POSITIVE_INFINITY;
  for (const mark of marks) {
    for (const box of mark.boxes) {
      const area = box.width * box.height;
      if (area >= minArea || !isWithin(mark.shape, box, x, y)) continue;
      best = mark;
      minArea = area;
    }
  }
  return best;
}

function isWithin(shape: Mark['shape'], box: MarkBox, x: number, y: number): boolean {
  const turn = (-box.rotation * Math.PI) / 180;
  const [dx, dy] = [x - box.x, y - box.y];
  const u = (dx * Math.cos(turn) - dy * Math.sin(turn)) / box.width;
  const v = (dx * Math.sin(turn) + dy * Math.cos(turn)) / box.height;
  if (shape === 'area') return (u - 0.5) ** 2 + (v - 0.5) ** 2 <= 0.25;
  return u >= 0 && u <= 1 && v >= 0 && v <= 1;
}
