/** How one looks at the photograph in the loupe; kept from one photograph to the next, and while one compares. */
import { create } from 'zustand';
import type { ComparisonMode } from '../../../components/stage/Stage.tsx';
import { useReviewUi } from '../../../state/review/reviewUi.ts';
import { fittedView, type View } from '../../../state/stage/stageGeometry.ts';

export interface FaceShown {
  readonly photographId: number;
  /** From 0; -1 while they are looked for. */
  readonly index: number;
  readonly count: number;
}

interface LoupeView {
  readonly mode: ComparisonMode;
  /** How many times larger a difference is shown than it is. */
  readonly times: number;
  readonly isPeaking: boolean;
  readonly isZoomed: boolean;
  readonly face: FaceShown | null;
}

const first: LoupeView = { mode: 'slider', times: 4, isPeaking: false, isZoomed: false, face: null };

export const useLoupeView = create<LoupeView>(() => first);

/** Zoom and place; not what is drawn by React. */
export const loupeView: { current: View } = { current: fittedView };
/** The last place that was looked at closely, in parts of the sides. */
export const closestPoint: { current: { x: number; y: number } | null } = { current: null };

export function noteView(): void {
  const { zoom, x, y } = loupeView.current;
  const isZoomed = zoom > 1.01;
  if (isZoomed) closestPoint.current = { x, y };
  if (isZoomed !== useLoupeView.getState().isZoomed) useLoupeView.setState({ isZoomed });
}

/** Before and after take turns in the same place. */
export const flicker = (): void =>
  useLoupeView.setState(({ mode }) => ({ mode: mode === 'before' ? 'after' : 'before' }));
export const setComparisonMode = (mode: ComparisonMode): void => useLoupeView.setState({ mode });
export const toggleDifference = (): void =>
  useLoupeView.setState(({ mode }) => ({ mode: mode === 'difference' ? 'slider' : 'difference' }));

const maxAmplification = 16;
/** Twice as much of a difference (1), or half (-1). */
export const amplify = (delta: 1 | -1): void =>
  useLoupeView.setState(({ times }) => ({ times: Math.min(maxAmplification, Math.max(1, times * 2 ** delta)) }));

// Opened anew, it shows the whole photograph with the slider.
useReviewUi.subscribe((now, before) => {
  if (!now.isLoupe || before.isLoupe) return;
  useLoupeView.setState(first);
  loupeView.current = fittedView;
  closestPoint.current = null;
});
