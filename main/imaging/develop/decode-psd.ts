/** Reads the composite of a Photoshop file, the flat picture after its layers, with its metadata. */
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { ImagingError } from '../errors.ts';
import { quotedSize } from '../size.ts';
import type { Decoded, EmbeddedMetadata } from './developed-types.ts';
import { interleavePlanes, type PsdLayout } from './psd-planes.ts';

const maxPsdPixels = 200_000_000;

/** Adobe Photoshop File Formats Specification. */
const colorModes = ['bitmap', 'grey', 'indexed', 'rgb', 'cmyk', '', '', 'multichannel', 'duotone', 'lab'] as const;
const modeNames: Readonly<Record<string, string>> = {
  bitmap: 'Bitmap',
  indexed: 'Indexed Color',
  cmyk: 'CMYK Color',
  multichannel: 'Multichannel',
  duotone: 'Duotone',
  lab: 'Lab Color',
};
const resource = { iptc: 1028, icc: 1039, versionInfo: 1057, exif: 1058, xmp: 1060 } as const;

/**
 * Decodes RGB and gray with 8 or 16 bits.
 * @throws ImagingError UNUSABLE_FILE
 */
export function decodePsd(bytes: Buffer, name: string): Decoded {
  try {
    return read(bytes, name);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw rejection(msg('imaging.file.damaged', { name }));
  }
}

const rejection = (sentence: MessageDescriptor) => new ImagingError('UNUSABLE_FILE', sentence);

function read(bytes: Buffer, name: string): Decoded {
  if (bytes.toString('latin1', 0, 4) !== '8BPS') throw rejection(msg('imaging.file.damaged', { name }));
  const version = bytes.readUInt16BE(4);
  if (version === 2) throw rejection(msg('imaging.psd.large', { name }));
  const [stored, height, width] = [bytes.readUInt16BE(12), bytes.readUInt32BE(14), bytes.readUInt32BE(18)];
  const depth = bytes.readUInt16BE(22);
  const mode = colorModes[bytes.readUInt16BE(24)];
  if (mode !== 'rgb' && mode !== 'grey') {
    throw rejection(msg('imaging.psd.mode', { name, mode: modeNames[mode ?? ''] ?? '?' }));
  }
  if (depth !== 8 && depth !== 16) throw rejection(msg('imaging.psd.depth', { name, depth }));
  if (width * height > maxPsdPixels) {
    throw rejection(msg('imaging.develop.tooManyPixels', { name, size: quotedSize({ width, height }) }));
  }
  const colors = mode === 'rgb' ? 3 : 1;
  if (version !== 1 || width === 0 || height === 0 || stored < colors) throw new RangeError('no picture');
  const afterModes = 30 + bytes.readUInt32BE(26);
  const afterResources = afterModes + 4 + bytes.readUInt32BE(afterModes);
  const { hasComposite, metadata } = readResources(bytes, afterModes + 4, afterResources);
  if (!hasComposite) throw rejection(msg('imaging.psd.noComposite', { name }));
  const layers = bytes.readUInt32BE(afterResources);
  const afterLayers = afterResources + 4 + layers;
  const alpha = stored > colors && isTransparent(bytes, afterResources + 4, layers);
  const layout: PsdLayout = { width, height, depth, stored, colours: colors, alpha };
  const data = interleavePlanes(bytes, afterLayers, layout);
  if (data === null) throw rejection(msg('imaging.psd.coding', { name }));
  const channels = (colors + (alpha ? 1 : 0)) as 1 | 2 | 3 | 4;
  return { kind: 'pixels', width, height, channels, data, ...metadata, notes: [note(layers)], embedded: null };
}

const note = (layers: number) => msg(layers > 0 ? 'imaging.psd.composite' : 'imaging.psd.flat');

/** A negative number of layers marks the first additional channel as transparency. */
function isTransparent(bytes: Buffer, offset: number, length: number): boolean {
  return length >= 6 && bytes.readUInt32BE(offset) >= 2 && bytes.readInt16BE(offset + 4) < 0;
}

function readResources(bytes: Buffer, from: number, to: number) {
  const found = new Map<number, Buffer>();
  for (let offset = from; offset + 12 <= to; ) {
    const id = bytes.readUInt16BE(offset + 4);
    // Padded to an even length with its length byte.
    const named = bytes.readUInt8(offset + 6) + 1;
    const data = offset + 6 + named + (named % 2);
    const length = bytes.readUInt32BE(data);
    const end = data + 4 + length;
    if (end > to) break;
    if (!found.has(id)) found.set(id, bytes.subarray(data + 4, end));
    offset = end + (length % 2);
  }
  const metadata: EmbeddedMetadata = {
    icc: found.get(resource.icc) ?? null,
    exif: found.get(resource.exif) ?? null,
    xmp: found.get(resource.xmp) ?? null,
    iptc: found.get(resource.iptc) ?? null,
  };
  return { hasComposite: found.get(resource.versionInfo)?.[4] !== 0, metadata };
}
