/** Scales the subject, and composites it and its shadow on the canvas. */
import type { Composition } from '../../../contract/recipes/composition.ts';
import type { Region, Size } from '../size.ts';
import type { Depth, Samples } from '../unpacked-image.ts';
import { createYielder } from '../yield-to-event-loop.ts';
import { compositeRow, expandTo16Bits } from './composite-row.ts';
import { computeContactShadow, type Shadow } from './contact-shadow.ts';
import type { Layout } from './layout.ts';
import { colorspaceOf, openUnpackedFile, withPixels } from './unpack-layers.ts';

/** Margin for very soft edges, px of the cutout. */
const softEdge = 16;
/** px. */
const shadowSide = 700;
const stripe = 64;

/** Bounds on the canvas, which they may exceed. */
export interface ScaledSubject extends Region {
  readonly path: string;
}

/** @param bounds of the subject in the unpacked cutout */
export async function scaleSubject(
  cutoutPath: string,
  size: Size,
  bounds: Region,
  layout: Layout,
  depth: Depth,
  path: string,
): Promise<ScaledSubject> {
  const left = Math.max(0, bounds.left - softEdge);
  const top = Math.max(0, bounds.top - softEdge);
  const width = Math.min(size.width, bounds.left + bounds.width + softEdge) - left;
  const height = Math.min(size.height, bounds.top + bounds.height + softEdge) - top;
  const { scale } = layout;
  const scaledBounds = {
    left: layout.left - Math.round((bounds.left - left) * scale),
    top: layout.top - Math.round((bounds.top - top) * scale),
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  const part = openUnpackedFile(cutoutPath).extract({ left, top, width, height });
  // sharp premultiplies alpha, so that no colors bleed from transparent pixels.
  const scaled =
    scale === 1 ? part : part.resize(scaledBounds.width, scaledBounds.height, { fit: 'fill', kernel: 'lanczos3' });
  await scaled.toColourspace(colorspaceOf(depth)).toFile(path);
  return { ...scaledBounds, path };
}

export async function castShadow(
  subject: ScaledSubject,
  canvas: Size,
  shadow: NonNullable<Composition['shadow']>,
): Promise<Shadow> {
  const scale = Math.min(1, shadowSide / Math.max(canvas.width, canvas.height));
  const scaleDown = (length: number) => Math.max(1, Math.round(length * scale));
  const [width, height] = [scaleDown(canvas.width), scaleDown(canvas.height)];
  const smallSize = { width: scaleDown(subject.width), height: scaleDown(subject.height) };
  const pixels = await openUnpackedFile(subject.path)
    .resize(smallSize.width, smallSize.height, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  const alpha = new Uint8Array(width * height);
  const [left, top] = [Math.round(subject.left * scale), Math.round(subject.top * scale)];
  for (let y = Math.max(0, top); y < Math.min(height, top + smallSize.height); y++) {
    for (let x = Math.max(0, left); x < Math.min(width, left + smallSize.width); x++) {
      alpha[y * width + x] = pixels[((y - top) * smallSize.width + x - left) * 4 + 3] as number;
    }
  }
  return computeContactShadow(alpha, { width, height }, shadow);
}

export interface Canvas extends Size {
  readonly path: string;
  readonly depth: Depth;
  /** Real depth of the background's values. */
  readonly filled: Depth;
}

export async function compositeAll(
  canvas: Canvas,
  shadow: Shadow | null,
  subject: ScaledSubject,
  signal: AbortSignal,
): Promise<void> {
  const { path, width, height, depth } = canvas;
  const yieldToEventLoop = createYielder(signal);
  const shades = new Float32Array(width);
  await withPixels(
    path,
    canvas,
    depth,
    (file) =>
      withPixels(subject.path, subject, depth, async (pixels) => {
        let rows: Samples | undefined;
        let subjectPixels: Samples | undefined;
        for (let top = 0; top < height; top += stripe) {
          const region = { left: 0, top, width, height: Math.min(stripe, height - top) };
          rows = await file.read(region, rows);
          if (depth !== canvas.filled) expandTo16Bits(rows);
          for (let y = top; y < top + region.height; y++) {
            const subjectY = y - subject.top;
            const isInside = subjectY >= 0 && subjectY < subject.height;
            if (isInside)
              subjectPixels = await pixels.read(
                { left: 0, top: subjectY, width: subject.width, height: 1 },
                subjectPixels,
              );
            const subjectRow =
              isInside && subjectPixels !== undefined ? { left: subject.left, pixels: subjectPixels } : null;
            compositeRow(
              rows.subarray((y - top) * width * 4, (y - top + 1) * width * 4),
              canvas,
              y,
              shadow,
              subjectRow,
              shades,
            );
            await yieldToEventLoop();
          }
          await file.write(region, rows);
        }
      }),
    'r+',
  );
}
