/** A picture's size. */

/** px. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A rectangle in whole px. */
export interface Region extends Size {
  readonly left: number;
  readonly top: number;
}

/** The size of a file (bytes) that is above a limit, as it is quoted: rounded up, so that it never reads as the limit itself. */
export function roundedUpSize(bytes: number): { readonly decimalBytes: number } {
  const step = bytes < 1_000_000 ? 1000 : 100_000;
  return { decimalBytes: Math.ceil(bytes / step) * step };
}

/** As it is quoted in sentences: "4000 × 3000". */
export function quotedSize({ width, height }: Size): string {
  return `${width} × ${height}`;
}
