/** What the header chunk of a PNG says: the size, and how deep a pixel is. */

/** Bytes from the beginning of a PNG to the end of what is read here. */
export const pngHeaderBytes = 26;

/** Samples per pixel by colour type. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Size in px, and bits of one pixel, all channels together.
 * @throws RangeError when there are fewer than `pngHeaderBytes`, Error when the header is damaged
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
