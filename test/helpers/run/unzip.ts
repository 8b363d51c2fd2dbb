/** Reads archives with another program than the one that makes them. */
import { strFromU8, unzipSync } from 'fflate';

/** The files of an archive, by name, as text. */
export function unzip(archive: Buffer): Record<string, string> {
  const files = Object.entries(unzipSync(archive));
  return Object.fromEntries(files.map(([name, bytes]) => [name, strFromU8(bytes)]));
}
