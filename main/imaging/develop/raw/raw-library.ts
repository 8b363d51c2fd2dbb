/** LibRaw, which was compiled to WebAssembly (`libraw-wasm`): the part of its interface that is used here, without the package's own worker. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** As dcraw and LibRaw call them; what is left out is as LibRaw has it. */
export interface RawSettings {
  readonly useCameraWb: boolean;
  readonly noAutoBright: boolean;
  /** The part of the white level below which the brightest pixel is taken for white; 0 = never. */
  readonly adjustMaximumThr: number;
  readonly outputBps: 16;
  /** 1 = sRGB. */
  readonly outputColor: 1;
  /** One over the exponent, slope of the dark end, and four that are worked out. */
  readonly gamm: readonly [number, number, 0, 0, 0, 0];
  /** 3 = AHD; of X-Trans, its own. */
  readonly userQual: 3;
  /** left, top, width, height in px before turning. */
  readonly cropbox?: readonly number[];
}

/** What is known when a file was opened. */
export interface RawFacts {
  readonly raw_width: number;
  readonly raw_height: number;
  /** px as they will come out, upright. */
  readonly width: number;
  readonly height: number;
  /** 0 upright, 3 to be turned round, 5 to the left, 6 to the right. */
  readonly flip: number;
  /** What of it is the photograph, as the camera crops it: left, top, width, height in px before turning; null where it does not say. */
  readonly crop: readonly [number, number, number, number] | null;
  readonly isDng: boolean;
  /** Of a DNG, stops; below -900 where it does not say. */
  readonly baselineExposure: number;
}

export interface RawPixels {
  readonly width: number;
  readonly height: number;
  readonly colors: number;
  readonly bits: number;
  readonly data: Uint16Array;
}

/** One file. Whatever throws says nothing about why: messages are gone from memory by then. */
export interface RawFile {
  open(bytes: Uint8Array, settings: RawSettings): void;
  facts(): RawFacts;
  /** Unpacked, interpolated, balanced: 0.3 s a megapixel. */
  develop(): RawPixels;
  close(): void;
}

export interface RawLibrary {
  file(): RawFile;
  /** True where the library's memory has grown as far as it may. */
  isFull(): boolean;
}

/** Of the runtime: its types come with a browser's only. */
declare const WebAssembly: {
  readonly Memory: new (pages: {
    initial: number;
    maximum: number;
    shared: true;
  }) => { readonly buffer: ArrayBufferLike };
};
/** Of WebAssembly, bytes each: where the library begins, and what its build declares as the most. */
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

const require = createRequire(import.meta.url);
const file = (name: string) => require.resolve(`libraw-wasm/dist/${name}`);

/** False in a build without it, and where the environment says so. */
export function hasRawLibrary(env: NodeJS.ProcessEnv = process.env): boolean {
  if ((env.BURNISH_WITHOUT_RAW ?? '') !== '') return false;
  try {
    return file('libraw.wasm') !== '';
  } catch {
    return false;
  }
}

let loaded: Promise<RawLibrary> | null = null;

/** About 30 ms the first time. Its memory never shrinks: it goes with the thread. */
export function rawLibrary(): Promise<RawLibrary> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<RawLibrary> {
  const { default: loadLibRaw } = (await import(pathToFileURL(file('libraw.js')).href)) as { default: Load };
  // Ours, so that it can be asked how large it is. The build wants one that threads could share, and starts none.
  const wasmMemory = new WebAssembly.Memory({ initial: initialPages, maximum: maxMemoryPages, shared: true });
  // Read here: the package would fetch the file from beside the page it takes itself to be on.
  const wasmBinary = readFileSync(file('libraw.wasm'));
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

/** Made-up numbers are no crop, and neither is one that leaves out more than a border. */
function cropOf(found: ReturnType<Processor['metadata']>): RawFacts['crop'] {
  const [crop] = found.raw_inset_crops;
  if (crop === undefined || crop.cleft === 0xffff || crop.ctop === 0xffff) return null;
  const [left, top] = [crop.cleft - found.left_margin, crop.ctop - found.top_margin];
  const [width, height] = found.flip >= 5 ? [found.height, found.width] : [found.width, found.height];
  const isInside = left >= 0 && top >= 0 && left + crop.cwidth <= width && top + crop.cheight <= height;
  const isMost = crop.cwidth > 0.8 * width && crop.cheight > 0.8 * height;
  return isInside && isMost ? [left, top, crop.cwidth, crop.cheight] : null;
}
