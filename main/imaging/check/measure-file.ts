/** Measures a finished file as a marketplace does. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { ReadableFormat } from '../decode/sniff-format.ts';
import { readJpegQuality } from '../encode/read-jpeg-quality.ts';
import { ImagingError } from '../errors.ts';
import { inspectImage } from '../read/inspect-image.ts';
import { unpackSource } from '../restore/source-pixels.ts';
import type { Region, Size } from '../size.ts';
import { measureSurroundings, type Readable, type Surroundings } from './surroundings.ts';

export interface Measured extends Size, Surroundings {
  /** The base name. */
  readonly name: string;
  readonly format: ReadableFormat;
  /** In lower case, without the dot. */
  readonly extension: string;
  readonly bytes: number;
  /** Whether any pixel is not opaque. */
  readonly transparent: boolean;
  /** On libjpeg's scale; null for other formats. */
  readonly quality: number | null;
  /** The subject's share of width or height, the larger one; 0 without a subject. */
  readonly fill: number;
}

/**
 * Measures the file's own values, without color conversion. Disk: 3 or 4 bytes a pixel.
 * @throws ImagingError BAD_SOURCE for a file that is no picture
 */
export async function measureFile(path: string, signal: AbortSignal): Promise<Measured> {
  const facts = await inspectImage(path);
  if (facts.kind !== 'image') throw new ImagingError('BAD_SOURCE', facts.message);
  const folder = await mkdtemp(join(tmpdir(), 'burnish-check-'));
  try {
    const pixels = await unpackSource(facts, folder, 8);
    try {
      const surroundings = await measureSurroundings(pixels, signal);
      const { width, height, format, bytes, name } = facts;
      return {
        ...surroundings,
        name,
        width,
        height,
        format,
        bytes,
        extension: extname(path).slice(1).toLowerCase(),
        transparent: facts.alpha && (await isTransparent(pixels)),
        quality: format === 'jpeg' ? await readJpegQuality(path) : null,
        fill: surroundings.subject === null ? 0 : filled(surroundings.subject, { width, height }),
      };
    } finally {
      await pixels.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function filled(subject: Region, { width, height }: Size): number {
  return Math.max(subject.width / width, subject.height / height);
}

const stripe = 64;

async function isTransparent({ channels, width, height, read }: Readable): Promise<boolean> {
  if (channels === 3) return false;
  for (let top = 0; top < height; top += stripe) {
    const pixels = await read({ left: 0, top, width, height: Math.min(stripe, height - top) });
    for (let i = 3; i < pixels.length; i += 4) if (pixels[i] !== 255) return true;
  }
  return false;
}
