/** What a file is, by its content and never by its name. */
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import type { MessageKey } from '../../../contract/messages/message.ts';
import { type SignedFormat, signatureBytes, signedFormat } from '../../../formats/image-signature.ts';
import { pinnedFileAt } from '../container/pinned-files.ts';
import type { DevelopedFormat } from '../develop/developed-types.ts';
import { hasHeifLibrary } from '../develop/heif-library.ts';
import { firstBytes } from './read-head.ts';

/** Formats Burnish can decode; those beyond the interface's are converted before upload. */
export type ReadableFormat = SignedFormat | 'avif';

/** Image formats that are recognised in order to say what they are, and cannot be decoded. */
export type UnreadableFormat = 'heic' | 'jxl' | 'jp2' | 'raw' | 'psd' | 'pdf' | 'svg' | 'icon' | 'video';

/** What of those is developed here. */
function isDeveloped(format: UnreadableFormat): format is DevelopedFormat {
  switch (format) {
    case 'heic':
      return hasHeifLibrary();
    case 'psd':
    case 'raw':
      return true;
    default:
      return false;
  }
}

export type Sniffed =
  | { readonly kind: 'readable'; readonly format: ReadableFormat }
  /** Opened by way of a copy (`decodable-file.ts`). */
  | { readonly kind: 'to-develop'; readonly format: DevelopedFormat }
  | { readonly kind: 'unreadable'; readonly format: UnreadableFormat }
  /** Called an image, but its content is nothing known: cut short, or not written yet. */
  | { readonly kind: 'damaged' }
  | { readonly kind: 'not-an-image' };

/** What `file-type` calls what can be decoded. Formats with a signature in `signedFormat` are told there, and by it alone. */
const readable: Readonly<Record<string, ReadableFormat>> = { tif: 'tiff', avif: 'avif' };

const unreadable: Readonly<Record<string, UnreadableFormat>> = {
  heic: 'heic',
  jxl: 'jxl',
  jp2: 'jp2',
  jpx: 'jp2',
  jpm: 'jp2',
  cr2: 'raw',
  cr3: 'raw',
  nef: 'raw',
  arw: 'raw',
  dng: 'raw',
  rw2: 'raw',
  orf: 'raw',
  raf: 'raw',
  psd: 'psd',
  pdf: 'pdf',
  ico: 'icon',
  icns: 'icon',
  mp4: 'video',
  mov: 'video',
  m4v: 'video',
  mkv: 'video',
  avi: 'video',
  webm: 'video',
};

/** Raw formats that are plain TIFF by content: what a decoder finds in them is their small preview, not the photograph. */
const rawInsideTiff = new Set(
  '.nef .nrw .pef .sr2 .srw .arw .dng .cr2 .3fr .iiq .erf .kdc .dcr .mos .mef .rwl'.split(' '),
);

/** Those, and the other names of raw formats. */
const rawExtensions = new Set([
  ...rawInsideTiff,
  ...'.cr3 .crw .orf .raf .rw2 .raw .srf .arq .x3f .mrw .fff .gpr'.split(' '),
]);

/** Names that promise a photograph; a file called so with other content is damaged, not "something else". */
const imageExtensions = new Set(
  '.jpg .jpeg .jpe .jfif .mpo .png .webp .bmp .dib .gif .tif .tiff .avif .heic .heif .hif .psd'.split(' '),
);

/** True where the name promises an image that Burnish can open. */
export function isImageName(path: string): boolean {
  return imageExtensions.has(extname(path).toLowerCase());
}

/** Raw files in which the camera's own picture is looked for. */
const openedRaw = new Set([...rawInsideTiff, ...'.cr3 .orf .raf .rw2'.split(' ')]);

/** True where the name is one of a raw file that may have a picture in it. */
export function isSupportedRawName(path: string): boolean {
  return openedRaw.has(extname(path).toLowerCase());
}

/** True where the name is one that cameras give their raw files. */
export function isRawName(path: string): boolean {
  return rawExtensions.has(extname(path).toLowerCase());
}

/**
 * Reads the first bytes of a file. Throws the file system's error when it cannot be opened.
 * @param called what it is called, where `path` is a working copy of another name
 */
export async function sniff(path: string, called = path): Promise<Sniffed> {
  const start = await firstBytes(path, signatureBytes);
  // TIFF with a number of their own: `file-type` goes by what follows, which each camera has otherwise.
  if (/^(IIU\0|IIRO|IIRS|MMOR)/.test(start.toString('latin1', 0, 4))) return rawOf(path, start);
  const signed = signedFormat(start);
  // A TIFF may be the raw file of a camera: that is told by what is in it.
  if (signed !== null && signed !== 'tiff') return { kind: 'readable', format: signed };
  const held = pinnedFileAt(path);
  const type = await (held === undefined ? fileTypeFromFile(path) : fileTypeFromBuffer(held.bytes));
  const extension = extname(called).toLowerCase();
  const format = type === undefined ? undefined : readable[type.ext];
  if (format === 'tiff' && rawInsideTiff.has(extension)) return rawOf(path, start);
  if (format !== undefined) return { kind: 'readable', format };
  const named = type === undefined ? undefined : unreadable[type.ext];
  if (named === 'raw') return rawOf(path, start);
  if (named !== undefined) return developedOr(named);
  if (extension === '.svg') return { kind: 'unreadable', format: 'svg' };
  return { kind: isImageName(called) || isSupportedRawName(called) ? 'damaged' : 'not-an-image' };
}

const developedOr = (format: UnreadableFormat): Sniffed =>
  isDeveloped(format) ? { kind: 'to-develop', format } : { kind: 'unreadable', format };

/** One that ends before its first directory was cut short: of its raw data nothing can be said. */
async function rawOf(path: string, start: Buffer): Promise<Sniffed> {
  const order = start.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return developedOr('raw');
  const { size } = await stat(path);
  if (start.length < 8) return { kind: 'damaged' };
  const directory = order === 'II' ? start.readUInt32LE(4) : start.readUInt32BE(4);
  return directory + 2 > size ? { kind: 'damaged' } : developedOr('raw');
}

/** What files of a format are called, within sentences. */
export const formatNames = {
  heic: 'imaging.kind.heic',
  jxl: 'imaging.kind.jxl',
  jp2: 'imaging.kind.jp2',
  raw: 'imaging.kind.raw',
  psd: 'imaging.kind.psd',
  pdf: 'imaging.kind.pdf',
  svg: 'imaging.kind.svg',
  icon: 'imaging.kind.icon',
  video: 'imaging.kind.video',
} as const satisfies Readonly<Record<UnreadableFormat, MessageKey>>;
