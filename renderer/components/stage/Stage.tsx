/**
 * Shows a photograph: before and after with a slider that follows the mouse, zoom by wheel, click or space, pan by
 * dragging. The slider keeps its place on the screen while the pictures move under it. Therefore an invisible zoom layer on
 * top only reports the position, and both pictures take it from CSS variables.
 */
import { type CSSProperties, type ReactNode, type Ref, useRef } from 'react';
import { Handle, HandleRoot, Item, Provider, Root } from 'react-compare-slider/components';
import { TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch';
import type { View } from '../../state/stage/stageGeometry.ts';
import { Difference, Peaking } from './Overlays.tsx';
import { PictureLayer, type StagePicture } from './PictureLayer.tsx';
import classes from './Stage.module.css';
import { type ComparisonMode, type StageHandle, useStageZoom } from './useStageZoom.ts';

export type { ComparisonMode, StageHandle } from './useStageZoom.ts';

interface StageProps {
  /** Size of the photograph, px. */
  readonly width: number;
  readonly height: number;
  /** Null = shows only `after`, without a slider. */
  readonly before: StagePicture | null;
  readonly after: StagePicture;
  readonly backdrop: string;
  readonly label: string;
  readonly mode?: ComparisonMode;
  /** Brightness factor of differences. */
  readonly times?: number;
  /** Whether areas in focus are highlighted. */
  readonly isPeaking?: boolean;
  /** Drawn over the photograph, at its position. */
  readonly children?: ReactNode;
  /** Whether `children` replace `after`. */
  readonly hidesPicture?: boolean;
  /** Receives pointer events before the stage, over the picture and moving with it. */
  readonly cover?: ReactNode;
  /** Keeps zoom and position from one photograph to the next. */
  readonly view: { current: View };
  /** Called with the zoom as a fraction of full size (1 = 100%). */
  readonly onZoom?: (share: number) => void;
  readonly ref?: Ref<StageHandle>;
}

/** White, or copper while focused. */
const handleStyle = { '--rcs-handle-color': 'var(--handle, #fff)' } as CSSProperties;

export function Stage(props: StageProps) {
  const { width, height, before, after, backdrop, label, children, hidesPicture, cover, view, onZoom, ref } = props;
  const { mode = 'slider', times = 1, isPeaking = false } = props;
  const { stageRef, zoomer, slider, fit, maxZoom, toggleZoom, onTransform } = useStageZoom({
    width,
    height,
    mode,
    view,
    onZoom,
    ref,
  });
  const pressed = useRef<{ x: number; y: number } | null>(null);
  const size = { fit, width, height };
  return (
    <Provider {...slider}>
      <div
        ref={stageRef}
        className={classes.stage}
        data-testid="stage"
        onPointerMove={(event) => {
          if (mode !== 'slider') return;
          // While a picture is dragged, the slider stays.
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
          if (isClick) toggleZoom({ x: event.clientX, y: event.clientY });
        }}
      >
        <Root className={classes.root ?? ''} style={{ position: 'absolute', touchAction: 'none', cursor: 'inherit' }}>
          {before && (
            <Item item="itemOne" className={classes.item ?? ''}>
              <PictureLayer picture={before} backdrop={backdrop} {...size} />
              {isPeaking && <Peaking picture={before} {...size} />}
            </Item>
          )}
          <Item item={before ? 'itemTwo' : undefined} className={classes.item ?? ''}>
            <PictureLayer picture={after} backdrop={backdrop} isHidden={hidesPicture ?? false} {...size}>
              {children}
            </PictureLayer>
            {isPeaking && <Peaking picture={after} {...size} />}
          </Item>
          {before && mode === 'difference' && <Difference before={before} after={after} times={times} {...size} />}
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
            maxScale={maxZoom}
            centerOnInit
            centerZoomedOut
            doubleClick={{ disabled: true }}
            keyboard={{ disabled: true }}
            panning={{ velocityDisabled: true }}
            wheel={{ step: 0.0015 }}
            onTransform={(_, { scale, positionX, positionY }) => onTransform(scale, { x: positionX, y: positionY })}
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
