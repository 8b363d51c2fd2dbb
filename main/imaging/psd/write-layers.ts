/**
 * Writes a layered PSD of a photograph and its result.
 *
 * Reading order: this file, `channel-planes.ts`, `flatten-layers.ts`, `write-psd.ts`.
 */
import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Box } from '../../../contract/jobs/result.ts';
import { msg } from '../../../contract/messages/message.ts';
import { sharp } from '../../../formats/lazy-sharp.ts';
import { type ImageResource, resourceId } from '../container/image-resources.ts';
import { openUpright, strictOptions } from '../decode/open-image.ts';
import type { EncodedResult } from '../encode/prepare-result.ts';
import { ImagingError } from '../errors.ts';
import { readCarried } from '../metadata/copy-metadata.ts';
import type { CarriedMetadata } from '../metadata/metadata-parts.ts';
import { wholeFrame } from '../metadata/positions/positions.ts';
import { createPathResources } from '../path/path-resource.ts';
import type { Subpath } from '../path/subpath.ts';
import { type ImageFacts, inspectImage } from '../read/inspect-image.ts';
import { type SourcePixels, unpackSource } from '../restore/source-pixels.ts';
import type { Region, Size } from '../size.ts';
import { openUnpacked } from '../unpacked-image.ts';
import { channelPlane, type Pixels } from './channel-planes.ts';
import { flattenLayers } from './flatten-layers.ts';
import { assertSideWithinLimit, type PsdLayer, writePsd } from './write-psd.ts';

/** In the Layers panel. Not translated, because files are passed on. */
const layerNames = {
  original: 'Original',
  retouched: 'Retouched',
  cutout: 'Cutout',
  cleanEdges: 'Clean edges',
} as const;

export interface LayeredRequest {
  /** Path of the untouched photograph. */
  readonly original: string;
  /** Path of the finished result at full size, a cutout if only it has alpha. */
  readonly result: string;
  /** Whether the result becomes the only layer. */
  readonly isAlone?: boolean;
  /** Bounds in the upright photograph, px; null = all of it. */
  readonly box: Box | null;
  /** In px of the document; null = no clipping path. */
  readonly path: readonly Subpath[] | null;
  /** Reads metadata for a document of this size with the result at this position. Default: all of the photograph's. */
  readonly carriedBy?: (document: Size, position: Pick<Region, 'left' | 'top'>) => Promise<CarriedMetadata>;
  /** Folder for all files. */
  readonly to: string;
  readonly signal: AbortSignal;
}

/**
 * Writes a PSD, 8 bits, in the photograph's profile. A retouch is two layers. A cutout has three: the hidden original,
 * the photograph's own pixels with the matte as layer mask, and the hidden result with clean edges. A result of another
 * size stands alone. Disk: 10 bytes a pixel.
 * @throws ImagingError CANNOT_WRITE above 30,000 px or 2 GB, BAD_SOURCE or BAD_RESULT for an unreadable file
 */
export async function writeLayers(
  request: LayeredRequest,
): Promise<Omit<EncodedResult, 'format'> & { format: 'psd'; extension: '.psd' }> {
  const { to, signal } = request;
  signal.throwIfAborted();
  const originalFacts = await factsOf(request.original, 'BAD_SOURCE');
  const resultFacts = await factsOf(request.result, 'BAD_RESULT');
  const place = request.box ?? { x: 0, y: 0, width: originalFacts.width, height: originalFacts.height };
  const fits = request.isAlone !== true && isPlaced(resultFacts, place, originalFacts);
  const size = fits ? originalFacts : resultFacts;
  const document = { name: originalFacts.name, width: size.width, height: size.height };
  assertSideWithinLimit(document);
  const path = join(to, `finished-${randomUUID()}.psd`);
  const original = await unpackSource(originalFacts, to, 8);
  const result = await unpackInProfileOf(original, resultFacts, to);
  try {
    const position = fits ? { left: Math.round(place.x), top: Math.round(place.y) } : { left: 0, top: 0 };
    const cutout = resultFacts.alpha && !originalFacts.alpha;
    const layers = fits
      ? layersOf(original, { ...position, pixels: result.pixels }, cutout)
      : singleLayer(result.pixels, cutout);
    const flattened = await flattenLayers(layers, document, to, signal);
    try {
      const like = { format: 'psd', channels: 3, hasProfile: original.profile !== null } as const;
      const frame = fits ? wholeFrame(document) : document;
      const carried =
        (await request.carriedBy?.(document, position)) ?? (await readCarried(request.original, frame, like, 'srgb'));
      const paths = request.path === null ? [] : createPathResources(request.path, document);
      const resources = [...toResources(carried, original.profile), ...paths];
      await writePsd(path, { ...document, layers, composite: flattened.planes, resources }, signal);
    } finally {
      await flattened.close();
    }
  } finally {
    await result.close();
    await original.close();
  }
  const { size: bytes } = await stat(path);
  return { path, format: 'psd', extension: '.psd', width: document.width, height: document.height, bytes };
}

async function factsOf(path: string, code: 'BAD_SOURCE' | 'BAD_RESULT'): Promise<ImageFacts> {
  const facts = await inspectImage(path);
  if (facts.kind === 'image') return facts;
  throw new ImagingError(code, code === 'BAD_SOURCE' ? facts.message : msg('imaging.result.unreadable'));
}

function isPlaced(result: ImageFacts, place: Box, original: ImageFacts): boolean {
  const [left, top] = [Math.round(place.x), Math.round(place.y)];
  return (
    result.width === Math.round(place.width) &&
    result.height === Math.round(place.height) &&
    left >= 0 &&
    top >= 0 &&
    left + result.width <= original.width &&
    top + result.height <= original.height
  );
}

interface Placed {
  readonly left: number;
  readonly top: number;
  readonly pixels: Pixels;
}

function layersOf(original: Pixels, result: Placed, isCutout: boolean): PsdLayer[] {
  const { left, top, pixels } = result;
  const plain = { left: 0, top: 0, hidden: false, mask: null };
  const originalLayer: PsdLayer = { ...plain, name: layerNames.original, hidden: isCutout, planes: planesOf(original) };
  const resultLayer: PsdLayer = { ...plain, name: layerNames.retouched, left, top, planes: planesOf(pixels) };
  if (!isCutout) return [originalLayer, resultLayer];
  return [
    originalLayer,
    {
      ...plain,
      name: layerNames.cutout,
      planes: planesOf(original),
      mask: { left, top, plane: channelPlane(pixels, 3) },
    },
    { ...resultLayer, name: layerNames.cleanEdges, hidden: true },
  ];
}

function singleLayer(pixels: Pixels, isCutout: boolean): PsdLayer[] {
  const name = isCutout ? layerNames.cutout : layerNames.retouched;
  return [{ name, hidden: false, left: 0, top: 0, planes: planesOf(pixels), mask: null }];
}

function planesOf(pixels: Pixels) {
  return Array.from({ length: pixels.channels }, (_, channel) => channelPlane(pixels, channel));
}

/** Unpacks the result in the photograph's profile, because all layers share one. */
async function unpackInProfileOf(
  original: SourcePixels<8>,
  facts: ImageFacts,
  to: string,
): Promise<{ pixels: Pixels; close(): Promise<void> }> {
  const unpacked = await unpackSource(facts, to, 8);
  if (sameProfile(unpacked.profile, original.profile)) return { pixels: unpacked, close: unpacked.close };
  await unpacked.close();
  const path = join(to, `result-${randomUUID()}.v`);
  const inSrgb = `${path}.srgb.v`;
  const upright = await openUpright(facts);
  const { width, height } = await (facts.alpha ? upright.ensureAlpha() : upright.removeAlpha()).toFile(inSrgb);
  // Two passes, because sharp would treat values in the file's own profile as sRGB.
  const pixels = sharp(inSrgb, strictOptions);
  await (original.profilePath === null ? pixels : pixels.withIccProfile(original.profilePath)).toFile(path);
  await rm(inSrgb, { force: true });
  const file = await openUnpacked(path, { width, height, channels: facts.alpha ? 4 : 3, depth: 8 });
  return {
    pixels: file,
    close: async () => {
      await file.close();
      await rm(path, { force: true });
    },
  };
}

function sameProfile(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a === null || b === null ? a === b : Buffer.from(a).equals(b);
}

/** Formats metadata as image resources. */
function toResources({ exif, xmp, iptc, density, icc }: CarriedMetadata, profile: Uint8Array | null): ImageResource[] {
  const resources: ImageResource[] = [];
  const add = (id: number, data: Uint8Array | null) => {
    if (data !== null) resources.push({ id, name: '', data });
  };
  add(resourceId.resolution, resolution(density ?? 72));
  add(resourceId.iptc, iptc);
  add(resourceId.iccProfile, profile ?? icc);
  add(resourceId.exif, exif);
  add(resourceId.xmp, xmp);
  return resources;
}

/** Pixels per inch in 16.16 fixed point, for both directions. */
function resolution(density: number): Buffer {
  const bytes = Buffer.alloc(16);
  for (const offset of [0, 8]) {
    bytes.writeUInt32BE(Math.round(Math.min(density, 0xfffe) * 0x1_0000), offset);
    bytes.writeUInt16BE(1, offset + 4);
    bytes.writeUInt16BE(1, offset + 6);
  }
  return bytes;
}
