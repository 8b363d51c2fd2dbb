/** Random access to the pixels of an unpacked picture in a temporary file. */
import { type FileHandle, open } from 'node:fs/promises';
import type { Region, Size } from './size.ts';

/** Bits per channel. */
export type Depth = 8 | 16;
export type Samples<D extends Depth = Depth> = D extends 8 ? Uint8Array : Uint16Array;

/** The value of white and of opaque. */
export function maxSampleOf(samples: Samples): 255 | 65_535 {
  return samples instanceof Uint16Array ? 65_535 : 255;
}

export function allocateSamples<T extends Samples>(samples: T, length: number): T {
  return (samples instanceof Uint16Array ? new Uint16Array(length) : new Uint8Array(length)) as T;
}

export interface Layout<D extends Depth = Depth> extends Size {
  readonly channels: 1 | 3 | 4;
  readonly depth: D;
}

export interface UnpackedFile<D extends Depth> extends Layout<D> {
  /**
   * Returns the pixels of a region by rows.
   * @param buffer samples to reuse if their length matches
   */
  read(region: Region, buffer?: Samples<D>): Promise<Samples<D>>;
  write(region: Region, samples: Samples<D>): Promise<void>;
  close(): Promise<void>;
}

/** Header of libvips' own format (`.v`). Rows of pixels follow without padding. */
const headerBytes = 64;

export async function openUnpacked<D extends Depth>(
  path: string,
  layout: Layout<D>,
  flags: 'r' | 'r+' = 'r',
): Promise<UnpackedFile<D>> {
  const file = await open(path, flags);
  const pixelBytes = (layout.channels * layout.depth) / 8;
  /** Returns the byte runs of a region in the file, with their offsets in its samples. */
  const runs = ({ left, top, width, height }: Region) => {
    const bytes = width * pixelBytes;
    const rowPosition = (row: number) => headerBytes + ((top + row) * layout.width + left) * pixelBytes;
    if (width === layout.width) return [{ position: rowPosition(0), from: 0, length: height * bytes }];
    return Array.from({ length: height }, (_, row) => ({
      position: rowPosition(row),
      from: row * bytes,
      length: bytes,
    }));
  };
  return {
    ...layout,
    read: async (region, buffer) => {
      const wanted = region.width * region.height * pixelBytes;
      const reused = buffer?.byteLength === wanted ? buffer : null;
      const bytes = reused === null ? new Uint8Array(wanted) : new Uint8Array(reused.buffer, reused.byteOffset, wanted);
      for (const { position, from, length } of runs(region)) await readRun(file, bytes, from, length, position);
      if (reused !== null) return reused;
      return (layout.depth === 8 ? bytes : new Uint16Array(bytes.buffer)) as Samples<D>;
    },
    write: async (region, samples) => {
      const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
      for (const { position, from, length } of runs(region)) await writeRun(file, bytes, from, length, position);
    },
    close: () => file.close(),
  };
}

async function readRun(
  file: FileHandle,
  bytes: Uint8Array,
  from: number,
  length: number,
  position: number,
): Promise<void> {
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, from + done, length - done, position + done);
    if (bytesRead === 0) throw new Error('the unpacked photograph is cut short');
    done += bytesRead;
  }
}

async function writeRun(
  file: FileHandle,
  bytes: Uint8Array,
  from: number,
  length: number,
  position: number,
): Promise<void> {
  for (let done = 0; done < length; ) {
    done += (await file.write(bytes, from + done, length - done, position + done)).bytesWritten;
  }
}
