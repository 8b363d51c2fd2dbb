/** The cutout with its strokes, on a canvas in the place of the picture. */
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TouchOpened } from '../../../../preload/contract/touch/requests.ts';
import type { Stroke } from '../../../../preload/contract/touch.ts';
import { placeOf, type Size } from '../../../components/stage/geometry.ts';
import { useTouch } from '../../../state/touch.ts';
import { createPainter, type Painter } from './painter.ts';
import classes from './Touch.module.css';

interface BrushPictureProps {
  readonly opened: TouchOpened;
  /** px of the photograph. */
  readonly whole: Size;
  readonly painter: RefObject<Painter | null>;
}

export function BrushPicture({ opened, whole, painter }: BrushPictureProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const strokes = useTouch((touch) => touch.strokes);
  const { scale, left, top, photograph, touch } = opened;

  useEffect(() => {
    if (!canvas.current) return;
    const known: readonly Stroke[] = touch?.by === 'brush' ? touch.strokes : [];
    const { strokes: now } = useTouch.getState();
    const made = createPainter(opened, canvas.current, now.length === 0 && known.length === 0 ? now : known);
    painter.current = made;
    void made.show(now);
    return () => {
      made.stop();
      painter.current = null;
    };
  }, [opened, painter, touch]);
  useEffect(() => void painter.current?.show(strokes), [painter, strokes]);

  const box = { x: left, y: top, width: photograph.width / scale, height: photograph.height / scale };
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={t('touch.brush.picture')}
      className={classes.canvas}
      style={placeOf(box, whole)}
      data-testid="touch-canvas"
    />
  );
}
