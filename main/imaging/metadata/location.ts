/** Takes out of the data about a photograph where it was taken: EXIF, XMP and IPTC each have places for that. */

import { tag } from '../container/tags.ts';
import { xmpWithout } from '../xmp/merge.ts';
import { aboutDataset, aboutProperty } from './groups.ts';
import type { Parts, PartsChange } from './replace-parts.ts';

/** What of `parts` is different without the location; empty where there is none. */
export function withoutLocation({ exif, xmp, iptc }: Parts): PartsChange {
  const bareExif = exif && withoutGps(exif);
  const bareXmp = xmp && xmpWithout(xmp, isLocation);
  const bareIptc = iptc && withoutPlaces(iptc);
  return {
    ...(exif === bareExif ? {} : { exif: bareExif }),
    // Of a packet that cannot be read nobody knows what it says.
    ...(xmp !== null && (bareXmp === null || !bareXmp.equals(xmp)) ? { xmp: bareXmp } : {}),
    ...(iptc === null || bareIptc?.equals(iptc) ? {} : { iptc: bareIptc }),
  };
}

/** Any of these in a packet that is not looked into says where. */
export const locationWords = ['GPSL', 'LocationShown', 'LocationCreated'] as const;

const isLocation = (namespace: string, name: string) => aboutProperty(namespace, name) === 'location';

function withoutPlaces(records: Buffer): Buffer {
  const kept: Buffer[] = [];
  for (let at = 0; at + 5 <= records.length && records[at] === 0x1c; ) {
    const size = records.readUInt16BE(at + 3);
    // Longer ones state the length of their length; no place is that long.
    if (size >= 0x8000) {
      kept.push(records.subarray(at));
      break;
    }
    const end = at + 5 + size;
    if (aboutDataset(records[at + 1] ?? 0, records[at + 2] ?? 0) !== 'location') kept.push(records.subarray(at, end));
    at = end;
  }
  return Buffer.concat(kept);
}

/**
 * The block without its GPS directory, changed in place, so that makers' notes stay valid: the link is taken out of the table
 * and what it leads to is blanked. The same block where there is none; null where it cannot be read.
 */
function withoutGps(block: Buffer): Buffer | null {
  try {
    const order = block.toString('latin1', 0, 2);
    if (order !== 'II' && order !== 'MM') return null;
    const little = order === 'II';
    const bytes = Buffer.from(block);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const table = view.getUint32(4, little);
    const count = view.getUint16(table, little);
    const entryAt = (directory: number, index: number) => directory + 2 + index * 12;
    for (let index = 0; index < count; index += 1) {
      const entry = entryAt(table, index);
      if (view.getUint16(entry, little) !== tag.gpsDirectory) continue;
      blank(view, bytes, view.getUint32(entry + 8, little), little);
      const end = entryAt(table, count) + 4;
      bytes.copyWithin(entry, entry + 12, end);
      bytes.fill(0, end - 12, end);
      view.setUint16(table, count - 1, little);
      return bytes;
    }
    return block;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function blank(view: DataView, bytes: Buffer, directory: number, little: boolean): void {
  const count = view.getUint16(directory, little);
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12;
    // No value of a position is longer than three fractions; text (the area's name) may be.
    const length = view.getUint32(entry + 4, little) * (view.getUint16(entry + 2, little) === 5 ? 8 : 1);
    if (length > 4) {
      const at = view.getUint32(entry + 8, little);
      bytes.fill(0, at, Math.min(bytes.length, at + length));
    }
  }
  bytes.fill(0, directory, Math.min(bytes.length, directory + 2 + count * 12 + 4));
}
