/** One of several pictures that are zoomed and moved together. Dragging with Alt moves only this one. */
import { useElementSize } from '@mantine/hooks';
import {
  type CSSProperties,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
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
import { fitted, fullZoom, type Size, shiftOf } from '../../state/stage/stageGeometry.ts';
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
  /** Called when the picture is fitted into its pane. */
  readonly onPane: (pane: Pane) => void;
  /** Called for a click without dragging, with a point in px from the corner. */
  readonly onPress: (point: Point) => void;
}

/** Returns the point relative to the corner of the listening element. */
function pointOf({ currentTarget, clientX, clientY }: MouseEvent): Point {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** A pointer that moved less was clicked, not dragged. */
const minDragPx = 4;
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

  const reportPane = useEffectEvent((fitSize: Size, stageSize: Size) => {
    if (fitSize.width > 0) onPane({ ...pane, fit: fitSize, stage: stageSize });
  });
  useEffect(
    () => reportPane({ width: fit.width, height: fit.height }, { width: size.width, height: size.height }),
    [fit.width, fit.height, size.width, size.height],
  );
  // At fitted size, and for another picture, all pictures are aligned again.
  const isFitted = linked.level === 0;
  const alignPictures = useEffectEvent((..._changes: readonly unknown[]) => setOffset(noOffset));
  useEffect(() => alignPictures(picture.src, isFitted), [picture.src, isFitted]);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    const from = pointOf(event);
    drag.current = { from, last: from, isDrag: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent) => {
    const current = drag.current;
    if (!current) return;
    const point = pointOf(event);
    current.isDrag ||= Math.hypot(point.x - current.from.x, point.y - current.from.y) >= minDragPx;
    if (!current.isDrag) return;
    const dragged = { x: point.x - current.last.x, y: point.y - current.last.y };
    current.last = point;
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
