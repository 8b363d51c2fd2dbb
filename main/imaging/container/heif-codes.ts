/** Color codes of the primary picture of an AVIF or HEIF file. ISO/IEC 14496-12 and 23008-12. */

import { boxesIn, contentOf, type HeifBox, readMetaBoxes } from './heif-boxes.ts';
import { openFile } from './pinned-files.ts';

/** Code points of ITU-T H.273. */
export interface ColorCodes {
  readonly primaries: number;
  readonly transfer: number;
}

/** Returns null if the file has none, is damaged, or has an ICC profile, which takes precedence. */
export async function readColorCodes(path: string): Promise<ColorCodes | null> {
  const file = await openFile(path);
  try {
    const boxes = await readMetaBoxes(file);
    return boxes === null ? null : codesIn(boxes);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  } finally {
    await file.close();
  }
}

function codesIn(boxes: readonly HeifBox[]): ColorCodes | null {
  const properties = boxesIn(contentOf(boxes, 'iprp') ?? Buffer.alloc(0));
  const all = boxesIn(contentOf(properties, 'ipco') ?? Buffer.alloc(0));
  const primary = primaryItem(contentOf(boxes, 'pitm'));
  const colors = properties
    .filter(({ type }) => type === 'ipma')
    .flatMap(({ content }) => associated(content, primary))
    .map((index) => all[index - 1])
    .filter((property) => property?.type === 'colr');
  let codes: ColorCodes | null = null;
  for (const property of colors) {
    const kind = property?.content.toString('latin1', 0, 4);
    if (kind === 'prof' || kind === 'rICC') return null;
    if (property === undefined || kind !== 'nclx') continue;
    codes ??= { primaries: property.content.readUInt16BE(4), transfer: property.content.readUInt16BE(6) };
  }
  return codes;
}

function primaryItem(content: Buffer | undefined): number | null {
  if (content === undefined) return null;
  return content.readUInt8(0) === 0 ? content.readUInt16BE(4) : content.readUInt32BE(4);
}

/** Returns the indices, from 1, of an item's properties in an `ipma` box. */
function associated(content: Buffer, item: number | null): number[] {
  const isLongId = content.readUInt8(0) > 0;
  const isLongPlace = (content.readUInt8(3) & 1) === 1;
  const found: number[] = [];
  let offset = 8;
  for (let left = content.readUInt32BE(4); left > 0; left--) {
    const id = isLongId ? content.readUInt32BE(offset) : content.readUInt16BE(offset);
    offset += isLongId ? 4 : 2;
    const count = content.readUInt8(offset++);
    for (let index = 0; index < count; index++, offset += isLongPlace ? 2 : 1) {
      // The upper bit marks essential properties.
      const place = isLongPlace ? content.readUInt16BE(offset) & 0x7fff : content.readUInt8(offset) & 0x7f;
      if (id === item) found.push(place);
    }
  }
  return found;
}
