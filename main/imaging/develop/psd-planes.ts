/** Interleaves the planes of a Photoshop composite into pixels. */
import type { Size } from '../size.ts';

export interface PsdLayout extends Size {
  readonly depth: 8 | 16;
  /** All stored channels, and the colors among them. */
  readonly stored: number;
  readonly colours: 1 | 3;
  /** Whether the next channel is transparency. */
  readonly alpha: boolean;
}

const coding = { plain: 0, packBits: 1 } as const;

/**
 * Returns unassociated alpha, or null for another compression.
 * @throws RangeError if the file is cut short
 */
export function interleavePlanes(bytes: Buffer, offset: number, layout: PsdLayout): Uint8Array | Uint16Array | null {
  const { width, height, depth, stored, colours, alpha } = layout;
  const kind = bytes.readUInt16BE(offset);
  if (kind !== coding.plain && kind !== coding.packBits) return null;
  const channels = colours + (alpha ? 1 : 0);
  const rowBytes = (width * depth) / 8;
  const bytesOfPlanes = rowBytes * height * channels;
  // A small file may claim any size. PackBits expands 2 bytes to 128 at most.
  const minBytes = kind === coding.plain ? bytesOfPlanes : 2 * height * stored + bytesOfPlanes / 64;
  if (offset + 2 + minBytes > bytes.length) throw new RangeError('the composite is cut short');
  const samples = depth === 8 ? new Uint8Array(width * height * channels) : new Uint16Array(width * height * channels);
  const row = Buffer.alloc(rowBytes);
  let from = offset + 2 + (kind === coding.packBits ? 2 * height * stored : 0);
  for (let channel = 0; channel < channels; channel++) {
    for (let y = 0; y < height; y++) {
      const length = kind === coding.plain ? rowBytes : bytes.readUInt16BE(offset + 2 + 2 * (channel * height + y));
      if (from + length > bytes.length) throw new RangeError('the composite is cut short');
      const coded = bytes.subarray(from, from + length);
      from += length;
      const numbers = kind === coding.plain ? coded : unpackRow(coded, row);
      for (let x = 0, to = y * width * channels + channel; x < width; x++, to += channels) {
        samples[to] = depth === 8 ? (numbers[x] as number) : numbers.readUInt16BE(2 * x);
      }
    }
  }
  if (alpha) removeWhite(samples, channels, depth === 8 ? 255 : 65535);
  return samples;
}

/** @throws RangeError if the row is too short or too long */
function unpackRow(coded: Buffer, row: Buffer): Buffer {
  let to = 0;
  for (let offset = 0; offset < coded.length && to < row.length; ) {
    const count = coded.readInt8(offset);
    if (count === -128) offset += 1;
    else if (count < 0) {
      row.fill(coded.readUInt8(offset + 1), to, Math.min(row.length, to + 1 - count));
      to += 1 - count;
      offset += 2;
    } else {
      to += coded.copy(row, to, offset + 1, offset + 2 + count);
      offset += 2 + count;
    }
  }
  if (to < row.length) throw new RangeError('a row is cut short');
  return row;
}

/** Photoshop blends transparent composites with white. */
function removeWhite(samples: Uint8Array | Uint16Array, channels: number, white: number): void {
  for (let offset = 0; offset < samples.length; offset += channels) {
    const alpha = samples[offset + channels - 1] as number;
    if (alpha === 0 || alpha === white) continue;
    for (let k = offset; k < offset + channels - 1; k++) {
      const value = (((samples[k] as number) - (white - alpha)) * white) / alpha;
      samples[k] = Math.max(0, Math.min(white, Math.round(value)));
    }
  }
}
