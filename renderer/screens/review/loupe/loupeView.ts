/** View options of the loupe. They persist between photographs and during a comparison. */
import { create } from 'zustand';
import type { ComparisonMode } from '../../../components/stage/Stage.tsx';
import { useReviewUi } from '../../../state/review/reviewUi.ts';
import { fittedView, type View } from '../../../state/stage/stageGeometry.ts';

interface FaceShown {
  readonly photographId: number;
  /** From 0, or -1 while faces are being searched. */
  readonly index: number;
  readonly count: number;
}

interface LoupeView {
  readonly mode: ComparisonMode;
  /** Amplification of differences. */
  readonly times: number;
  readonly isPeaking: boolean;
  readonly isZoomed: boolean;
  readonly face: FaceShown | null;
}

const initial: LoupeView = { mode: 'slider', times: 4, isPeaking: false, isZoomed: false, face: null };

export const useLoupeView = create<LoupeView>(() => initial);

/** Zoom and location, outside of React's state. */
export const loupeView: { current: View } = { current: fittedView };
/** The last zoomed location, in fractions of the sides. */
export const closestPoint: { current: { x: number; y: number } | null } = { current: null };

export function noteView(): void {
  const { zoom, x, y } = loupeView.current;
  const isZoomed = zoom > 1.01;
  if (isZoomed) closestPoint.current = { x, y };
  if (isZoomed !== useLoupeView.getState().isZoomed) useLoupeView.setState({ isZoomed });
}

/** Switches between before and after. */
export const flicker = (): void =>
  useLoupeView.setState(({ mode }) => ({ mode: mode === 'before' ? 'after' : 'before' }));
export const setComparisonMode = (mode: ComparisonMode): void => useLoupeView.setState({ mode });
export const toggleDifference = (): void =>
  useLoupeView.setState(({ mode }) => ({ mode: mode === 'difference' ? 'slider' : 'difference' }));

const maxAmplification = 16;
/** Doubles (1) or halves (-1) the amplification of differences. */
export const amplify = (delta: 1 | -1): void =>
  useLoupeView.setState(({ times }) => ({ times: Math.min(maxAmplification, Math.max(1, times * 2 ** delta)) }));

// A newly opened loupe shows the whole photograph with the slider.
useReviewUi.subscribe((now, before) => {
  if (!now.isLoupe || before.isLoupe) return;
  useLoupeView.setState(initial);
  loupeView.current = fittedView;
  closestPoint.current = null;
});
