/** Reads archives as small as reports: by their table of contents, all of it in memory. */
import { inflateRawSync } from 'node:zlib';

/** The files of an archive, by name, as text. */
export function unzip(archive: Buffer): Record<string, string> {
  const files: Record<string, string> = {};
  let at = archive.readUInt32LE(archive.length - 22 + 16);
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const half = (offset: number) => archive.readUInt16LE(at + offset);
    const uint32At = (offset: number) => archive.readUInt32LE(at + offset);
    const start = uint32At(42);
    const from = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + half(28));
    files[name] = inflateRawSync(archive.subarray(from, from + uint32At(20))).toString('utf8');
    at += 46 + half(28) + half(30) + half(32);
  }
  return files;
}
