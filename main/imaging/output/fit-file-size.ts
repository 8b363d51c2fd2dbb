/** Finds the best quality with which a file stays within a size. */
import { rm, stat } from 'node:fs/promises';

/** Below this a photograph visibly falls apart: the file is larger then, and that is said. */
export const minQuality = 50;

export interface FittedFile {
  readonly path: string;
  readonly bytes: number;
  readonly quality: number;
  /** False where even the least quality gives a larger file; that is the one. */
  readonly fits: boolean;
}

/**
 * Writes the file with `quality`, and where that is too large with lower ones, by halves: at most eight times in all.
 * @param write a new file of that quality, with all that belongs into it; its path
 * @param maxBytes bytes
 */
export async function fitFileSize(
  write: (quality: number) => Promise<string>,
  quality: number,
  maxBytes: number,
): Promise<FittedFile> {
  const tried = async (triedQuality: number) => {
    const path = await write(triedQuality);
    return { path, bytes: (await stat(path)).size, quality: triedQuality };
  };
  let best = await tried(quality);
  if (best.bytes <= maxBytes) return { ...best, fits: true };
  const floor = Math.min(minQuality, quality);
  let [fits, over] = [floor - 1, quality];
  while (over - fits > 1) {
    // The least one first: where that is too large, none of the others fits.
    const next = fits < floor ? floor : Math.floor((fits + over) / 2);
    const file = await tried(next);
    const isWithin = file.bytes <= maxBytes;
    await rm((isWithin || next === floor ? best : file).path, { force: true });
    if (isWithin || next === floor) best = file;
    if (!isWithin && next === floor) return { ...best, fits: false };
    if (isWithin) fits = next;
    else over = next;
  }
  return { ...best, fits: best.bytes <= maxBytes };
}
