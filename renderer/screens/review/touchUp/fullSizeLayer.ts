/**
 * The picture at its own size, shown when the small picture is too soft for the zoom: the file itself with the painted pixels.
 * Only the visible part is drawn, in the screen's px.
 */
import type { Area } from '../../../../contract/touch-up/stroke-mask.ts';
import type { TouchPicture } from '../../../../contract/touch-up/touch-up-session.ts';
import type { Pixels } from './liveStroke.ts';

interface FullSizeLayer {
  /** Draws an area that was painted. */
  update(pixels: Pixels, area: Area): void;
  /** Hides the layer while zoom or position change, and draws it again afterwards. */
  redraw(): void;
  stop(): void;
}

interface FullSizeLayerOptions {
  /** Covers the stage. */
  readonly canvas: HTMLCanvasElement;
  /** The small picture on the stage, hidden while this layer is shown. */
  readonly small: HTMLCanvasElement;
  /** The small picture before painting: `source`, downscaled. */
  readonly before: TouchPicture;
  /** Address of the picture at its own size. */
  readonly source: string;
}

/** The small picture looks soft if it is enlarged more than this. */
const maxEnlargement = 1.1;
const redrawDelayMs = 80;

export function createFullSizeLayer({ canvas, small, before, source }: FullSizeLayerOptions): FullSizeLayer {
  const context = canvas.getContext('2d');
  const createLayer = () => new OffscreenCanvas(before.width, before.height);
  const [painted, mask] = [createLayer(), createLayer()];
  const [paintedContext, maskContext] = [painted.getContext('2d'), mask.getContext('2d')];
  const image = new Image();
  let isLoaded = false;
  /** The visible part of the file, drawn once for each position. */
  let visiblePart: OffscreenCanvas | null = null;
  let drawnPosition = '';
  let frame = 0;
  let redrawTimer: ReturnType<typeof setTimeout> | undefined;
  image.src = source;
  void image.decode().then(
    () => {
      isLoaded = true;
      drawSoon();
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
    if (!isLoaded || context === null || picture.width * ratio < before.width * maxEnlargement) {
      hide();
      return;
    }
    const [width, height] = [Math.round(stage.width * ratio), Math.round(stage.height * ratio)];
    const position = [(picture.left - stage.left) * ratio, (picture.top - stage.top) * ratio] as const;
    const size = [picture.width * ratio, picture.height * ratio] as const;
    const now = [width, height, ...position, ...size].join();
    if (visiblePart === null || now !== drawnPosition) {
      if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
      visiblePart = new OffscreenCanvas(width, height);
      visiblePart.getContext('2d')?.drawImage(image, ...position, ...size);
      drawnPosition = now;
    }
    context.globalCompositeOperation = 'copy';
    context.drawImage(visiblePart, 0, 0);
    context.globalCompositeOperation = 'destination-out';
    context.drawImage(mask, ...position, ...size);
    context.globalCompositeOperation = 'lighter';
    context.drawImage(painted, ...position, ...size);
    canvas.style.visibility = 'visible';
    small.style.visibility = 'hidden';
  };
  const drawSoon = () => {
    frame ||= requestAnimationFrame(draw);
  };

  hide();
  return {
    update(pixels, area) {
      const edits = editsIn(before.pixels, pixels, before.width, area);
      const put = (to: OffscreenCanvasRenderingContext2D | null, part: Pixels) =>
        to?.putImageData(new ImageData(part, area.width, area.height), area.left, area.top);
      put(paintedContext, edits.painted);
      put(maskContext, edits.mask);
      drawSoon();
    },
    redraw() {
      hide();
      clearTimeout(redrawTimer);
      redrawTimer = setTimeout(drawSoon, redrawDelayMs);
    },
    stop() {
      cancelAnimationFrame(frame);
      clearTimeout(redrawTimer);
      hide();
    },
  };
}

interface Edits {
  /** RGBA of changed pixels; clear elsewhere. */
  readonly painted: Pixels;
  /** Opaque at changed pixels. */
  readonly mask: Pixels;
}

/**
 * Returns the changes in an area as layers that can be drawn over the picture at its own size. Pure.
 * @param before RGBA of the whole picture before painting
 * @param now the same after painting
 * @param rowLength width of the picture in px
 */
export function editsIn(before: Uint8Array, now: Pixels, rowLength: number, { left, top, width, height }: Area): Edits {
  const painted: Pixels = new Uint8ClampedArray(width * height * 4);
  const mask: Pixels = new Uint8ClampedArray(width * height * 4);
  for (let row = 0, to = 0; row < height; row++) {
    let from = ((top + row) * rowLength + left) * 4;
    for (let x = 0; x < width; x++, from += 4, to += 4) {
      const isSame =
        now[from] === before[from] &&
        now[from + 1] === before[from + 1] &&
        now[from + 2] === before[from + 2] &&
        now[from + 3] === before[from + 3];
      if (isSame) continue;
      for (let c = 0; c < 4; c++) painted[to + c] = now[from + c]!;
      mask[to + 3] = 255;
    }
  }
  return { painted, mask };
}
