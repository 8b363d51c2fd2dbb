import sharp from 'sharp';

/** Reads the raw values of a file, without applying a profile, as 8 or 16 bits. */
export async function openPixels(path: string, depth: 8 | 16 = 8) {
  const image = sharp(path, { ignoreIcc: true });
  const { data, info } =
    depth === 8
      ? await image.raw().toBuffer({ resolveWithObject: true })
      : await image.toColourspace('rgb16').raw({ depth: 'ushort' }).toBuffer({ resolveWithObject: true });
  const values = depth === 8 ? data : new Uint16Array(data.buffer, data.byteOffset, data.length / 2);
  const { width, height, channels } = info;
  return {
    ...{ width, height, channels, values },
    at: (x: number, y: number): number[] => {
      const from = (y * width + x) * channels;
      return [...values.subarray(from, from + channels)];
    },
  };
}
