/** Length of a PNG up to its color type. */
export const pngHeaderBytes = 26;

/** Samples per pixel by color type. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Returns the size in px, and the bits per pixel of all channels together.
 * @throws RangeError for fewer than `pngHeaderBytes`, Error if the header is damaged
 */
export function pngHeader(bytes: Uint8Array): { width: number; height: number; pngBits: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  const samples = channels[view.getUint8(25)];
  const isHeader = Buffer.from(bytes.buffer, bytes.byteOffset + 12, 4).toString('latin1') === 'IHDR';
  if (!isHeader || !samples || !width || !height) throw new Error('damaged PNG header');
  return { width, height, pngBits: view.getUint8(24) * samples };
}
