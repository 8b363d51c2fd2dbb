/**
 * Builds HEIC files box by box, with the features of telephones: tiles, rotation, mirroring, several pictures. ISO/IEC
 * 23008-12.
 */
import { type HeicName, heicBytes } from './heic.ts';

const uint8 = (...values: number[]) => Buffer.from(values);
const uint16 = (...values: number[]) => Buffer.from(values.flatMap((value) => [value >> 8, value & 255]));
const uint32 = (...values: number[]) => Buffer.concat(values.map((value) => uint16(value >>> 16, value & 0xffff)));
const box = (type: string, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts);
  return Buffer.concat([uint32(content.length + 8), Buffer.from(type, 'latin1'), content]);
};
/** With version and flags. */
const fullBox = (type: string, version: number, ...parts: Buffer[]) => box(type, uint8(version, 0, 0, 0), ...parts);

export interface HeicItem {
  readonly type: 'hvc1' | 'grid' | 'Exif';
  readonly data: Buffer;
  /** Complete boxes, in the order of application. */
  readonly properties?: readonly Buffer[];
  /** Not shown on its own, for example a tile. */
  readonly hidden?: boolean;
  /** Ids of the referenced items: positions in the list, from 1. */
  readonly refers?: readonly { readonly as: 'dimg' | 'auxl' | 'cdsc'; readonly to: readonly number[] }[];
}

export const turned = (quarters: 0 | 1 | 2 | 3) => box('irot', uint8(quarters));
/** 0 swaps top and bottom, 1 left and right. */
export const mirrored = (axis: 0 | 1) => box('imir', uint8(axis));
export const sized = (width: number, height: number) => fullBox('ispe', 0, uint32(width, height));

/** The coded picture of a test file: 240 × 160 px. */
export function coded(name: HeicName, ...properties: Buffer[]): HeicItem {
  const file = heicBytes(name);
  const inBox = (type: string) => {
    const at = file.indexOf(type, 0, 'latin1') - 4;
    return file.subarray(at, at + file.readUInt32BE(at));
  };
  // Version 0, sizes of four bytes, a base, one extent: item 1 comes first.
  const iloc = inBox('iloc');
  const [from, length] = [iloc.readUInt32BE(20) + iloc.readUInt32BE(26), iloc.readUInt32BE(30)];
  const data = file.subarray(from, from + length);
  return { type: 'hvc1', data, properties: [inBox('hvcC'), sized(240, 160), ...properties] };
}

export const tile = (name: HeicName): HeicItem => ({ ...coded(name), hidden: true });

export interface Grid {
  readonly rows: number;
  readonly columns: number;
  /** Output size in px; tiles at the right and bottom may extend beyond it. */
  readonly width: number;
  readonly height: number;
  readonly tiles: readonly number[];
  readonly properties?: readonly Buffer[];
}

export function grid({ rows, columns, width, height, tiles, properties = [] }: Grid): HeicItem {
  return {
    type: 'grid',
    data: Buffer.concat([uint8(0, 1, rows - 1, columns - 1), uint32(width, height)]),
    properties: [sized(width, height), ...properties],
    refers: [{ as: 'dimg', to: tiles }],
  };
}

/** @param primary id of the primary item */
export function heicOf(items: readonly HeicItem[], primary: number): Buffer {
  const properties = items.flatMap((item) => item.properties ?? []);
  let used = 0;
  const associations = items.flatMap(({ properties: own = [] }, index) => {
    if (own.length === 0) return [];
    const ids = own.map((_, k) => 0x80 | (used + k + 1));
    used += own.length;
    return [Buffer.concat([uint16(index + 1), uint8(own.length, ...ids)])];
  });
  const references = items.flatMap(({ refers = [] }, index) =>
    refers.map(({ as, to }) => box(as, uint16(index + 1, to.length, ...to))),
  );
  const meta = (dataAt: number) => {
    let at = dataAt;
    const places = items.map(({ data }, index) => {
      const place = Buffer.concat([uint16(index + 1, 0, 1), uint32(at, data.length)]);
      at += data.length;
      return place;
    });
    const entries = items.map(({ type, hidden = false }, index) =>
      box('infe', uint8(2, 0, 0, hidden ? 1 : 0), uint16(index + 1, 0), Buffer.from(`${type}\0`, 'latin1')),
    );
    return fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, uint32(0), Buffer.from('pict', 'latin1'), Buffer.alloc(13)),
      fullBox('pitm', 0, uint16(primary)),
      fullBox('iloc', 0, uint8(0x44, 0), uint16(items.length), ...places),
      fullBox('iinf', 0, uint16(items.length), ...entries),
      box('iprp', box('ipco', ...properties), fullBox('ipma', 0, uint32(associations.length), ...associations)),
      ...(references.length > 0 ? [fullBox('iref', 0, ...references)] : []),
    );
  };
  const ftyp = box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1'));
  const mdat = box('mdat', ...items.map(({ data }) => data));
  return Buffer.concat([ftyp, meta(ftyp.length + meta(0).length + 8), mdat]);
}
