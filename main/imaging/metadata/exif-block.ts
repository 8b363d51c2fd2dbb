/** Changes an EXIF block in place, so that makers' notes, which point into it by position, stay valid. */
import type { Size } from '../size.ts';
import { fieldType, tag, typeBytes } from './tags.ts';

/** What of a photograph's EXIF block is no longer true of the finished one. */
export interface Finished extends Size {
  /** True where the finished pixels are plain sRGB, whatever the source's were. */
  readonly srgb: boolean;
}

/**
 * A copy of `block` (a TIFF structure, without the "Exif" prefix) that says: upright, of this size, and without the small
 * preview, which shows the photograph as it was before. A block that cannot be read gives null.
 */
export function finishedBlock(block: Uint8Array, finished: Finished): Buffer | null {
  const bytes = Buffer.from(block);
  try {
    const little = bytes.toString('latin1', 0, 2) === 'II';
    if (!little && bytes.toString('latin1', 0, 2) !== 'MM') return null;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const main = view.getUint32(4, little);
    const entries = readEntries(view, main, little);
    setNumber(view, little, entries.get(tag.orientation), 1);
    setNumber(view, little, entries.get(tag.imageWidth), finished.width);
    setNumber(view, little, entries.get(tag.imageLength), finished.height);
    const exif = entries.get(tag.exifDirectory);
    if (exif !== undefined) {
      const inner = readEntries(view, view.getUint32(exif + 8, little), little);
      setNumber(view, little, inner.get(tag.pixelXDimension), finished.width);
      setNumber(view, little, inner.get(tag.pixelYDimension), finished.height);
      if (finished.srgb) setNumber(view, little, inner.get(tag.colorSpace), 1);
    }
    removePreview(view, bytes, main, little);
    return bytes;
  } catch (error) {
    // Offsets that lead outside the block: it is damaged, and better left out.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Position of each tag's 12-byte entry. */
function readEntries(view: DataView, at: number, little: boolean): Map<number, number> {
  const entries = new Map<number, number>();
  const count = view.getUint16(at, little);
  for (let index = 0; index < count; index++) {
    const entry = at + 2 + index * 12;
    entries.set(view.getUint16(entry, little), entry);
  }
  return entries;
}

function setNumber(view: DataView, little: boolean, entry: number | undefined, value: number): void {
  if (entry === undefined) return;
  const type = view.getUint16(entry + 2, little);
  if (type === fieldType.long) view.setUint32(entry + 8, value, little);
  else if (type === fieldType.short && value <= 0xffff) view.setUint16(entry + 8, value, little);
}

/** Unlinks the second directory and blanks the preview's bytes. */
function removePreview(view: DataView, bytes: Buffer, main: number, little: boolean): void {
  const link = main + 2 + view.getUint16(main, little) * 12;
  const second = view.getUint32(link, little);
  if (second === 0) return;
  view.setUint32(link, 0, little);
  const entries = readEntries(view, second, little);
  const offset = entries.get(tag.thumbnailOffset);
  const length = entries.get(tag.thumbnailLength);
  if (offset === undefined || length === undefined || typeBytes[view.getUint16(offset + 2, little)] !== 4) return;
  const from = view.getUint32(offset + 8, little);
  bytes.fill(0, from, from + view.getUint32(length + 8, little));
}
