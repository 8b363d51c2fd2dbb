/** The brush in the window: paints a stroke while it is made, frame by frame, and shows what the main process makes of it. */

import { type Area, withFewerPoints } from '../../../../contract/touch-up/stroke-mask.ts';
import { maxPointsPerStroke, type Stroke } from '../../../../contract/touch-up/touch-up.ts';
import type { TouchUpSession } from '../../../../contract/touch-up/touch-up-session.ts';
import { requestQuietly } from '../../../bridge.ts';
import { createLiveStroke, type Pixels } from './liveStroke.ts';

type Point = Stroke['points'][number];

export interface Painter {
  start(brush: Omit<Stroke, 'points'>, point: Point): void;
  /** px of the photograph. */
  moveTo(point: Point): void;
  /** The stroke that was made; null where there was none. */
  end(): Stroke | null;
  /** Shows the result with these strokes. */
  show(strokes: readonly Stroke[]): Promise<void>;
  /** Shows no more than the main process has made, where a stroke came to nothing. */
  drop(): void;
  stop(): void;
}

/** Points that are nearer than this share of the radius to the last one are left out. */
const spacing = 0.03;

/**
 * @param onPainted told of what is new on the canvas
 */
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
  const sketch = createLiveStroke(opened);
  const image = new ImageData(sketch.pixels, width, height);
  let stroke: (Omit<Stroke, 'points'> & { points: Point[] }) | null = null;
  /** How many of its points are painted. */
  let painted = 0;
  let frame = 0;
  /** What the main process has, null where that is not known; and the numbers of the last request and of the last answer that was shown. */
  let sent: readonly Stroke[] | null = touch?.by === 'brush' ? touch.strokes : [];
  let number = 0;
  let seen = 0;
  let isOver = false;

  const put = (area: Area | null) => {
    if (area === null || isOver) return;
    context?.putImageData(image, 0, 0, area.left, area.top, area.width, area.height);
    onPainted(sketch.pixels, area);
  };
  const paint = () => {
    frame = 0;
    if (stroke === null || painted === stroke.points.length) return;
    put(sketch.extend(stroke.points.slice(Math.max(0, painted - 1))));
    painted = stroke.points.length;
  };
  const soon = () => {
    frame ||= requestAnimationFrame(paint);
  };
  sketch.setBase({ ...result, left: 0, top: 0 });
  context?.putImageData(image, 0, 0);

  return {
    start(brush, point) {
      stroke = { ...brush, points: [point] };
      painted = 0;
      sketch.start(brush);
      soon();
    },
    moveTo(point) {
      const last = stroke?.points.at(-1);
      if (stroke === null || last === undefined || stroke.points.length >= maxPointsPerStroke) return;
      const minDistance = Math.max(stroke.radius * spacing, 0.5 / scale);
      if (Math.hypot(point[0] - last[0], point[1] - last[1]) < minDistance) return;
      stroke.points.push(point);
      soon();
    },
    end() {
      cancelAnimationFrame(frame);
      paint();
      sketch.end();
      const made = stroke;
      stroke = null;
      return made && { ...made, points: withFewerPoints(made.points, made.radius) };
    },
    async show(wanted) {
      const firstChanged = wanted.findIndex((each, index) => each !== sent?.[index]);
      const keep = firstChanged < 0 ? wanted.length : firstChanged;
      if (keep === wanted.length && keep === sent?.length) return;
      sent = wanted;
      const requestNumber = ++number;
      const reply = await requestQuietly('touch.paint', { id, opening, number, keep, added: wanted.slice(keep), seen });
      if (!reply.ok) sent = null;
      // Null: other strokes were asked for meanwhile, and are shown when they come.
      if (isOver || !reply.ok || reply.value === null || requestNumber !== number) return;
      seen = requestNumber;
      put(sketch.setBase(reply.value));
    },
    drop() {
      put(sketch.setBase({ left: 0, top: 0, width: 0, height: 0, pixels: new Uint8Array() }));
    },
    stop() {
      isOver = true;
      cancelAnimationFrame(frame);
    },
  };
}
