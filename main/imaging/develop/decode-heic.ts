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
  const decoder = new HeicDecoder(await heifLibrary(), name);
  try {
    return decoder.decode(bytes);
  } finally {
    decoder.free();
  }
}

/** Decodes one file. `free` releases its memory in the library. */
class HeicDecoder {
  readonly #library: HeifLibrary;
  readonly #name: string;
  readonly #allocations: Pointer[] = [];
  /** Receives errors. */
  readonly #error: Pointer;
  /** Receives results. */
  readonly #out: Pointer;
  readonly #context: Pointer;
  #handle: Pointer = 0;
  #image: Pointer = 0;

  constructor(library: HeifLibrary, name: string) {
    this.#library = library;
    this.#name = name;
    this.#error = this.#allocate(16);
    this.#out = this.#error + 12;
    this.#context = library._heif_context_alloc();
  }

  decode(bytes: Uint8Array): Decoded {
    const library = this.#library;
    const file = this.#allocate(bytes.length);
    library.HEAPU8.set(bytes, file);
    library._heif_context_read_from_memory_without_copy(this.#error, this.#context, file, bytes.length, 0);
    this.#readResult();
    library._heif_context_get_primary_image_handle(this.#error, this.#context, this.#out);
    this.#handle = this.#readResult();
    const width = library._heif_image_handle_get_width(this.#handle);
    const height = library._heif_image_handle_get_height(this.#handle);
    if (width * height > maxHeicPixels) throw tooLarge(this.#name, { width, height });
    const metadata = this.#readMetadata();
    const isDeep = library._heif_image_handle_get_luma_bits_per_pixel(this.#handle) > 8;
    const hasAlpha = library._heif_image_handle_has_alpha_channel(this.#handle) !== 0;
    const chromaFormat = isDeep ? (hasAlpha ? chroma.rgba16 : chroma.rgb16) : hasAlpha ? chroma.rgba : chroma.rgb;
    library._heif_decode_image(this.#error, this.#handle, this.#out, colorspaceRgb, chromaFormat, 0);
    this.#image = this.#readResult();
    const channels = hasAlpha ? 4 : 3;
    const data = this.#copyPixels(width * channels, height, isDeep);
    const images = library._heif_context_get_number_of_top_level_images(this.#context);
    const notes = images > 1 ? [msg('imaging.develop.primary', { count: images })] : [];
    return { kind: 'pixels', width, height, channels, data, ...metadata, notes, embedded: null };
  }

  free(): void {
    if (this.#image !== 0) this.#library._heif_image_release(this.#image);
    if (this.#handle !== 0) this.#library._heif_image_handle_release(this.#handle);
    this.#library._heif_context_free(this.#context);
    for (const pointer of this.#allocations) this.#library._free(pointer);
  }

  #allocate(length: number): Pointer {
    const pointer = this.#library._malloc(length);
    if (pointer === 0) throw tooLarge(this.#name);
    this.#allocations.push(pointer);
    return pointer;
  }

  #long(pointer: Pointer): number {
    const { HEAPU8 } = this.#library;
    return new DataView(HEAPU8.buffer, HEAPU8.byteOffset, HEAPU8.byteLength).getUint32(pointer, true);
  }

  #readResult(): number {
    const code = this.#long(this.#error);
    if (code !== 0) throw toImagingError(code, this.#name);
    return this.#long(this.#out);
  }

  /** Scales 10 and 12 bits to 16. @param row samples in a row */
  #copyPixels(row: number, height: number, isDeep: boolean): DecodedPixels['data'] {
    const library = this.#library;
    const plane = library._heif_image_get_plane_readonly(this.#image, interleaved, this.#out);
    const stride = this.#long(this.#out);
    if (plane === 0 || stride < row * (isDeep ? 2 : 1)) throw new Error('the decoder gave no picture');
    if (!isDeep) {
      const data = new Uint8Array(row * height);
      for (let y = 0; y < height; y++) {
        data.set(library.HEAPU8.subarray(plane + y * stride, plane + y * stride + row), y * row);
      }
      return data;
    }
    const bits = library._heif_image_get_bits_per_pixel_range(this.#image, interleaved);
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

  #readMetadata(): EmbeddedMetadata {
    const [library, handle, error] = [this.#library, this.#handle, this.#error];
    const size = library._heif_image_handle_get_raw_color_profile_size(handle);
    const icc = this.#readBlock(size, maxHeicProfileBytes, (to) =>
      library._heif_image_handle_get_raw_color_profile(error, handle, to),
    );
    let exif: Buffer | null = null;
    let xmp: Buffer | null = null;
    const count = Math.min(64, library._heif_image_handle_get_number_of_metadata_blocks(handle, 0));
    const ids = this.#allocate(4 * Math.max(1, count));
    const listed = library._heif_image_handle_get_list_of_metadata_block_IDs(handle, 0, ids, count);
    for (let index = 0; index < listed; index++) {
      const id = this.#long(ids + 4 * index);
      const length = library._heif_image_handle_get_metadata_size(handle, id);
      const content = () =>
        this.#readBlock(length, maxHeicMetadataBytes, (to) =>
          library._heif_image_handle_get_metadata(error, handle, id, to),
        );
      const type = this.#readText(library._heif_image_handle_get_metadata_type(handle, id));
      if (type === 'Exif') exif ??= exifIn(content());
      else if (type === 'mime' && this.#isXmp(id)) xmp ??= content();
    }
    return { icc: icc ?? this.#profileOfCodes(), exif, xmp, iptc: null };
  }

  #readBlock(length: number, maxBytes: number, fill: (to: Pointer) => void): Buffer | null {
    if (length === 0 || length > maxBytes) return null;
    const to = this.#allocate(length);
    fill(to);
    if (this.#long(this.#error) !== 0) return null;
    return Buffer.from(this.#library.HEAPU8.subarray(to, to + length));
  }

  #isXmp(id: number): boolean {
    const contentType = this.#library._heif_image_handle_get_metadata_content_type(this.#handle, id);
    return /rdf\+xml/.test(this.#readText(contentType));
  }

  #readText(pointer: Pointer): string {
    if (pointer === 0) return '';
    const { HEAPU8 } = this.#library;
    const end = HEAPU8.indexOf(0, pointer);
    return Buffer.from(HEAPU8.subarray(pointer, Math.min(end, pointer + 100))).toString('latin1');
  }

  /** Returns null for sRGB. */
  #profileOfCodes(): Buffer | null {
    this.#library._heif_image_handle_get_nclx_color_profile(this.#error, this.#handle, this.#out);
    if (this.#long(this.#error) !== 0) return null;
    const profile = this.#long(this.#out);
    const codes = { primaries: this.#long(profile + 4), transfer: this.#long(profile + 8) };
    this.#library._heif_nclx_color_profile_free(profile);
    const implied = colorSpaceFromCodes(codes);
    if (implied.kind === 'hdr')
      throw new ImagingError('UNUSABLE_FILE', msg('imaging.file.hdr', { name: this.#name, kind: implied.name }));
    return implied.kind === 'profile' ? implied.icc : null;
  }
}

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

/** Begins with the offset of the TIFF structure, before an optional "Exif\0\0". */
function exifIn(block: Buffer | null): Buffer | null {
  if (block === null || block.length < 12) return null;
  const skipped = 4 + block.readUInt32BE(0);
  const exif = block.subarray(skipped <= block.length - 8 ? skipped : 4);
  return /^(II\*\0|MM\0\*)/.test(exif.toString('latin1', 0, 4)) ? exif : null;
}
