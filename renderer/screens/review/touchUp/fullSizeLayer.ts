/**
 * The picture at its own size where it is zoomed in further than the small one reaches: the file itself, and over it, in the place
 * of what was there, what was painted. Drawn in the screen's px, of what is visible alone.
 */

import type { Area } from '../../../../contract/touch-up/stroke-mask.ts';
import type { TouchPicture } from '../../../../contract/touch-up/touch-up-session.ts';
import { editsIn } from './edits.ts';
import type { Pixels } from './liveStroke.ts';

export interface Detail {
  /** Something of `pixels` was painted. */
  painted(pixels: Pixels, area: Area): void;
  /** Zoom or place have changed. */
  moved(): void;
  stop(): void;
}

interface DetailParts {
  /** Covers the stage. */
  readonly canvas: HTMLCanvasElement;
  /** The small picture, in its place on the stage; it is hidden while this one is shown. */
  readonly small: HTMLCanvasElement;
  /** The small picture before anything was painted: `source`, small. */
  readonly before: TouchPicture;
  /** Address of the picture at its own size. */
  readonly source: string;
}

/** Zoomed in so far beyond the small picture's px, it looks soft. */
const softFrom = 1.1;
/** Sharp again, after the picture has been moved, in ms. */
const restMs = 80;

export function createDetail({ canvas, small, before, source }: DetailParts): Detail {
  const context = canvas.getContext('2d');
  const layer = () => new OffscreenCanvas(before.width, before.height);
  const [painted, mask] = [layer(), layer()];
  const [paintedContext, maskContext] = [painted.getContext('2d'), mask.getContext('2d')];
  const image = new Image();
  let isLoaded = false;
  /** What is visible of the file, drawn once for each place. */
  let ground: OffscreenCanvas | null = null;
  let place = '';
  let frame = 0;
  let rest: ReturnType<typeof setTimeout> | undefined;
  image.src = source;
  void image.decode().then(
    () => {
      isLoaded = true;
      soon();
    },
    () => undefined,
  );

  const hide = () => {
    canvas.style.visibility = 'hidden';
    small.style.visibility = '';
  };
  const draw = () => {
    frame = 0;
    const stage = canvas.getBoundingClientRect();
    const picture = small.getBoundingClientRect();
    const ratio = window.devicePixelRatio || 1;
    if (!isLoaded || context === null || picture.width * ratio < before.width * softFrom) {
      hide();
      return;
    }
    const [width, height] = [Math.round(stage.width * ratio), Math.round(stage.height * ratio)];
    const position = [(picture.left - stage.left) * ratio, (picture.top - stage.top) * ratio] as const;
    const size = [picture.width * ratio, picture.height * ratio] as const;
    const now = [width, height, ...position, ...size].join();
    if (ground === null || now !== place) {
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
      ground = new OffscreenCanvas(width, height);
      ground.getContext('2d')?.drawImage(image, ...position, ...size);
      place = now;
    }
    context.globalCompositeOperation = 'copy';
    context.drawImage(ground, 0, 0);
    context.globalCompositeOperation = 'destination-out';
    context.drawImage(mask, ...position, ...size);
    context.globalCompositeOperation = 'lighter';
    context.drawImage(painted, ...position, ...size);
    canvas.style.visibility = 'visible';
    small.style.visibility = 'hidden';
  };
  const soon = () => {
    frame ||= requestAnimationFrame(draw);
  };

  hide();
  return {
    painted(pixels, area) {
      const edits = editsIn(before.pixels, pixels, before.width, area);
      const put = (to: OffscreenCanvasRenderingContext2D | null, part: Pixels) =>
        to?.putImageData(new ImageData(part, area.width, area.height), area.left, area.top);
      put(paintedContext, edits.painted);
      put(maskContext, edits.mask);
      soon();
    },
    moved() {
      hide();
      clearTimeout(rest);
      rest = setTimeout(soon, restMs);
    },
    stop() {
      cancelAnimationFrame(frame);
      clearTimeout(rest);
      hide();
    },
  };
}
