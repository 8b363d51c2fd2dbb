/** Detects the format of a file by its content. */
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import type { MessageKey } from '../../../contract/messages/message.ts';
import { type SignedFormat, signatureBytes, signedFormat } from '../../../formats/image-signature.ts';
import { readFirstBytes } from '../container/file-pieces.ts';
import { pinnedFileAt } from '../container/pinned-files.ts';
import { hasHeifLibrary } from './optional-decoders.ts';

/** Those beyond the interface are converted before upload. */
export type ReadableFormat = SignedFormat | 'avif';

/** Recognized, but not decoded. */
export type UnreadableFormat = DevelopedFormat | 'jxl' | 'jp2' | 'pdf' | 'svg' | 'icon' | 'video';

/** Developed into a copy that all other steps use. */
export type DevelopedFormat = 'heic' | 'psd' | 'raw';

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
  /** Opened as a developed copy. */
  | { readonly kind: 'to-develop'; readonly format: DevelopedFormat }
  | { readonly kind: 'unreadable'; readonly format: UnreadableFormat }
  /** Named like an image, with unknown content: truncated or not written yet. */
  | { readonly kind: 'damaged' }
  | { readonly kind: 'not-an-image' };

/** Extensions by `file-type`. `signedFormat` recognizes the other formats. */
const readableFormats: Readonly<Record<string, ReadableFormat>> = { tif: 'tiff', avif: 'avif' };

const unreadableFormats: Readonly<Record<string, UnreadableFormat>> = {
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

/** Decoders find only a small preview in them. */
const rawInsideTiff = new Set(
  '.nef .nrw .pef .sr2 .srw .arw .dng .cr2 .3fr .iiq .erf .kdc .dcr .mos .mef .rwl'.split(' '),
);

const rawExtensions = new Set([
  ...rawInsideTiff,
  ...'.cr3 .crw .orf .raf .rw2 .raw .srf .arq .x3f .mrw .fff .gpr'.split(' '),
]);

/** With other content, such a file is damaged. */
const imageExtensions = new Set(
  '.jpg .jpeg .jpe .jfif .mpo .png .webp .bmp .dib .gif .tif .tiff .avif .heic .heif .hif .psd'.split(' '),
);

export function isImageName(path: string): boolean {
  return imageExtensions.has(extname(path).toLowerCase());
}

/** Their embedded picture can be extracted. */
const openedRaw = new Set([...rawInsideTiff, ...'.cr3 .orf .raf .rw2'.split(' ')]);

export function isSupportedRawName(path: string): boolean {
  return openedRaw.has(extname(path).toLowerCase());
}

export function isRawName(path: string): boolean {
  return rawExtensions.has(extname(path).toLowerCase());
}

/**
 * @param name the file's name, if `path` is a working copy
 * @throws the file system's error
 */
export async function sniff(path: string, name = path): Promise<Sniffed> {
  const start = await readFirstBytes(path, signatureBytes);
  // TIFF with special version numbers, unknown to `file-type`
  if (/^(IIU\0|IIRO|IIRS|MMOR)/.test(start.toString('latin1', 0, 4))) return sniffRaw(path, start);
  const signed = signedFormat(start);
  // A TIFF may be a raw file.
  if (signed !== null && signed !== 'tiff') return { kind: 'readable', format: signed };
  const pinned = pinnedFileAt(path);
  const type = await (pinned === undefined ? fileTypeFromFile(path) : fileTypeFromBuffer(pinned.bytes));
  const extension = extname(name).toLowerCase();
  const format = type === undefined ? undefined : readableFormats[type.ext];
  if (format === 'tiff' && rawInsideTiff.has(extension)) return sniffRaw(path, start);
  if (format !== undefined) return { kind: 'readable', format };
  const unreadableFormat = type === undefined ? undefined : unreadableFormats[type.ext];
  if (unreadableFormat === 'raw') return sniffRaw(path, start);
  if (unreadableFormat !== undefined) return developIfPossible(unreadableFormat);
  if (extension === '.svg') return { kind: 'unreadable', format: 'svg' };
  return { kind: isImageName(name) || isSupportedRawName(name) ? 'damaged' : 'not-an-image' };
}

const developIfPossible = (format: UnreadableFormat): Sniffed =>
  isDeveloped(format) ? { kind: 'to-develop', format } : { kind: 'unreadable', format };

/** A file that ends before its first directory is truncated. */
async function sniffRaw(path: string, start: Buffer): Promise<Sniffed> {
  const order = start.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return developIfPossible('raw');
  const { size } = await stat(path);
  if (start.length < 8) return { kind: 'damaged' };
  const directory = order === 'II' ? start.readUInt32LE(4) : start.readUInt32BE(4);
  return directory + 2 > size ? { kind: 'damaged' } : developIfPossible('raw');
}

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
