/**
 * Shows a photograph: before and after with a slider that follows the mouse, zoom by wheel, click or space, pan by
 * dragging. The slider stands still on the screen while the pictures move under it; so the zoom layer (on top, invisible)
 * only reports where the picture is, and both pictures take their place from CSS variables.
 */
import { useElementSize, useReducedMotion } from '@mantine/hooks';
import { type CSSProperties, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { Handle, HandleRoot, Item, Provider, Root } from 'react-compare-slider/components';
import { useReactCompareSlider } from 'react-compare-slider/hooks';
import { type ReactZoomPanPinchRef, TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch';
import { fitted, fittedView, fullZoom, shiftOf, type View, viewOf } from '../../state/stage/stageGeometry.ts';
import { Difference, Peaking } from './Overlays.tsx';
import { PictureLayer, type StagePicture } from './PictureLayer.tsx';
import classes from './Stage.module.css';
import { usePixelRatio } from './usePixelRatio.ts';

/** How before and after are shown: divided by the slider, one of them alone, or what differs between them. */
export type ComparisonMode = 'slider' | 'before' | 'after' | 'difference';

export interface StageHandle {
  /** Full size at the middle, or the whole photograph again. */
  readonly toggleZoom: () => void;
  /** One step closer (1) or farther (-1). */
  readonly step: (direction: 1 | -1) => void;
  /** Moves the slider by `delta` percent of the width. */
  readonly slide: (delta: number) => void;
  /** Full size, with this point (parts of the sides) in the middle. */
  readonly showAt: (x: number, y: number) => void;
}

interface StageProps {
  /** Size of the photograph, px. */
  readonly width: number;
  readonly height: number;
  /** Null = only `after` is shown, without a slider. */
  readonly before: StagePicture | null;
  readonly after: StagePicture;
  readonly backdrop: string;
  readonly label: string;
  readonly mode?: ComparisonMode;
  /** How many times larger differences are shown than they are. */
  readonly times?: number;
  /** Shows over the photograph what is in focus. */
  readonly isPeaking?: boolean;
  /** Drawn over the photograph, in its place. */
  readonly children?: ReactNode;
  /** `children` stand in the place of `after`. */
  readonly hidesPicture?: boolean;
  /** Takes the pointer before the stage does; it lies over the picture, and moves with it. */
  readonly cover?: ReactNode;
  /** Keeps zoom and position from one photograph to the next. */
  readonly view: { current: View };
  /** Called with the zoom in parts of full size (1 = 100%). */
  readonly onZoom?: (share: number) => void;
  readonly ref?: Ref<StageHandle>;
}

/** White, and copper while it has the focus. */
const handleStyle = { '--rcs-handle-color': 'var(--handle, #fff)' } as CSSProperties;

export function Stage(props: StageProps) {
  const { width, height, before, after, backdrop, label, children, hidesPicture, cover, view, onZoom, ref } = props;
  const { mode = 'slider', times = 1, isPeaking = false } = props;
  const size = useElementSize();
  const zoomer = useRef<ReactZoomPanPinchRef>(null);
  const slider = useReactCompareSlider({ transition: 'none', keyboardIncrement: '2%' });
  const ratio = usePixelRatio();
  // The picture comes closer in so many ms, for the eye to follow; at once for who does not want things to move.
  const pace = useReducedMotion() ? 0 : 160;
  const pressed = useRef<{ x: number; y: number } | null>(null);
  const stage = { width: size.width, height: size.height };
  const fit = fitted({ width, height }, stage, ratio);
  const full = fullZoom({ width, height }, fit, ratio);

  const place = (zoom: number, x: number, y: number) => {
    const style = slider.rootRef.current?.style;
    style?.setProperty('--zoom', String(zoom));
    style?.setProperty('--x', `${x}px`);
    style?.setProperty('--y', `${y}px`);
    onZoom?.(full > 0 ? zoom / full : 1);
  };
  /** Shows the kept view again: for another photograph, or a stage of another size. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: the numbers stand for what `place` and `fit` depend on
  useEffect(() => {
    if (fit.width === 0) return;
    const kept = { ...view.current, zoom: Math.min(Math.max(1, view.current.zoom), Math.max(8, full * 4)) };
    const shift = shiftOf(kept, fit, stage);
    void zoomer.current?.setTransform(shift.x, shift.y, kept.zoom, 0);
    place(kept.zoom, shift.x, shift.y);
  }, [fit.width, fit.height, stage.width, stage.height]);

  // Before or after alone: the slider stands at an end, so that both are there and take turns at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another way moves it
  useEffect(() => {
    if (mode === 'before' || mode === 'after') slider.setPosition(mode === 'before' ? 100 : 0);
    else if (mode === 'slider') slider.setPosition(50);
  }, [mode]);

  const zoomTo = (zoom: number, anchor?: { x: number; y: number }) => {
    const box = slider.rootRef.current?.getBoundingClientRect();
    if (!box) return;
    const point = anchor ?? { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    if (zoom <= 1) {
      const shift = shiftOf(fittedView, fit, stage);
      void zoomer.current?.setTransform(shift.x, shift.y, 1, pace);
    } else void zoomer.current?.zoomToPoint(zoom, point.x, point.y, pace);
  };
  // A photograph that is shown at its own size already is enlarged twice.
  const closer = full > 1.01 ? full : 2;
  const toggle = (anchor?: { x: number; y: number }) => zoomTo(view.current.zoom > 1.01 ? 1 : closer, anchor);
  useImperativeHandle(ref, () => ({
    toggleZoom: () => toggle(),
    step: (direction) => zoomTo(view.current.zoom * (direction > 0 ? 1.5 : 1 / 1.5)),
    slide: (delta) => {
      if (mode === 'slider') slider.setPosition(slider.position.current + delta);
    },
    showAt: (x, y) => {
      const shift = shiftOf({ zoom: closer, x, y }, fit, stage);
      void zoomer.current?.setTransform(shift.x, shift.y, closer, pace);
    },
  }));

  return (
    <Provider {...slider}>
      <div
        ref={size.ref}
        className={classes.stage}
        data-testid="stage"
        onPointerMove={(event) => {
          // While dragging, the picture moves and the slider stays.
          if (mode !== 'slider') return;
          if (event.buttons === 0 || event.pointerType === 'touch' || view.current.zoom <= 1) {
            slider.setPositionFromBounds({ x: event.pageX, y: event.pageY });
          }
        }}
        onPointerDown={(event) => {
          pressed.current = event.button === 0 ? { x: event.clientX, y: event.clientY } : null;
        }}
        onPointerUp={(event) => {
          const from = pressed.current;
          pressed.current = null;
          const isClick = from && Math.hypot(event.clientX - from.x, event.clientY - from.y) < 4;
          if (isClick) toggle({ x: event.clientX, y: event.clientY });
        }}
      >
        <Root className={classes.root ?? ''} style={{ position: 'absolute', touchAction: 'none', cursor: 'inherit' }}>
          {before && (
            <Item item="itemOne" className={classes.item ?? ''}>
              <PictureLayer picture={before} fit={fit} width={width} height={height} backdrop={backdrop} />
              {isPeaking && <Peaking picture={before} fit={fit} width={width} height={height} />}
            </Item>
          )}
          <Item item={before ? 'itemTwo' : undefined} className={classes.item ?? ''}>
            <PictureLayer
              picture={after}
              fit={fit}
              width={width}
              height={height}
              backdrop={backdrop}
              isHidden={hidesPicture ?? false}
            >
              {children}
            </PictureLayer>
            {isPeaking && <Peaking picture={after} fit={fit} width={width} height={height} />}
          </Item>
          {before && mode === 'difference' && <Difference {...{ before, after, fit, width, height, times }} />}
          {before && mode === 'slider' && (
            <HandleRoot aria-label={label} data-testid="loupe-slider">
              <Handle
                style={handleStyle}
                buttonStyle={{ width: 32, height: 32, gap: 4, backdropFilter: 'none', background: 'rgb(0 0 0 / 35%)' }}
                linesStyle={{ width: 1, outline: 'none', background: 'var(--handle, rgb(255 255 255 / 85%))' }}
              />
            </HandleRoot>
          )}
        </Root>
        {fit.width > 0 && (
          <TransformWrapper
            ref={zoomer}
            minScale={1}
            maxScale={Math.max(8, full * 4)}
            centerOnInit
            centerZoomedOut
            doubleClick={{ disabled: true }}
            keyboard={{ disabled: true }}
            panning={{ velocityDisabled: true }}
            wheel={{ step: 0.0015 }}
            onTransform={(_, state) => {
              const shift = { x: state.positionX, y: state.positionY };
              view.current = viewOf(state.scale, shift, fit, stage);
              place(state.scale, shift.x, shift.y);
            }}
          >
            <TransformComponent
              wrapperStyle={{ position: 'absolute', inset: 0, width: '100%', height: '100%' }}
              contentStyle={{ width: fit.width, height: fit.height }}
            >
              {cover || <span />}
            </TransformComponent>
          </TransformWrapper>
        )}
      </div>
    </Provider>
  );
}
