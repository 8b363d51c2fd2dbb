/** Treats a raw file and the JPEG or HEIC of its shot as one photograph. */
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { RawPair } from '../../../contract/app/settings.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { isRawName } from '../../imaging/decode/sniff-format.ts';
import { captureDateIn } from '../../imaging/read/capture-date.ts';

/** Of capture dates, in ms. Some cameras omit the fraction of a second in one file. */
const maxCaptureDifferenceMs = 3_000;
/** Of modification times if a file has no capture date, in ms. */
const maxWriteDifferenceMs = 10_000;

const developed = ['.jpg', '.jpeg', '.heic', '.heif', '.hif'];
const raw = ['.cr3', '.cr2', '.nef', '.nrw', '.arw', '.raf', '.orf', '.rw2', '.dng', '.pef', '.srw'];

/** Returns the sibling to add instead of `path`, or null. Ignores unreadable files. */
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

export function skippedPairsMessage(count: number, choice: RawPair): MessageDescriptor {
  return msg(choice === 'raw' ? 'intake.pair.raw' : 'intake.pair.jpeg', { count });
}

async function isSameShot(path: string, siblingPath: string): Promise<boolean> {
  // Most siblings do not exist.
  const siblingStats = await stat(siblingPath);
  if (!siblingStats.isFile()) return false;
  const [a, b] = await Promise.all([path, siblingPath].map(captureDateIn));
  if (a != null && b != null) return Math.abs(a - b) <= maxCaptureDifferenceMs;
  return Math.abs(siblingStats.mtimeMs - (await stat(path)).mtimeMs) <= maxWriteDifferenceMs;
}
