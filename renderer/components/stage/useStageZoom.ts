/** Zoom and position of a photograph on the stage, and its comparison slider. */
import { useElementSize, useReducedMotion } from '@mantine/hooks';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react';
import { useReactCompareSlider } from 'react-compare-slider/hooks';
import type { ReactZoomPanPinchRef } from 'react-zoom-pan-pinch';
import {
  fitted,
  fittedView,
  fullZoom,
  type Size,
  shiftOf,
  type View,
  viewOf,
} from '../../state/stage/stageGeometry.ts';
import { usePixelRatio } from './usePixelRatio.ts';

/** The slider, one picture alone, or the difference of both. */
export type ComparisonMode = 'slider' | 'before' | 'after' | 'difference';

export interface StageHandle {
  /** Switches between full size at the center and the whole photograph. */
  readonly toggleZoom: () => void;
  /** Zooms in (1) or out (-1) by one step. */
  readonly step: (direction: 1 | -1) => void;
  /** Moves the slider by `delta` percent of the width. */
  readonly slide: (delta: number) => void;
  /** Shows full size with this point (fractions of the sides) at the center. */
  readonly showAt: (x: number, y: number) => void;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface StageZoomOptions {
  /** Size of the photograph, px. */
  readonly width: number;
  readonly height: number;
  readonly mode: ComparisonMode;
  /** Keeps zoom and position from one photograph to the next. */
  readonly view: { current: View };
  /** Called with the zoom as a fraction of full size (1 = 100%). */
  readonly onZoom: ((share: number) => void) | undefined;
  readonly ref: Ref<StageHandle> | undefined;
}

export function useStageZoom({ width, height, mode, view, onZoom, ref }: StageZoomOptions) {
  const { ref: stageRef, ...stage } = useElementSize();
  const zoomer = useRef<ReactZoomPanPinchRef>(null);
  const slider = useReactCompareSlider({ transition: 'none', keyboardIncrement: '2%' });
  const ratio = usePixelRatio();
  const zoomMs = useReducedMotion() ? 0 : 160;
  const fit = fitted({ width, height }, stage, ratio);
  const full = fullZoom({ width, height }, fit, ratio);
  const maxZoom = Math.max(8, full * 4);

  const placePictures = (zoom: number, { x, y }: Point) => {
    const style = slider.rootRef.current?.style;
    style?.setProperty('--zoom', String(zoom));
    style?.setProperty('--x', `${x}px`);
    style?.setProperty('--y', `${y}px`);
    onZoom?.(full > 0 ? zoom / full : 1);
  };
  const restoreView = useEffectEvent((fitSize: Size, stageSize: Size) => {
    if (fitSize.width === 0) return;
    const restored = { ...view.current, zoom: Math.min(Math.max(1, view.current.zoom), maxZoom) };
    const shift = shiftOf(restored, fitSize, stageSize);
    void zoomer.current?.setTransform(shift.x, shift.y, restored.zoom, 0);
    placePictures(restored.zoom, shift);
  });
  useEffect(
    () => restoreView({ width: fit.width, height: fit.height }, { width: stage.width, height: stage.height }),
    [fit.width, fit.height, stage.width, stage.height],
  );

  // At an end of the slider, both pictures stay loaded and alternate without a delay.
  const moveSlider = useEffectEvent((current: ComparisonMode) => {
    if (current === 'before' || current === 'after') slider.setPosition(current === 'before' ? 100 : 0);
    else if (current === 'slider') slider.setPosition(50);
  });
  useEffect(() => moveSlider(mode), [mode]);

  const zoomTo = (zoom: number, anchor?: Point) => {
    const box = slider.rootRef.current?.getBoundingClientRect();
    if (!box) return;
    const point = anchor ?? { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    if (zoom <= 1) {
      const shift = shiftOf(fittedView, fit, stage);
      void zoomer.current?.setTransform(shift.x, shift.y, 1, zoomMs);
    } else void zoomer.current?.zoomToPoint(zoom, point.x, point.y, zoomMs);
  };
  // A photograph that already fits at full size is doubled.
  const closeUpZoom = full > 1.01 ? full : 2;
  const toggleZoom = (anchor?: Point) => zoomTo(view.current.zoom > 1.01 ? 1 : closeUpZoom, anchor);
  useImperativeHandle(ref, () => ({
    toggleZoom: () => toggleZoom(),
    step: (direction) => zoomTo(view.current.zoom * (direction > 0 ? 1.5 : 1 / 1.5)),
    slide: (delta) => {
      if (mode === 'slider') slider.setPosition(slider.position.current + delta);
    },
    showAt: (x, y) => {
      const shift = shiftOf({ zoom: closeUpZoom, x, y }, fit, stage);
      void zoomer.current?.setTransform(shift.x, shift.y, closeUpZoom, zoomMs);
    },
  }));

  const onTransform = (zoom: number, shift: Point) => {
    view.current = viewOf(zoom, shift, fit, stage);
    placePictures(zoom, shift);
  };
  return { stageRef, zoomer, slider, fit, maxZoom, toggleZoom, onTransform };
}
