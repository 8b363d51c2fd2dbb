/** Reads archives with another program than their writer. */
import { strFromU8, unzipSync } from 'fflate';

/** The files of an archive as text, by name. */
export function unzip(archive: Buffer): Record<string, string> {
  const files = Object.entries(unzipSync(archive));
  return Object.fromEntries(files.map(([name, bytes]) => [name, strFromU8(bytes)]));
}
