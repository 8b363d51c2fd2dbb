/** Builds TIFF files entry by entry, with the directory before the pixels, as cameras and Photoshop do. */

/** One entry of a directory. */
interface Tag {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly value: number;
}

/** A little-endian TIFF: its directories, each with the offset of the next one, then `rest`. */
export function tiff(
  directories: readonly { tags: readonly Tag[]; next: number }[],
  rest: Buffer = Buffer.alloc(64),
): Buffer {
  const parts = [Buffer.from('49492a0008000000', 'hex')];
  for (const { tags, next } of directories) {
    const part = Buffer.alloc(2 + tags.length * 12 + 4);
    part.writeUInt16LE(tags.length, 0);
    tags.forEach(({ tag, type, count, value }, index) => {
      const at = 2 + index * 12;
      part.writeUInt16LE(tag, at);
      part.writeUInt16LE(type, at + 2);
      part.writeUInt32LE(count, at + 4);
      part.writeUInt32LE(value, at + 8);
    });
    part.writeUInt32LE(next, part.length - 4);
    parts.push(part);
  }
  return Buffer.concat([...parts, rest]);
}

/** An entry of 16 bits. */
export const short = (tag: number, value: number): Tag => ({ tag, type: 3, count: 1, value });
/** An entry of 32 bits, or the offset of `count` of them. */
export const long = (tag: number, value: number, count = 1): Tag => ({ tag, type: 4, count, value });

/** Grayscale of 8 bits in one strip of `bytes` bytes, starting at 8 + 2 + 9 * 12 + 4. */
export const gray = (width: number, height: number, bytes: number): Tag[] => [
  long(256, width),
  long(257, height),
  short(258, 8),
  short(259, 1),
  short(262, 1),
  long(273, 122),
  short(277, 1),
  long(278, height),
  long(279, bytes),
];
