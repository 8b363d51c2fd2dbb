/** Writes PSD files by rows (“Adobe Photoshop File Formats Specification”): 8 bits, RGB, layers with masks. */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { msg } from '../../../contract/messages/message.ts';
import { type ImageResource, resourceBlock } from '../container/image-resources.ts';
import { ImagingError } from '../errors.ts';
import { quotedSize, type Region, type Size } from '../size.ts';
import { createYielder } from '../yield-to-event-loop.ts';
import { maxPackedLength, type Plane, packRow } from './channel-planes.ts';

export interface PsdLayer {
  readonly name: string;
  readonly hidden: boolean;
  readonly left: number;
  readonly top: number;
  /** Red, green, blue, and alpha if any. */
  readonly planes: readonly Plane[];
  /** Hides the layer outside. */
  readonly mask: { readonly left: number; readonly top: number; readonly plane: Plane } | null;
}

export interface PsdDocument extends Size {
  /** The file's name for messages. */
  readonly name: string;
  /** Bottom layer first. */
  readonly layers: readonly PsdLayer[];
  /** Red, green and blue on white, and alpha unless all is opaque. */
  readonly composite: readonly Plane[];
  readonly resources: readonly ImageResource[];
}

/** Limits of the format: px and bytes. */
const psdLimits = { side: 30_000, bytes: 2 ** 31 - 1 } as const;

const stripe = 64;
/** Red, green, blue, transparency. */
const channelIds = [0, 1, 2, -1] as const;
const maskId = -2;
const runLengthCompression = 1;

/**
 * Writes a new file; memory stays at a few rows.
 * @throws ImagingError CANNOT_WRITE beyond the format's limits; no file is left then
 */
export async function writePsd(path: string, document: PsdDocument, signal: AbortSignal): Promise<void> {
  assertSideWithinLimit(document);
  const file = await open(path, 'wx');
  try {
    await write(file, document, signal);
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
  await file.close();
}

/** @throws ImagingError CANNOT_WRITE if a side is too long */
export function assertSideWithinLimit({ name, width, height }: Size & { readonly name: string }): void {
  if (Math.max(width, height) <= psdLimits.side) return;
  throw new ImagingError('CANNOT_WRITE', msg('imaging.psd.tooLarge', { name, size: quotedSize({ width, height }) }));
}

async function write(file: FileHandle, document: PsdDocument, signal: AbortSignal): Promise<void> {
  const { layers, composite } = document;
  const opening = Buffer.concat([header(document), long(0), withLength(resourceBlock(document.resources))]);
  await file.write(opening, 0, opening.length, 0);
  const writer = createChannelWriter(file, document, signal);

  const sectionAt = opening.length;
  /** After the lengths of section and layer info, and the count of layers. */
  const recordsAt = sectionAt + 10;
  const zeroLengths = layers.map((layer) => channelsOf(layer).map(() => 0));
  let offset = recordsAt + Buffer.concat(layers.map((layer, index) => record(layer, zeroLengths[index] ?? []))).length;
  const lengths: number[][] = [];
  for (const layer of layers) {
    const channelLengths: number[] = [];
    for (const { plane } of channelsOf(layer)) {
      const end = await writer([plane], offset);
      channelLengths.push(end - offset);
      offset = end;
    }
    lengths.push(channelLengths);
  }
  const infoEnd = offset + (offset % 2 === sectionAt % 2 ? 0 : 1);
  // Includes an empty global layer mask, four zero bytes.
  const section = [long(infoEnd + 4 - sectionAt - 4), long(infoEnd - sectionAt - 8), Buffer.alloc(2)];
  // A negative count means that the composite has alpha.
  section[2]?.writeInt16BE(composite.length > 3 ? -layers.length : layers.length);
  const records = Buffer.concat([...section, ...layers.map((layer, index) => record(layer, lengths[index] ?? []))]);
  await file.write(records, 0, records.length, sectionAt);
  const gap = Buffer.alloc(infoEnd + 4 - offset);
  await file.write(gap, 0, gap.length, offset);
  await writer(composite, infoEnd + 4);
}

function header({ width, height, composite }: PsdDocument): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.write('8BPS', 'latin1');
  bytes.writeUInt16BE(1, 4);
  bytes.writeUInt16BE(composite.length, 12);
  bytes.writeUInt32BE(height, 14);
  bytes.writeUInt32BE(width, 18);
  bytes.writeUInt16BE(8, 22);
  const rgb = 3;
  bytes.writeUInt16BE(rgb, 24);
  return bytes;
}

function channelsOf({ planes, mask }: PsdLayer): { readonly id: number; readonly plane: Plane }[] {
  const channels: { id: number; plane: Plane }[] = planes.map((plane, index) => ({
    id: channelIds[index] ?? 0,
    plane,
  }));
  if (mask !== null) channels.push({ id: maskId, plane: mask.plane });
  return channels;
}

/** @param lengths of the channels' data, in bytes */
function record(layer: PsdLayer, lengths: readonly number[]): Buffer {
  const channels = channelsOf(layer);
  const table = Buffer.alloc(2 + channels.length * 6);
  table.writeUInt16BE(channels.length, 0);
  channels.forEach(({ id }, index) => {
    table.writeInt16BE(id, 2 + index * 6);
    table.writeUInt32BE(lengths[index] ?? 0, 4 + index * 6);
  });
  const hiddenFlag = 2;
  const flags = Buffer.from([255, 0, layer.hidden ? hiddenFlag : 0, 0]);
  const extra = Buffer.concat([withLength(maskRecord(layer)), long(0), layerName(layer.name)]);
  const { width, height } = layer.planes[0] ?? { width: 0, height: 0 };
  const region = { left: layer.left, top: layer.top, width, height };
  return Buffer.concat([rectangle(region), table, Buffer.from('8BIMnorm', 'latin1'), flags, withLength(extra)]);
}

function maskRecord({ mask }: PsdLayer): Buffer {
  if (mask === null) return Buffer.alloc(0);
  const { width, height } = mask.plane;
  // Black outside; no flags; padding.
  return Buffer.concat([rectangle({ left: mask.left, top: mask.top, width, height }), Buffer.alloc(4)]);
}

/** Formats the name in Latin-1, padded to four bytes, and in Unicode for newer programs. */
function layerName(name: string): Buffer {
  const latin = Buffer.from(name.slice(0, 255), 'latin1');
  const short = Buffer.alloc(Math.ceil((latin.length + 1) / 4) * 4);
  short[0] = latin.length;
  latin.copy(short, 1);
  const wide = Buffer.from(name, 'utf16le').swap16();
  const text = Buffer.concat([long(name.length), wide, Buffer.alloc(wide.length % 4)]);
  return Buffer.concat([short, Buffer.from('8BIMluni', 'latin1'), withLength(text)]);
}

function rectangle({ left, top, width, height }: Region): Buffer {
  return Buffer.concat([top, left, top + height, left + width].map(long));
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function withLength(content: Buffer): Buffer {
  return Buffer.concat([long(content.length), content]);
}

/** Writes channels: first the lengths of all rows, then the packed rows. */
function createChannelWriter(file: FileHandle, { name }: PsdDocument, signal: AbortSignal) {
  const yieldToEventLoop = createYielder(signal);
  return async (planes: readonly Plane[], from: number): Promise<number> => {
    const rows = planes.reduce((sum, { height }) => sum + height, 0);
    const head = Buffer.alloc(2 + rows * 2);
    head.writeUInt16BE(runLengthCompression, 0);
    let offset = from + head.length;
    let row = 0;
    for (const { width, height, rows: read } of planes) {
      const buffer = Buffer.alloc(stripe * maxPackedLength(width));
      for (let top = 0; top < height; top += stripe) {
        const count = Math.min(stripe, height - top);
        const samples = await read(top, count);
        let end = 0;
        for (let y = 0; y < count; y++) {
          const packedTo = packRow(samples.subarray(y * width, (y + 1) * width), buffer, end);
          head.writeUInt16BE(packedTo - end, 2 + row++ * 2);
          end = packedTo;
          await yieldToEventLoop();
        }
        if (offset + end > psdLimits.bytes)
          throw new ImagingError('CANNOT_WRITE', msg('imaging.psd.tooManyBytes', { name }));
        await file.write(buffer, 0, end, offset);
        offset += end;
      }
    }
    await file.write(head, 0, head.length, from);
    return offset;
  };
}
