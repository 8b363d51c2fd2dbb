/** Changes an EXIF block in place, because makers' notes refer into it by position. */
import { type ExifField, writeBlock } from '../../container/exif-tree.ts';
import { bytesPerType, fieldType, tag } from '../../container/tiff-tags.ts';
import { type Orientation, orientationOf } from '../../decode/image-facts.ts';
import type { Size } from '../../size.ts';

/** Facts of the finished photograph. */
export interface FinishedFacts extends Size {
  readonly isSrgb: boolean;
  /** Whether only the profile describes the colors. */
  readonly isUncalibrated?: boolean;
  /** Whether positions in px have changed. */
  readonly isMoved?: boolean;
}

const positionTags: readonly number[] = [tag.subjectArea, tag.subjectLocation];

/** Returns an upright copy of `block` with the facts and without preview; null for an invalid block. */
export function updateExifForResult(block: Uint8Array, finished: FinishedFacts): Buffer | null {
  return withCopy(block, (copy) => {
    const entries = copy.entriesOf(copy.main);
    copy.setNumber(entries.get(tag.orientation), 1);
    copy.setNumber(entries.get(tag.imageWidth), finished.width);
    copy.setNumber(entries.get(tag.imageLength), finished.height);
    const exif = entries.get(tag.exifDirectory);
    if (exif !== undefined) {
      const directory = copy.long(exif + 8);
      const inner = copy.entriesOf(directory);
      copy.setNumber(inner.get(tag.pixelXDimension), finished.width);
      copy.setNumber(inner.get(tag.pixelYDimension), finished.height);
      if (finished.isSrgb) copy.setNumber(inner.get(tag.colorSpace), 1);
      else if (finished.isUncalibrated === true) copy.setNumber(inner.get(tag.colorSpace), 0xffff);
      if (finished.isMoved) copy.removeEntries(directory, positionTags);
    }
    if (finished.isMoved) copy.removeEntries(copy.main, positionTags);
    copy.removePreview();
    return copy.bytes;
  });
}

/** Adds or replaces fields of the main directory, which moves to the end. Returns null for an invalid block. */
export function addFields(
  block: Uint8Array,
  fields: readonly ExifField[],
  removedTags: readonly number[] = [],
): Buffer | null {
  return withCopy(block, (copy) => {
    const { bytes, main } = copy;
    const replacedTags = new Set([...removedTags, ...fields.map((field) => field.tag)]);
    const remaining = [...copy.entriesOf(main)].filter(([number]) => !replacedTags.has(number));
    const nextDirectory = copy.long(main + 2 + copy.short(main) * 12);
    const directoryOffset = bytes.length + (bytes.length % 2);
    const valuesOffset = directoryOffset + 2 + (remaining.length + fields.length) * 12 + 4;
    let next = valuesOffset;
    const added = fields.map((field) => {
      const entry = copy.createEntry(field, next);
      next += field.value.length + (field.value.length % 2);
      return { number: field.tag, entry };
    });
    const old = remaining.map(([number, from]) => ({ number, entry: bytes.subarray(from, from + 12) }));
    const table = new BlockView(Buffer.alloc(valuesOffset - directoryOffset), copy.isLittleEndian);
    table.setShort(0, remaining.length + fields.length);
    for (const [index, { entry }] of [...old, ...added].sort((a, b) => a.number - b.number).entries())
      entry.copy(table.bytes, 2 + index * 12);
    table.setLong(table.bytes.length - 4, nextDirectory);
    copy.setLong(4, directoryOffset);
    const values = fields.flatMap(({ value }) => [value, Buffer.alloc(value.length % 2)]);
    return Buffer.concat([bytes, Buffer.alloc(bytes.length % 2), table.bytes, ...values]);
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
  const removedTags = texts
    .filter(({ tag: number, text, before }) => text === '' && before.includes(readText(block, number)))
    .map((each) => each.tag);
  if (fields.length === 0 && removedTags.length === 0) return block;
  const changed = block && addFields(block, fields, removedTags);
  return changed ?? (fields.length === 0 ? block : writeBlock({ image: fields, exif: [], gps: [] }));
}

function readText(block: Buffer | null, number: number): string {
  const text = withCopy(block, (copy) => {
    const entry = copy.entriesOf(copy.main).get(number);
    if (entry === undefined || copy.short(entry + 2) !== fieldType.ascii) return '';
    const length = copy.long(entry + 4);
    const from = length > 4 ? copy.long(entry + 8) : entry + 8;
    return copy.bytes
      .toString('utf8', from, from + length)
      .replaceAll('\0', '')
      .trim();
  });
  return text ?? '';
}

export function orientationIn(block: Uint8Array | null): Orientation {
  const orientation = withCopy(block, (copy) => {
    const entry = copy.entriesOf(copy.main).get(tag.orientation);
    return entry === undefined ? null : copy.short(entry + 8);
  });
  return orientationOf({ orientation: orientation ?? undefined });
}

/** Returns the end of all referenced data; null for an invalid block. */
export function exifBlockEnd(block: Uint8Array): number | null {
  return withCopy(block, (copy) => {
    let end = 0;
    const collect = (directory: number): void => {
      const entries = copy.entriesOf(directory);
      end = Math.max(end, directory + 2 + copy.short(directory) * 12 + 4);
      for (const entry of entries.values()) {
        const length = (bytesPerType[copy.short(entry + 2)] ?? 0) * copy.long(entry + 4);
        if (length > 4) end = Math.max(end, copy.long(entry + 8) + length);
      }
      for (const link of [tag.exifDirectory, tag.gpsDirectory, tag.interopDirectory]) {
        const entry = entries.get(link);
        if (entry !== undefined) collect(copy.long(entry + 8));
      }
    };
    collect(copy.main);
    return end;
  });
}

/** Returns false for an invalid block. */
export function hasMakerNotes(block: Uint8Array): boolean {
  const hasNotes = withCopy(block, (copy) => {
    const exif = copy.entriesOf(copy.main).get(tag.exifDirectory);
    return exif !== undefined && copy.entriesOf(copy.long(exif + 8)).has(tag.makerNote);
  });
  return hasNotes ?? false;
}

/** Removes a decoder's "Exif" prefix. */
export function stripExifPrefix(exif: Buffer | undefined): Buffer | null {
  if (exif === undefined) return null;
  return exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
}

/** Calls `use` with a copy of a block. Returns null for an invalid block. */
function withCopy<T>(block: Uint8Array | null, use: (copy: BlockView) => T): T | null {
  if (block === null) return null;
  const bytes = Buffer.from(block);
  const order = bytes.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return null;
  try {
    return use(new BlockView(bytes, order === 'II'));
  } catch (error) {
    // An offset leads outside the block.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Numbers and directories of a block in its byte order. Methods throw RangeError outside the block. */
class BlockView {
  readonly bytes: Buffer;
  readonly isLittleEndian: boolean;
  readonly #view: DataView;

  constructor(bytes: Buffer, isLittleEndian: boolean) {
    this.bytes = bytes;
    this.isLittleEndian = isLittleEndian;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Offset of the main directory. */
  get main(): number {
    return this.long(4);
  }

  short(offset: number): number {
    return this.#view.getUint16(offset, this.isLittleEndian);
  }

  long(offset: number): number {
    return this.#view.getUint32(offset, this.isLittleEndian);
  }

  setShort(offset: number, value: number): void {
    this.#view.setUint16(offset, value, this.isLittleEndian);
  }

  setLong(offset: number, value: number): void {
    this.#view.setUint32(offset, value, this.isLittleEndian);
  }

  /** Returns the offset of each tag's 12-byte entry. */
  entriesOf(directory: number): Map<number, number> {
    const entries = new Map<number, number>();
    const count = this.short(directory);
    for (let index = 0; index < count; index++) {
      const entry = directory + 2 + index * 12;
      entries.set(this.short(entry), entry);
    }
    return entries;
  }

  /** Sets an existing SHORT or LONG. */
  setNumber(entry: number | undefined, value: number): void {
    if (entry === undefined) return;
    const type = this.short(entry + 2);
    if (type === fieldType.long) this.setLong(entry + 8, value);
    else if (type === fieldType.short && value <= 0xffff) this.setShort(entry + 8, value);
  }

  /** @param valueOffset of a value that does not fit into the entry */
  createEntry(field: ExifField, valueOffset: number): Buffer {
    const entry = new BlockView(Buffer.alloc(12), this.isLittleEndian);
    entry.setShort(0, field.tag);
    entry.setShort(2, field.type);
    entry.setLong(4, field.count);
    if (field.value.length <= 4) field.value.copy(entry.bytes, 8);
    else entry.setLong(8, valueOffset);
    return entry.bytes;
  }

  /** Shortens a directory in place. */
  removeEntries(directory: number, tags: readonly number[]): void {
    const count = this.short(directory);
    const end = directory + 2 + count * 12 + 4;
    // Unlike a Buffer, clips ranges beyond its end.
    const bytes = new Uint8Array(this.bytes.buffer, this.bytes.byteOffset, this.bytes.byteLength);
    let remaining = count;
    for (let index = count - 1; index >= 0; index--) {
      const entry = directory + 2 + index * 12;
      if (!tags.includes(this.short(entry))) continue;
      bytes.copyWithin(entry, entry + 12, end);
      bytes.fill(0, end - 12, end);
      remaining -= 1;
    }
    this.setShort(directory, remaining);
  }

  /** Unlinks the second directory and clears the preview's bytes. */
  removePreview(): void {
    const link = this.main + 2 + this.short(this.main) * 12;
    const second = this.long(link);
    if (second === 0) return;
    this.setLong(link, 0);
    const entries = this.entriesOf(second);
    const offset = entries.get(tag.thumbnailOffset);
    const length = entries.get(tag.thumbnailLength);
    if (offset === undefined || length === undefined || bytesPerType[this.short(offset + 2)] !== 4) return;
    const from = this.long(offset + 8);
    this.bytes.fill(0, from, from + this.long(length + 8));
  }
}
