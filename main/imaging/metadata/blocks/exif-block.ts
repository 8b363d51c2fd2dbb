/** Changes an EXIF block in place, because makers' notes refer into it by position. */
import { type ExifField, writeBlock } from '../../container/exif-tree.ts';
import { bytesPerType, fieldType, tag } from '../../container/tiff-tags.ts';
import type { Orientation } from '../../decode/image-facts.ts';
import { orientationOf } from '../../decode/image-facts.ts';
import type { Size } from '../../size.ts';

/** Facts of the finished photograph. */
export interface FinishedFacts extends Size {
  readonly srgb: boolean;
  /** Whether only the profile describes the colors. */
  readonly uncalibrated?: boolean;
  /** Whether positions in px have changed. */
  readonly isMoved?: boolean;
}

/** Returns an upright copy of `block` with the facts and without preview; null for an invalid block. */
export function updateExifForResult(block: Uint8Array, finished: FinishedFacts): Buffer | null {
  return editBlock(block, ({ bytes, view, main, isLittleEndian }) => {
    const entries = readEntries(view, main, isLittleEndian);
    setNumber(view, isLittleEndian, entries.get(tag.orientation), 1);
    setNumber(view, isLittleEndian, entries.get(tag.imageWidth), finished.width);
    setNumber(view, isLittleEndian, entries.get(tag.imageLength), finished.height);
    const exif = entries.get(tag.exifDirectory);
    if (exif !== undefined) {
      const inner = readEntries(view, view.getUint32(exif + 8, isLittleEndian), isLittleEndian);
      setNumber(view, isLittleEndian, inner.get(tag.pixelXDimension), finished.width);
      setNumber(view, isLittleEndian, inner.get(tag.pixelYDimension), finished.height);
      if (finished.srgb) setNumber(view, isLittleEndian, inner.get(tag.colorSpace), 1);
      else if (finished.uncalibrated === true) setNumber(view, isLittleEndian, inner.get(tag.colorSpace), 0xffff);
      if (finished.isMoved) removeEntries(view, view.getUint32(exif + 8, isLittleEndian), isLittleEndian, positionTags);
    }
    if (finished.isMoved) removeEntries(view, main, isLittleEndian, positionTags);
    removePreview(view, bytes, main, isLittleEndian);
    return bytes;
  });
}

/** `main` is the offset of the main directory. */
interface BlockView {
  readonly bytes: Buffer;
  readonly view: DataView;
  readonly main: number;
  readonly isLittleEndian: boolean;
}

function editBlock(block: Uint8Array, change: (copy: BlockView) => Buffer): Buffer | null {
  const bytes = Buffer.from(block);
  try {
    const isLittleEndian = bytes.toString('latin1', 0, 2) === 'II';
    if (!isLittleEndian && bytes.toString('latin1', 0, 2) !== 'MM') return null;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return change({ bytes, view, main: view.getUint32(4, isLittleEndian), isLittleEndian: isLittleEndian });
  } catch (error) {
    // An offset leads outside the block.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Adds or replaces fields of the main directory, which moves to the end. Returns null for an invalid block. */
export function addFields(
  block: Uint8Array,
  fields: readonly ExifField[],
  removedTags: readonly number[] = [],
): Buffer | null {
  return editBlock(block, ({ bytes, view, main, isLittleEndian }) => {
    const count = view.getUint16(main, isLittleEndian);
    const out = new Set([...removedTags, ...fields.map((field) => field.tag)]);
    const kept = [...readEntries(view, main, isLittleEndian)].filter(([number]) => !out.has(number));
    const directoryOffset = bytes.length + (bytes.length % 2);
    const valuesAt = directoryOffset + 2 + (kept.length + fields.length) * 12 + 4;
    const values = Buffer.concat(fields.map(({ value }) => Buffer.concat([value, Buffer.alloc(value.length % 2)])));
    const table = Buffer.alloc(valuesAt - directoryOffset);
    const written = new DataView(table.buffer, table.byteOffset, table.byteLength);
    written.setUint16(0, kept.length + fields.length, isLittleEndian);
    let next = valuesAt;
    const entries = [
      ...kept.map(([number, from]) => ({ number, bytes: bytes.subarray(from, from + 12) })),
      ...fields.map((field) => {
        const entry = Buffer.alloc(12);
        const to = new DataView(entry.buffer, entry.byteOffset, entry.byteLength);
        to.setUint16(0, field.tag, isLittleEndian);
        to.setUint16(2, field.type, isLittleEndian);
        to.setUint32(4, field.count, isLittleEndian);
        if (field.value.length <= 4) field.value.copy(entry, 8);
        else to.setUint32(8, next, isLittleEndian);
        next += field.value.length + (field.value.length % 2);
        return { number: field.tag, bytes: entry };
      }),
    ].sort((a, b) => a.number - b.number);
    entries.forEach((entry, index) => {
      entry.bytes.copy(table, 2 + index * 12);
    });
    written.setUint32(table.length - 4, view.getUint32(main + 2 + count * 12, isLittleEndian), isLittleEndian);
    view.setUint32(4, directoryOffset, isLittleEndian);
    return Buffer.concat([bytes, Buffer.alloc(bytes.length % 2), table, values]);
  });
}

/** Creates a UTF-8 field of the main directory. */
export function textField(number: number, text: string): ExifField {
  const value = Buffer.from(`${text}\0`, 'utf8');
  return { tag: number, type: fieldType.ascii, count: value.length, value };
}

/** '' removes one of the `before` texts. */
export interface TextChange {
  readonly tag: number;
  readonly text: string;
  readonly before: readonly string[];
}

/** An invalid block is replaced. */
export function setExifTexts(block: Buffer | null, texts: readonly TextChange[]): Buffer | null {
  const fields = texts.filter(({ text }) => text !== '').map(({ tag: number, text }) => textField(number, text));
  const removedTags = texts.filter(
    ({ tag: number, text, before }) => text === '' && before.includes(readText(block, number)),
  );
  if (fields.length === 0 && removedTags.length === 0) return block;
  const made =
    block &&
    addFields(
      block,
      fields,
      removedTags.map((each) => each.tag),
    );
  return made ?? (fields.length === 0 ? block : writeBlock({ image: fields, exif: [], gps: [] }));
}

function readText(block: Buffer | null, number: number): string {
  let text = '';
  if (block === null) return text;
  editBlock(block, ({ bytes, view, main, isLittleEndian }) => {
    const entry = readEntries(view, main, isLittleEndian).get(number);
    if (entry === undefined || view.getUint16(entry + 2, isLittleEndian) !== fieldType.ascii) return bytes;
    const length = view.getUint32(entry + 4, isLittleEndian);
    const from = length > 4 ? view.getUint32(entry + 8, isLittleEndian) : entry + 8;
    text = bytes
      .toString('utf8', from, from + length)
      .replaceAll('\0', '')
      .trim();
    return bytes;
  });
  return text;
}

export function orientationIn(block: Uint8Array | null): Orientation {
  let orientation: number | undefined;
  if (block !== null)
    editBlock(block, ({ bytes, view, main, isLittleEndian }) => {
      const entry = readEntries(view, main, isLittleEndian).get(tag.orientation);
      orientation = entry === undefined ? undefined : view.getUint16(entry + 8, isLittleEndian);
      return bytes;
    });
  return orientationOf({ orientation });
}

/** Returns the end of all referenced data; null for an invalid block. */
export function exifBlockEnd(block: Uint8Array): number | null {
  let end = 0;
  const read = editBlock(block, ({ bytes, view, main, isLittleEndian }) => {
    const collect = (offset: number): void => {
      const entries = readEntries(view, offset, isLittleEndian);
      end = Math.max(end, offset + 2 + view.getUint16(offset, isLittleEndian) * 12 + 4);
      for (const entry of entries.values()) {
        const length =
          (bytesPerType[view.getUint16(entry + 2, isLittleEndian)] ?? 0) * view.getUint32(entry + 4, isLittleEndian);
        if (length > 4) end = Math.max(end, view.getUint32(entry + 8, isLittleEndian) + length);
      }
      for (const link of [tag.exifDirectory, tag.gpsDirectory, tag.interopDirectory]) {
        const entry = entries.get(link);
        if (entry !== undefined) collect(view.getUint32(entry + 8, isLittleEndian));
      }
    };
    collect(main);
    return bytes;
  });
  return read && end;
}

/** Returns false for an invalid block. */
export function hasMakerNotes(block: Uint8Array): boolean {
  let has = false;
  editBlock(block, ({ bytes, view, main, isLittleEndian }) => {
    const exif = readEntries(view, main, isLittleEndian).get(tag.exifDirectory);
    has =
      exif !== undefined &&
      readEntries(view, view.getUint32(exif + 8, isLittleEndian), isLittleEndian).has(tag.makerNote);
    return bytes;
  });
  return has;
}

/** Offset of each tag's 12-byte entry. */
function readEntries(view: DataView, offset: number, isLittleEndian: boolean): Map<number, number> {
  const entries = new Map<number, number>();
  const count = view.getUint16(offset, isLittleEndian);
  for (let index = 0; index < count; index++) {
    const entry = offset + 2 + index * 12;
    entries.set(view.getUint16(entry, isLittleEndian), entry);
  }
  return entries;
}

function setNumber(view: DataView, isLittleEndian: boolean, entry: number | undefined, value: number): void {
  if (entry === undefined) return;
  const type = view.getUint16(entry + 2, isLittleEndian);
  if (type === fieldType.long) view.setUint32(entry + 8, value, isLittleEndian);
  else if (type === fieldType.short && value <= 0xffff) view.setUint16(entry + 8, value, isLittleEndian);
}

const positionTags: readonly number[] = [tag.subjectArea, tag.subjectLocation];

/** Shortens the directory in place. */
function removeEntries(view: DataView, directory: number, isLittleEndian: boolean, tags: readonly number[]): void {
  const count = view.getUint16(directory, isLittleEndian);
  const end = directory + 2 + count * 12 + 4;
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  let left = count;
  for (let index = count - 1; index >= 0; index--) {
    const entry = directory + 2 + index * 12;
    if (!tags.includes(view.getUint16(entry, isLittleEndian))) continue;
    bytes.copyWithin(entry, entry + 12, end);
    bytes.fill(0, end - 12, end);
    left -= 1;
  }
  view.setUint16(directory, left, isLittleEndian);
}

/** Unlinks the second directory and clears the preview's bytes. */
function removePreview(view: DataView, bytes: Buffer, main: number, isLittleEndian: boolean): void {
  const link = main + 2 + view.getUint16(main, isLittleEndian) * 12;
  const second = view.getUint32(link, isLittleEndian);
  if (second === 0) return;
  view.setUint32(link, 0, isLittleEndian);
  const entries = readEntries(view, second, isLittleEndian);
  const offset = entries.get(tag.thumbnailOffset);
  const length = entries.get(tag.thumbnailLength);
  if (offset === undefined || length === undefined || bytesPerType[view.getUint16(offset + 2, isLittleEndian)] !== 4)
    return;
  const from = view.getUint32(offset + 8, isLittleEndian);
  bytes.fill(0, from, from + view.getUint32(length + 8, isLittleEndian));
}

/** Removes a decoder's "Exif" prefix. */
export function stripExifPrefix(exif: Buffer | undefined): Buffer | null {
  if (exif === undefined) return null;
  return exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
}
