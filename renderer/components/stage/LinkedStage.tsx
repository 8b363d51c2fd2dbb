/** One of several pictures that are zoomed and moved together; dragged with Alt, it moves by itself. */
import { useElementSize } from '@mantine/hooks';
import {
  type CSSProperties,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useRef,
  useState,
  type WheelEvent,
} from 'react';
import {
  type LinkedView,
  levelAfter,
  noOffset,
  offsetAfter,
  type Pane,
  type Point,
  panned,
  viewAt,
  zoomedTo,
} from '../../state/stage/linkedView.ts';
import { fitted, fullZoom, shiftOf } from '../../state/stage/stageGeometry.ts';
import { PictureLayer, type StagePicture } from './PictureLayer.tsx';
import classes from './Stage.module.css';
import { usePixelRatio } from './usePixelRatio.ts';

interface LinkedStageProps {
  /** Size of the picture, px. */
  readonly width: number;
  readonly height: number;
  readonly picture: StagePicture;
  readonly backdrop: string;
  readonly linked: LinkedView;
  readonly onChange: (change: (linked: LinkedView) => LinkedView) => void;
  /** How it lies in its pane, as soon as that is known. */
  readonly onPane: (pane: Pane) => void;
  /** A click that moved nothing, at a point in px from the corner. */
  readonly onPress: (point: Point) => void;
}

/** From the corner of the element that listens. */
function pointOf({ currentTarget, clientX, clientY }: MouseEvent): Point {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** A pointer that moved less (px) was pressed, not dragged. */
const stillness = 4;
const wheelStep = 0.0015;

export function LinkedStage(props: LinkedStageProps) {
  const { width, height, picture, backdrop, linked, onChange, onPane, onPress } = props;
  const size = useElementSize();
  const ratio = usePixelRatio();
  const [offset, setOffset] = useState(noOffset);
  const drag = useRef<{ from: Point; last: Point; isDrag: boolean } | null>(null);
  const stage = { width: size.width, height: size.height };
  const fit = fitted({ width, height }, stage, ratio);
  const pane: Pane = { stage, fit, full: fullZoom({ width, height }, fit, ratio) };
  const view = viewAt(linked, pane, offset);
  const shift = shiftOf(view, fit, stage);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the numbers stand for the pane
  useEffect(() => {
    if (fit.width > 0) onPane(pane);
  }, [fit.width, fit.height, stage.width, stage.height]);
  // All of it again, or another picture: they lie on each other as before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture has no offset
  useEffect(() => setOffset(noOffset), [picture.src, linked.level === 0]);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    const from = pointOf(event);
    drag.current = { from, last: from, isDrag: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    const now = drag.current;
    if (!now) return;
    const point = pointOf(event);
    now.isDrag ||= Math.hypot(point.x - now.from.x, point.y - now.from.y) >= stillness;
    if (!now.isDrag) return;
    const dragged = { x: point.x - now.last.x, y: point.y - now.last.y };
    now.last = point;
    if (event.altKey) setOffset((before) => offsetAfter(linked, dragged, pane, before));
    else onChange((before) => panned(before, dragged, pane, offset));
  };
  const onPointerUp = (event: PointerEvent) => {
    const ended = drag.current;
    drag.current = null;
    if (ended && !ended.isDrag) onPress(pointOf(event));
  };
  const onWheel = (event: WheelEvent) => {
    const point = pointOf(event);
    const factor = Math.exp(-event.deltaY * wheelStep);
    onChange((before) => zoomedTo(before, levelAfter(before.level, factor, pane.full), point, pane, offset));
  };
  const style = { '--zoom': view.zoom, '--x': `${shift.x}px`, '--y': `${shift.y}px` } as CSSProperties;
  return (
    <div
      ref={size.ref}
      className={classes.stage}
      style={style}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        drag.current = null;
      }}
      onWheel={onWheel}
      data-testid="linked-stage"
    >
      {fit.width > 0 && <PictureLayer picture={picture} fit={fit} width={width} height={height} backdrop={backdrop} />}
    </div>
  );
}
