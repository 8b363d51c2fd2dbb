/** Composite of a document's visible layers, for programs that do not read layers. */
import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Size } from '../size.ts';
import { createYielder } from '../yield-to-event-loop.ts';
import { channelPlane, type Plane } from './channel-planes.ts';
import type { PsdLayer } from './write-psd.ts';

const stripe = 64;

export interface Flattened {
  /** Red, green and blue on white, as in Photoshop, and alpha unless all is opaque. */
  readonly planes: readonly Plane[];
  /** Removes the temporary file. */
  close(): Promise<void>;
}

/** Disk: 4 bytes a pixel in `to`. */
export async function flattenLayers(
  layers: readonly PsdLayer[],
  { width, height }: Size,
  to: string,
  signal: AbortSignal,
): Promise<Flattened> {
  const path = join(to, `flattened-${randomUUID()}.rgba`);
  const file = await open(path, 'wx+');
  const close = async () => {
    await file.close();
    await rm(path, { force: true });
  };
  const yieldToEventLoop = createYielder(signal);
  const visible = layers.filter(({ hidden }) => !hidden);
  let isOpaque = true;
  try {
    for (let top = 0; top < height; top += stripe) {
      const count = Math.min(stripe, height - top);
      const rows = new Uint8Array(width * count * 4);
      for (let i = 0; i < rows.length; i += 4) rows.set([255, 255, 255, 0], i);
      for (const layer of visible) await compositeLayer(layer, rows, { top, count, width }, yieldToEventLoop);
      for (let i = 3; isOpaque && i < rows.length; i += 4) isOpaque = rows[i] === 255;
      await file.write(rows, 0, rows.length, top * width * 4);
    }
  } catch (error) {
    await close();
    throw error;
  }
  const read = async ({ top, height: count }: { top: number; height: number }) => {
    const rows = new Uint8Array(width * count * 4);
    await file.read(rows, 0, rows.length, top * width * 4);
    return rows;
  };
  const pixels = { width, height, channels: 4 as const, read };
  return { planes: (isOpaque ? [0, 1, 2] : [0, 1, 2, 3]).map((channel) => channelPlane(pixels, channel)), close };
}

interface Stripe {
  readonly top: number;
  readonly count: number;
  readonly width: number;
}

/** Composites a layer: a = alpha · mask, color · a + below · (1 − a). */
async function compositeLayer(
  layer: PsdLayer,
  rows: Uint8Array,
  stripe: Stripe,
  yieldToEventLoop: ReturnType<typeof createYielder>,
) {
  const planes = await Promise.all(layer.planes.map((plane) => readPlaneInStripe(plane, layer, stripe)));
  const [red, green, blue, alpha] = planes;
  const mask = layer.mask === null ? undefined : await readPlaneInStripe(layer.mask.plane, layer.mask, stripe);
  if (!red || !green || !blue) return;
  const opacity = alpha ?? (await opaqueCover(layer, stripe));
  for (let y = 0; y < stripe.count; y++) {
    await yieldToEventLoop();
    for (let i = y * stripe.width; i < (y + 1) * stripe.width; i++) {
      const a = mask === undefined ? opacity[i]! : Math.round((opacity[i]! * mask[i]!) / 255);
      if (a === 0) continue;
      const offset = i * 4;
      rows[offset] = mix(red[i]!, rows[offset]!, a);
      rows[offset + 1] = mix(green[i]!, rows[offset + 1]!, a);
      rows[offset + 2] = mix(blue[i]!, rows[offset + 2]!, a);
      rows[offset + 3] = mix(255, rows[offset + 3]!, a);
    }
  }
}

function mix(above: number, below: number, alpha: number): number {
  return Math.round((above * alpha + below * (255 - alpha)) / 255);
}

/** Returns a plane's rows within the stripe, at their position; 0 elsewhere. */
async function readPlaneInStripe(plane: Plane, position: { left: number; top: number }, { top, count, width }: Stripe) {
  const first = Math.max(top, position.top);
  const last = Math.min(top + count, position.top + plane.height);
  if (first >= last) return new Uint8Array(width * count);
  const rows = await plane.rows(first - position.top, last - first);
  if (position.left === 0 && plane.width === width && last - first === count) return rows;
  const placed = new Uint8Array(width * count);
  for (let y = first; y < last; y++) {
    const from = (y - first) * plane.width;
    placed.set(rows.subarray(from, from + plane.width), (y - top) * width + position.left);
  }
  return placed;
}

/** A layer without alpha is opaque in its own rectangle. */
function opaqueCover(layer: PsdLayer, stripe: Stripe): Promise<Uint8Array> {
  const { width, height } = layer.planes[0] ?? { width: 0, height: 0 };
  const opaquePlane = {
    width,
    height,
    rows: async (_: number, count: number) => new Uint8Array(width * count).fill(255),
  };
  return readPlaneInStripe(opaquePlane, layer, stripe);
}
