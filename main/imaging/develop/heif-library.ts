/** The C interface of libheif as WebAssembly. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { heifLibraryFile } from '../decode/optional-decoders.ts';

/** An address in the library's memory. */
export type Pointer = number;

/** See `heif.h`; errors are written to the first argument. */
export interface HeifLibrary {
  /** Memory moves when it grows, so read it after each call. */
  readonly HEAPU8: Uint8Array;
  _malloc(bytes: number): Pointer;
  _free(pointer: Pointer): void;
  _heif_context_alloc(): Pointer;
  _heif_context_free(context: Pointer): void;
  _heif_context_read_from_memory_without_copy(error: Pointer, context: Pointer, data: Pointer, n: number, o: 0): void;
  _heif_context_get_primary_image_handle(error: Pointer, context: Pointer, out: Pointer): void;
  _heif_context_get_number_of_top_level_images(context: Pointer): number;
  _heif_image_handle_release(handle: Pointer): void;
  _heif_image_handle_get_width(handle: Pointer): number;
  _heif_image_handle_get_height(handle: Pointer): number;
  _heif_image_handle_has_alpha_channel(handle: Pointer): number;
  _heif_image_handle_get_luma_bits_per_pixel(handle: Pointer): number;
  _heif_image_handle_get_raw_color_profile_size(handle: Pointer): number;
  _heif_image_handle_get_raw_color_profile(error: Pointer, handle: Pointer, to: Pointer): void;
  _heif_image_handle_get_nclx_color_profile(error: Pointer, handle: Pointer, out: Pointer): void;
  _heif_nclx_color_profile_free(profile: Pointer): void;
  _heif_image_handle_get_number_of_metadata_blocks(handle: Pointer, filter: 0): number;
  _heif_image_handle_get_list_of_metadata_block_IDs(handle: Pointer, filter: 0, ids: Pointer, count: number): number;
  _heif_image_handle_get_metadata_type(handle: Pointer, id: number): Pointer;
  _heif_image_handle_get_metadata_content_type(handle: Pointer, id: number): Pointer;
  _heif_image_handle_get_metadata_size(handle: Pointer, id: number): number;
  _heif_image_handle_get_metadata(error: Pointer, handle: Pointer, id: number, to: Pointer): void;
  _heif_decode_image(error: Pointer, handle: Pointer, out: Pointer, space: number, chroma: number, options: 0): void;
  _heif_image_release(image: Pointer): void;
  _heif_image_get_bits_per_pixel_range(image: Pointer, channel: number): number;
  _heif_image_get_plane_readonly(image: Pointer, channel: number, stride: Pointer): Pointer;
}

const require = createRequire(import.meta.url);

let loaded: Promise<HeifLibrary> | null = null;

/** Takes 20 ms the first time; it stays in memory until the thread ends. */
export function heifLibrary(): Promise<HeifLibrary> {
  loaded ??= load();
  return loaded;
}

function load(): Promise<HeifLibrary> {
  // The package would look for the file next to the page.
  const wasmBinary = readFileSync(heifLibraryFile('libheif.wasm'));
  return require(heifLibraryFile('libheif.js'))({ wasmBinary }) as Promise<HeifLibrary>;
}
