/** The interface of LibRaw as WebAssembly (`libraw-wasm`), without the package's worker. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { rawLibraryFile } from '../../decode/optional-decoders.ts';

/** LibRaw's names and defaults. */
export interface RawSettings {
  readonly useCameraWb: boolean;
  readonly noAutoBright: boolean;
  /** Pixels above this share of the white level are white; 0 = never. */
  readonly adjustMaximumThr: number;
  readonly outputBps: 16;
  /** 1 = sRGB. */
  readonly outputColor: 1;
  /** 1 / exponent, slope of the dark end, and four computed values. */
  readonly gamm: readonly [number, number, 0, 0, 0, 0];
  /** 3 = AHD; X-Trans has its own. */
  readonly userQual: 3;
  /** left, top, width, height in px before rotation. */
  readonly cropbox?: readonly number[];
}

export interface RawFacts {
  readonly raw_width: number;
  readonly raw_height: number;
  /** px of the upright result. */
  readonly width: number;
  readonly height: number;
  /** Rotation: 0 none, 3 by 180°, 5 left, 6 right. */
  readonly flip: number;
  /** The camera's crop: left, top, width, height in px before rotation. */
  readonly crop: readonly [number, number, number, number] | null;
  readonly isDng: boolean;
  /** Stops, for a DNG; below -900 if unknown. */
  readonly baselineExposure: number;
}

export interface RawPixels {
  readonly width: number;
  readonly height: number;
  readonly colors: number;
  readonly bits: number;
  readonly data: Uint16Array;
}

/** Errors carry no reason, because LibRaw's messages are lost. */
export interface RawFile {
  open(bytes: Uint8Array, settings: RawSettings): void;
  facts(): RawFacts;
  /** Takes 0.3 s per megapixel. */
  develop(): RawPixels;
  close(): void;
}

export interface RawLibrary {
  file(): RawFile;
  isFull(): boolean;
}

/** TypeScript has it only in the DOM library. */
declare const WebAssembly: {
  readonly Memory: new (pages: {
    initial: number;
    maximum: number;
    shared: true;
  }) => { readonly buffer: ArrayBufferLike };
};
/** Bytes per page, initial pages, and the build's maximum. */
const page = 65_536;
const [initialPages, maxMemoryPages] = [4096, 32_768];

interface Processor {
  open(bytes: Uint8Array, settings: RawSettings): void;
  metadata(full: boolean): Pick<RawFacts, 'raw_width' | 'raw_height' | 'width' | 'height' | 'flip'> & {
    readonly left_margin: number;
    readonly top_margin: number;
    readonly raw_inset_crops: readonly { cleft: number; ctop: number; cwidth: number; cheight: number }[];
    readonly dng_version: number;
    readonly color_data: { readonly dng_levels: { readonly baseline_exposure: number } };
  };
  imageData(): RawPixels;
  delete(): void;
}
type Load = (options: object) => Promise<{ readonly LibRaw: new () => Processor }>;

let loaded: Promise<RawLibrary> | null = null;

/** Takes 30 ms the first time. Its memory never shrinks until the thread ends. */
export function rawLibrary(): Promise<RawLibrary> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<RawLibrary> {
  const { default: loadLibRaw } = (await import(pathToFileURL(rawLibraryFile('libraw.js')).href)) as { default: Load };
  // Our own memory, to check its size. The build requires it to be shared.
  const wasmMemory = new WebAssembly.Memory({ initial: initialPages, maximum: maxMemoryPages, shared: true });
  // The package would fetch it.
  const wasmBinary = readFileSync(rawLibraryFile('libraw.wasm'));
  const quiet = () => undefined;
  const { LibRaw } = await loadLibRaw({ wasmBinary, wasmMemory, print: quiet, printErr: quiet });
  return {
    file: () => opened(new LibRaw()),
    isFull: () => wasmMemory.buffer.byteLength > 0.9 * maxMemoryPages * page,
  };
}

function opened(processor: Processor): RawFile {
  return {
    open: (bytes, settings) => processor.open(bytes, settings),
    facts() {
      const found = processor.metadata(true);
      const { raw_width, raw_height, width, height, flip } = found;
      const { baseline_exposure: baselineExposure } = found.color_data.dng_levels;
      const isDng = found.dng_version !== 0;
      return { raw_width, raw_height, width, height, flip, crop: cropOf(found), isDng, baselineExposure };
    },
    develop: () => processor.imageData(),
    close: () => processor.delete(),
  };
}

/** Ignores placeholders, and crops of more than a border. */
function cropOf(found: ReturnType<Processor['metadata']>): RawFacts['crop'] {
  const [crop] = found.raw_inset_crops;
  if (crop === undefined || crop.cleft === 0xffff || crop.ctop === 0xffff) return null;
  const [left, top] = [crop.cleft - found.left_margin, crop.ctop - found.top_margin];
  const [width, height] = found.flip >= 5 ? [found.height, found.width] : [found.width, found.height];
  const isInside = left >= 0 && top >= 0 && left + crop.cwidth <= width && top + crop.cheight <= height;
  const isMost = crop.cwidth > 0.8 * width && crop.cheight > 0.8 * height;
  return isInside && isMost ? [left, top, crop.cwidth, crop.cheight] : null;
}
