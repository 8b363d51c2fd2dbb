/** When a JPEG gets code tables of its own, and not those of the standard. */

/** Bytes that may be held for it. */
const maxCoefficientBytes = 100_000_000;

/**
 * Tables of its own make a JPEG some per cent smaller, with the same pixels; but for them its encoder holds all coefficients of the
 * picture in memory, and not a few rows: twice 2 bytes for each sample of each channel.
 * @param pixels of the picture
 */
export function usesOptimizedTables(pixels: number, chroma: '4:4:4' | '4:2:0'): boolean {
  return pixels * (chroma === '4:4:4' ? 12 : 6) <= maxCoefficientBytes;
}
