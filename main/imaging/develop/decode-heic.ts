/** Decodes the primary image of a HEIC file, with profile, EXIF and XMP. */
import { msg } from '../../../contract/messages/message.ts';
import { colorSpaceFromCodes } from '../decode/implied-color-space.ts';
import { ImagingError } from '../errors.ts';
import { quotedSize, type Size } from '../size.ts';
import type { Decoded, DecodedPixels, EmbeddedMetadata } from './developed-types.ts';
import { type HeifLibrary, heifLibrary, type Pointer } from './heif-library.ts';

/** libheif needs up to 9 bytes per pixel of its 2 GB. */
const maxHeicPixels = 200_000_000;
const maxHeicProfileBytes = 16 * 1024 * 1024;
const maxHeicMetadataBytes = 16 * 1024 * 1024;

/** Values of `heif.h`. */
const errors = { unsupportedFile: 3, unsupportedFeature: 4, memory: 6 } as const;
const colorspaceRgb = 1;
const chroma = { rgb: 10, rgba: 11, rgb16: 14, rgba16: 15 } as const;
const interleaved = 10;

/**
 * Returns upright pixels: the decoder applies irot and imir, but not EXIF's orientation.
 * @throws ImagingError UNUSABLE_FILE
 */
export async function decodeHeic(bytes: Uint8Array, name: string): Promise<Decoded> {
  const library = await heifLibrary();
  const allocations: Pointer[] = [];
  const allocate = (length: number): Pointer => {
    const pointer = library._malloc(length);
    if (pointer === 0) throw tooLarge(name);
    allocations.push(pointer);
    return pointer;
  };
  const scratch = allocate(16);
  const [error, out] = [scratch, scratch + 12];
  const readResult = (): number => {
    const code = view(library).getUint32(error, true);
    if (code !== 0) throw toImagingError(code, name);
    return view(library).getUint32(out, true);
  };
  const context = library._heif_context_alloc();
  let handle: Pointer = 0;
  let image: Pointer = 0;
  try {
    const file = allocate(bytes.length);
    library.HEAPU8.set(bytes, file);
    library._heif_context_read_from_memory_without_copy(error, context, file, bytes.length, 0);
    readResult();
    library._heif_context_get_primary_image_handle(error, context, out);
    handle = readResult();
    const width = library._heif_image_handle_get_width(handle);
    const height = library._heif_image_handle_get_height(handle);
    if (width * height > maxHeicPixels) throw tooLarge(name, { width, height });
    const metadata = readMetadata(library, handle, allocate, { error, out }, name);
    const isDeep = library._heif_image_handle_get_luma_bits_per_pixel(handle) > 8;
    const hasAlpha = library._heif_image_handle_has_alpha_channel(handle) !== 0;
    const chromaFormat = isDeep ? (hasAlpha ? chroma.rgba16 : chroma.rgb16) : hasAlpha ? chroma.rgba : chroma.rgb;
    library._heif_decode_image(error, handle, out, colorspaceRgb, chromaFormat, 0);
    image = readResult();
    const data = copyPixels(library, image, { width, height, channels: hasAlpha ? 4 : 3, deep: isDeep, out });
    const images = library._heif_context_get_number_of_top_level_images(context);
    const notes = images > 1 ? [msg('imaging.develop.primary', { count: images })] : [];
    return { kind: 'pixels', width, height, channels: hasAlpha ? 4 : 3, data, ...metadata, notes, embedded: null };
  } finally {
    if (image !== 0) library._heif_image_release(image);
    if (handle !== 0) library._heif_image_handle_release(handle);
    library._heif_context_free(context);
    for (const pointer of allocations) library._free(pointer);
  }
}

const view = ({ HEAPU8 }: HeifLibrary) => new DataView(HEAPU8.buffer, HEAPU8.byteOffset, HEAPU8.byteLength);

function toImagingError(code: number, name: string): ImagingError {
  switch (code) {
    case errors.memory:
      return tooLarge(name);
    case errors.unsupportedFile:
    case errors.unsupportedFeature:
      return new ImagingError('UNUSABLE_FILE', msg('imaging.heic.coding', { name }));
    default:
      return new ImagingError('UNUSABLE_FILE', msg('imaging.file.damaged', { name }));
  }
}

function tooLarge(name: string, size?: Size): ImagingError {
  const sentence = size
    ? msg('imaging.develop.tooManyPixels', { name, size: quotedSize(size) })
    : msg('imaging.heic.memory', { name });
  return new ImagingError('UNUSABLE_FILE', sentence);
}

interface Layout extends Size {
  readonly channels: 3 | 4;
  readonly deep: boolean;
  readonly out: Pointer;
}

/** Scales 10 and 12 bits to 16. */
function copyPixels(library: HeifLibrary, image: Pointer, layout: Layout): DecodedPixels['data'] {
  const { width, height, channels, deep, out } = layout;
  const plane = library._heif_image_get_plane_readonly(image, interleaved, out);
  const stride = view(library).getUint32(out, true);
  const row = width * channels;
  if (plane === 0 || stride < row * (deep ? 2 : 1)) throw new Error('the decoder gave no picture');
  if (!deep) {
    const data = new Uint8Array(row * height);
    for (let y = 0; y < height; y++) {
      data.set(library.HEAPU8.subarray(plane + y * stride, plane + y * stride + row), y * row);
    }
    return data;
  }
  const bits = library._heif_image_get_bits_per_pixel_range(image, interleaved);
  const data = new Uint16Array(row * height);
  for (let y = 0; y < height; y++) {
    const from = new Uint16Array(library.HEAPU8.buffer, plane + y * stride, row);
    for (let x = 0; x < row; x++) {
      const value = from[x] as number;
      data[y * row + x] = (value << (16 - bits)) | (value >> (2 * bits - 16));
    }
  }
  return data;
}

type Allocate = (length: number) => Pointer;
type Out = { readonly error: Pointer; readonly out: Pointer };

function readMetadata(
  library: HeifLibrary,
  handle: Pointer,
  allocate: Allocate,
  pointers: Out,
  name: string,
): EmbeddedMetadata {
  const read = (length: number, maxBytes: number, fill: (to: Pointer) => void): Buffer | null => {
    if (length === 0 || length > maxBytes) return null;
    const to = allocate(length);
    fill(to);
    if (view(library).getUint32(pointers.error, true) !== 0) return null;
    return Buffer.from(library.HEAPU8.subarray(to, to + length));
  };
  const size = library._heif_image_handle_get_raw_color_profile_size(handle);
  const icc = read(size, maxHeicProfileBytes, (to) =>
    library._heif_image_handle_get_raw_color_profile(pointers.error, handle, to),
  );
  let exif: Buffer | null = null;
  let xmp: Buffer | null = null;
  const count = Math.min(64, library._heif_image_handle_get_number_of_metadata_blocks(handle, 0));
  const ids = allocate(4 * Math.max(1, count));
  const listed = library._heif_image_handle_get_list_of_metadata_block_IDs(handle, 0, ids, count);
  for (let index = 0; index < listed; index++) {
    const id = view(library).getUint32(ids + 4 * index, true);
    const length = library._heif_image_handle_get_metadata_size(handle, id);
    const content = () =>
      read(length, maxHeicMetadataBytes, (to) =>
        library._heif_image_handle_get_metadata(pointers.error, handle, id, to),
      );
    const type = readText(library, library._heif_image_handle_get_metadata_type(handle, id));
    if (type === 'Exif') exif ??= exifIn(content());
    else if (type === 'mime' && /rdf\+xml/.test(readText(library, contentType(library, handle, id)))) xmp ??= content();
  }
  return { icc: icc ?? profileOfCodes(library, handle, pointers, name), exif, xmp, iptc: null };
}

const contentType = (library: HeifLibrary, handle: Pointer, id: number) =>
  library._heif_image_handle_get_metadata_content_type(handle, id);

function readText({ HEAPU8 }: HeifLibrary, pointer: Pointer): string {
  if (pointer === 0) return '';
  const end = HEAPU8.indexOf(0, pointer);
  return Buffer.from(HEAPU8.subarray(pointer, Math.min(end, pointer + 100))).toString('latin1');
}

/** Begins with the offset of the TIFF structure, before an optional "Exif\0\0". */
function exifIn(block: Buffer | null): Buffer | null {
  if (block === null || block.length < 12) return null;
  const skipped = 4 + block.readUInt32BE(0);
  const exif = block.subarray(skipped <= block.length - 8 ? skipped : 4);
  return /^(II\*\0|MM\0\*)/.test(exif.toString('latin1', 0, 4)) ? exif : null;
}

/** Returns null for sRGB. */
function profileOfCodes(library: HeifLibrary, handle: Pointer, { error, out }: Out, name: string): Buffer | null {
  library._heif_image_handle_get_nclx_color_profile(error, handle, out);
  if (view(library).getUint32(error, true) !== 0) return null;
  const profile = view(library).getUint32(out, true);
  const codes = {
    primaries: view(library).getUint32(profile + 4, true),
    transfer: view(library).getUint32(profile + 8, true),
  };
  library._heif_nclx_color_profile_free(profile);
  const implied = colorSpaceFromCodes(codes);
  if (implied.kind === 'hdr')
    throw new ImagingError('UNUSABLE_FILE', msg('imaging.file.hdr', { name, kind: implied.name }));
  return implied.kind === 'profile' ? implied.icc : null;
}
