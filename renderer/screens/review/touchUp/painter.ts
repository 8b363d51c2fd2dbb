/** The brush in the window: previews a stroke frame by frame, and shows the result of the main process. */
import { type Area, withFewerPoints } from '../../../../contract/touch-up/stroke-mask.ts';
import { maxPointsPerStroke, type Stroke } from '../../../../contract/touch-up/touch-up.ts';
import type { TouchUpSession } from '../../../../contract/touch-up/touch-up-session.ts';
import { requestQuietly } from '../../../bridge.ts';
import { createLiveStroke, type Pixels } from './liveStroke.ts';

type Point = Stroke['points'][number];

export interface Painter {
  start(brush: Omit<Stroke, 'points'>, point: Point): void;
  /** @param point px of the photograph */
  moveTo(point: Point): void;
  /** Returns the finished stroke, or null if none was started. */
  end(): Stroke | null;
  /** Shows the result with these strokes. */
  show(strokes: readonly Stroke[]): Promise<void>;
  /** Discards previews of a rejected stroke. */
  drop(): void;
  stop(): void;
}

/** Minimum distance of points, as a share of the radius. */
const spacing = 0.03;

export function createPainter(
  opened: TouchUpSession,
  canvas: HTMLCanvasElement,
  onPainted: (pixels: Pixels, area: Area) => void,
): Painter {
  const { photograph, result, scale, id, opening, touch } = opened;
  const { width, height } = photograph;
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  const preview = createLiveStroke(opened);
  const image = new ImageData(preview.pixels, width, height);
  let stroke: (Omit<Stroke, 'points'> & { points: Point[] }) | null = null;
  /** Number of its painted points. */
  let paintedCount = 0;
  let frame = 0;
  /** Strokes that the main process has, or null if unknown. */
  let sent: readonly Stroke[] | null = touch?.by === 'brush' ? touch.strokes : [];
  /** Numbers of the last request, and of the last response shown. */
  let number = 0;
  let seen = 0;
  let isStopped = false;

  const put = (area: Area | null) => {
    if (area === null || isStopped) return;
    context?.putImageData(image, 0, 0, area.left, area.top, area.width, area.height);
    onPainted(preview.pixels, area);
  };
  const paint = () => {
    frame = 0;
    if (stroke === null || paintedCount === stroke.points.length) return;
    put(preview.extend(stroke.points.slice(Math.max(0, paintedCount - 1))));
    paintedCount = stroke.points.length;
  };
  const paintSoon = () => {
    frame ||= requestAnimationFrame(paint);
  };
  preview.setBase({ ...result, left: 0, top: 0 });
  context?.putImageData(image, 0, 0);

  return {
    start(brush, point) {
      stroke = { ...brush, points: [point] };
      paintedCount = 0;
      preview.start(brush);
      paintSoon();
    },
    moveTo(point) {
      const last = stroke?.points.at(-1);
      if (stroke === null || last === undefined || stroke.points.length >= maxPointsPerStroke) return;
      const minDistance = Math.max(stroke.radius * spacing, 0.5 / scale);
      if (Math.hypot(point[0] - last[0], point[1] - last[1]) < minDistance) return;
      stroke.points.push(point);
      paintSoon();
    },
    end() {
      cancelAnimationFrame(frame);
      paint();
      preview.end();
      const finished = stroke;
      stroke = null;
      return finished && { ...finished, points: withFewerPoints(finished.points, finished.radius) };
    },
    async show(wanted) {
      const firstChanged = wanted.findIndex((each, index) => each !== sent?.[index]);
      const keep = firstChanged < 0 ? wanted.length : firstChanged;
      if (keep === wanted.length && keep === sent?.length) return;
      sent = wanted;
      const requestNumber = ++number;
      const reply = await requestQuietly('touch.paint', { id, opening, number, keep, added: wanted.slice(keep), seen });
      if (!reply.ok) sent = null;
      // Null: a later request replaced this one.
      if (isStopped || !reply.ok || reply.value === null || requestNumber !== number) return;
      seen = requestNumber;
      put(preview.setBase(reply.value));
    },
    drop() {
      put(preview.setBase({ left: 0, top: 0, width: 0, height: 0, pixels: new Uint8Array() }));
    },
    stop() {
      isStopped = true;
      cancelAnimationFrame(frame);
    },
  };
}
