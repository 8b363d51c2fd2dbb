import type { Composition } from '../../../contract/recipes/composition.ts';
import type { Region, Size } from '../size.ts';

export interface Layout {
  readonly canvas: Size;
  /** Canvas px per px of the cutout. */
  readonly scale: number;
  /** Upper left corner of the subject, whole px. */
  readonly left: number;
  readonly top: number;
  /** The requested scale if larger, else null. */
  readonly wanted: number | null;
}

/** @param subject bounds in the cutout, px */
export function layOutSubject(subject: Region, cutout: Size, composition: Composition): Layout {
  const canvas = canvasOf(subject, cutout, composition);
  const { baseline, horizontal, vertical, mostEnlarged } = composition;
  const margin = composition.margin * Math.min(canvas.width, canvas.height);
  const floor = baseline === null ? canvas.height - margin : canvas.height * (1 - baseline);
  const available = { width: canvas.width - 2 * margin, height: floor - margin };
  const requestedScale = computeRequestedScale(subject, cutout, canvas, available, composition);
  const scale = Math.min(requestedScale, Math.max(mostEnlarged, 1));
  const width = Math.max(1, Math.round(subject.width * scale));
  const height = Math.max(1, Math.round(subject.height * scale));
  const across = { left: margin, centre: (canvas.width - width) / 2, right: canvas.width - margin - width };
  const down = { top: margin, centre: (canvas.height - height) / 2, bottom: canvas.height - margin - height };
  const shouldStay = shouldKeepPlace(composition);
  const left = shouldStay ? (canvas.width - cutout.width * scale) / 2 + subject.left * scale : across[horizontal];
  const top = shouldStay ? (canvas.height - cutout.height * scale) / 2 + subject.top * scale : down[vertical];
  return {
    canvas,
    scale,
    left: Math.round(left),
    top: Math.round(baseline === null ? top : floor - height),
    // Ignore rounding.
    wanted: requestedScale > scale * 1.005 ? requestedScale : null,
  };
}

/** Whether the composition leaves the subject at its position in the photograph. */
function shouldKeepPlace({ fill, crop, margin, horizontal, vertical, baseline }: Composition): boolean {
  const isPlaced = horizontal !== 'centre' || vertical !== 'centre' || baseline !== null;
  return fill === null && !crop && margin === 0 && !isPlaced;
}

function canvasOf(subject: Region, cutout: Size, { canvas, crop, fill, margin }: Composition): Size {
  if (canvas.kind === 'exact') return { width: canvas.width, height: canvas.height };
  const shape = crop ? canvasAround(subject, fill, margin) : cutout;
  const scale = canvas.kind === 'longest' ? canvas.px / Math.max(shape.width, shape.height) : 1;
  return { width: Math.max(1, Math.round(shape.width * scale)), height: Math.max(1, Math.round(shape.height * scale)) };
}

function canvasAround({ width, height }: Size, fill: number | null, margin: number): Size {
  // The margin is a share of the canvas, whose shorter side is the subject's plus two margins.
  const free = (Math.min(width, height) * margin) / (1 - 2 * margin);
  const grown = fill === null ? 1 : 1 / fill;
  return { width: Math.max(width + 2 * free, width * grown), height: Math.max(height + 2 * free, height * grown) };
}

function computeRequestedScale(
  subject: Region,
  cutout: Size,
  canvas: Size,
  available: Size,
  composition: Composition,
): number {
  const fits = (size: Size, box: Size) => Math.min(box.width / size.width, box.height / size.height);
  const { fill, crop } = composition;
  const maxScale = Math.max(fits(subject, available), Number.EPSILON);
  if (fill !== null) return Math.min(maxScale, fits(subject, canvas) * fill);
  return crop ? maxScale : Math.min(maxScale, fits(cutout, canvas));
}
