/** The cutout with its strokes, on a canvas that replaces the picture. */
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { imageUrl } from '../../../../contract/app/image-urls.ts';
import type { TouchUpSession } from '../../../../contract/touch-up/touch-up-session.ts';
import { placeOf, type Size } from '../../../state/stage/stageGeometry.ts';
import { createFullSizeLayer } from './fullSizeLayer.ts';
import { createPainter, type Painter } from './painter.ts';
import { useTouch } from './touchUp.ts';

interface BrushPictureProps {
  readonly opened: TouchUpSession;
  /** px */
  readonly photographSize: Size;
  readonly painter: RefObject<Painter | null>;
  /** Canvas over the stage for the picture at its own size. */
  readonly detail: RefObject<HTMLCanvasElement | null>;
  /** Listeners for zoom and position of the picture. */
  readonly onMoved: RefObject<Set<() => void>>;
}

export function BrushPicture({ opened, photographSize, painter, detail, onMoved }: BrushPictureProps) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const strokes = useTouch((touch) => touch.strokes);
  const { scale, left, top, photograph } = opened;

  useEffect(() => {
    if (!canvas.current || !detail.current) return;
    const layer = createFullSizeLayer({
      canvas: detail.current,
      small: canvas.current,
      before: opened.result,
      source: imageUrl.result(opened.id),
    });
    const listeners = onMoved.current;
    listeners.add(layer.redraw);
    const newPainter = createPainter(opened, canvas.current, layer.update);
    painter.current = newPainter;
    void newPainter.show(useTouch.getState().strokes);
    return () => {
      newPainter.stop();
      listeners.delete(layer.redraw);
      layer.stop();
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
      style={{ position: 'absolute', display: 'block', ...placeOf(box, photographSize) }}
      data-testid="touch-canvas"
    />
  );
}
