/** Parses Canon's CR3, an ISO base media file; one track is the full-size JPEG. */
import type { Size } from '../../size.ts';
import type { JpegRange, RawFileInfo } from './embedded-jpegs.ts';
import { maxEntries, readPacket } from './embedded-jpegs.ts';
import { exifFromCr3 } from './raw-exif.ts';

const canon = '85c0b687820f11e08111f4ce462b6a48';
/** Top-level box (XMP specification, part 3, 1.3.9). */
const xmpType = 'be7acfcb97a942e89c71999491e3afac';
const typeBytes = 16;

interface Box {
  readonly type: string;
  /** Range of the content. */
  readonly from: number;
  readonly to: number;
}

/** @throws RangeError if a box leads out of the file */
export async function parseCr3(file: Buffer): Promise<RawFileInfo> {
  const top = boxes(file, { type: '', from: 0, to: file.length });
  const moov = top.find(({ type }) => type === 'moov');
  if (moov === undefined) throw new RangeError('no directory');
  const inside = boxes(file, moov);
  const canonBox = findUuidBox(file, inside, canon);
  const blocks = canonBox === null ? [] : boxes(file, canonBox);
  const block = (name: string) => {
    const found = blocks.find(({ type }) => type === name);
    return found === undefined ? null : file.subarray(found.from, found.to);
  };
  const tracks = inside.filter(({ type }) => type === 'trak').map((trak) => trackIn(file, trak));
  const packet = findUuidBox(file, top, xmpType);
  const previews = top.filter(({ type }) => type === 'uuid').flatMap((box) => previewIn(file, box));
  return {
    jpegs: [...tracks.flatMap(({ range }) => range ?? []), ...previews],
    sizes: tracks.flatMap(({ size }) => size ?? []),
    exif: await exifFromCr3(block('CMT1'), block('CMT2'), block('CMT4')),
    xmp: packet && readPacket(file, packet.from, packet.to - packet.from),
  };
}

function findUuidBox(file: Buffer, among: readonly Box[], type: string): Box | null {
  const found = among.find(
    (box) => box.type === 'uuid' && file.toString('hex', box.from, box.from + typeBytes) === type,
  );
  return found === undefined ? null : { ...found, from: found.from + typeBytes };
}

function boxes(file: Buffer, { from, to }: Box): Box[] {
  const found: Box[] = [];
  for (let offset = from; offset + 8 <= to && found.length < maxEntries; ) {
    const short = file.readUInt32BE(offset);
    const hasLargeSize = short === 1;
    const length = hasLargeSize ? Number(file.readBigUInt64BE(offset + 8)) : short === 0 ? to - offset : short;
    const head = hasLargeSize ? 16 : 8;
    if (length < head || offset + length > to) throw new RangeError('a box leads out of its own');
    found.push({ type: file.toString('latin1', offset + 4, offset + 8), from: offset + head, to: offset + length });
    offset += length;
  }
  return found;
}

function trackIn(file: Buffer, trak: Box): { range: JpegRange | null; size: Size | null } {
  const path = (box: Box | undefined, ...names: string[]): Box | undefined =>
    names.reduce<Box | undefined>(
      (parent, name) => parent && boxes(file, parent).find(({ type }) => type === name),
      box,
    );
  const table = path(trak, 'mdia', 'minf', 'stbl');
  if (table === undefined) return { range: null, size: null };
  const [stsd, stsz, co64, stco] = ['stsd', 'stsz', 'co64', 'stco'].map((name) => path(table, name));
  const isPicture = stsd !== undefined && file.toString('latin1', stsd.from + 12, stsd.from + 16) === 'CRAW';
  // Version, flags and count, then the entry: 8 bytes, 24 of a visual one, width and height.
  const size = isPicture
    ? { width: file.readUInt16BE(stsd.from + 40), height: file.readUInt16BE(stsd.from + 42) }
    : null;
  const offset = co64 ? Number(file.readBigUInt64BE(co64.from + 8)) : stco && file.readUInt32BE(stco.from + 8);
  // One size for all samples, else the first of the list.
  const length = stsz && (file.readUInt32BE(stsz.from + 4) || file.readUInt32BE(stsz.from + 12));
  return { range: offset && length ? { offset, length } : null, size };
}

/** A `PRVW` box ends with a smaller JPEG. */
function previewIn(file: Buffer, { from, to }: Box): JpegRange[] {
  const markerOffset = file.subarray(from, Math.min(to, from + 64)).indexOf('PRVW');
  if (markerOffset < 0) return [];
  const start = file.indexOf(Buffer.from([0xff, 0xd8, 0xff]), from + markerOffset);
  return start < 0 || start >= to ? [] : [{ offset: start, length: to - start }];
}
