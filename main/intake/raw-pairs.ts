/** A raw file and a JPEG or HEIC that the camera wrote of the same shot are one photograph: which of the two, the settings say. */
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { RawPair } from '../../contract/app/settings.ts';
import { captureDateIn } from '../imaging/read/capture-date.ts';
import { isRawName } from '../imaging/read/sniff-format.ts';

/** Of a shot; cameras write both with the same time, of which some leave the fraction out in one of them. ms */
const sameShotMs = 3_000;
/** Of writing, where a file does not say when it was taken. ms */
const sameWritingMs = 10_000;

const developed = ['.jpg', '.jpeg', '.heic', '.heif', '.hif'];
const raw = ['.cr3', '.cr2', '.nef', '.nrw', '.arw', '.raf', '.orf', '.rw2', '.dng', '.pef', '.srw'];

/**
 * The file beside `path` that is taken in its stead; null where it is a photograph of its own.
 * @throws nothing: what cannot be read is no pair
 */
export async function pairedFileToUse(path: string, choice: RawPair): Promise<string | null> {
  if (choice === 'both' || isRawName(path) !== (choice === 'jpeg')) return null;
  if (choice === 'raw' && !developed.includes(extname(path).toLowerCase())) return null;
  const stem = path.slice(0, path.length - extname(path).length);
  for (const extension of choice === 'jpeg' ? developed : raw) {
    for (const candidate of [stem + extension, stem + extension.toUpperCase()]) {
      if (await isSameShot(path, candidate).catch(() => false)) return candidate;
    }
  }
  return null;
}

async function isSameShot(path: string, otherPath: string): Promise<boolean> {
  // Asked first: as a rule there is none.
  const otherStat = await stat(otherPath);
  if (!otherStat.isFile()) return false;
  const [one, two] = await Promise.all([path, otherPath].map(captureDateIn));
  if (one != null && two != null) return Math.abs(one - two) <= sameShotMs;
  return Math.abs(otherStat.mtimeMs - (await stat(path)).mtimeMs) <= sameWritingMs;
}
