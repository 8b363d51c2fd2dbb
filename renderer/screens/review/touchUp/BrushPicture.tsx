/** The cutout with its strokes, on a canvas in the place of the picture. */
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { imageUrl } from '../../../../contract/app/image-urls.ts';
import type { TouchUpSession } from '../../../../contract/touch-up/touch-up-session.ts';
import { placeOf, type Size } from '../../../state/stage/stageGeometry.ts';
import { createDetail } from './fullSizeLayer.ts';
import { createPainter, type Painter } from './painter.ts';
import classes from './Touch.module.css';
import { useTouch } from './touchUp.ts';

interface BrushPictureProps {
  readonly opened: TouchUpSession;
  /** px of the photograph. */
  readonly photographSize: Size;
  readonly painter: RefObject<Painter | null>;
  /** Over the stage, for the picture at its own size. */
  readonly detail: RefObject<HTMLCanvasElement | null>;
  /** Called when the picture has been moved or zoomed. */
  readonly onMoved: RefObject<Set<() => void>>;
}

export function BrushPicture({ opened, photographSize, painter, detail, onMoved }: BrushPictureProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const strokes = useTouch((touch) => touch.strokes);
  const { scale, left, top, photograph } = opened;

  useEffect(() => {
    if (!canvas.current || !detail.current) return;
    const own = createDetail({
      canvas: detail.current,
      small: canvas.current,
      before: opened.result,
      source: imageUrl.result(opened.id),
    });
    const listeners = onMoved.current;
    listeners.add(own.moved);
    const made = createPainter(opened, canvas.current, own.painted);
    painter.current = made;
    void made.show(useTouch.getState().strokes);
    return () => {
      made.stop();
      listeners.delete(own.moved);
      own.stop();
      painter.current = null;
    };
  }, [opened, painter, detail, onMoved]);
  useEffect(() => void painter.current?.show(strokes), [painter, strokes]);

  const box = { x: left, y: top, width: photograph.width / scale, height: photograph.height / scale };
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={t('touch.brush.picture')}
      className={classes.canvas}
      style={placeOf(box, photographSize)}
      data-testid="touch-canvas"
    />
  );
}
