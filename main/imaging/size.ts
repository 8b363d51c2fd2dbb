/** A picture's size. */

/** px. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** As it is quoted in sentences: "4000 × 3000". */
export function quotedSize({ width, height }: Size): string {
  return `${width} × ${height}`;
}
