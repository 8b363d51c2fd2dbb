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

/** As it is quoted in sentences: "4000 × 3000". */
export function quotedSize({ width, height }: Size): string {
  return `${width} × ${height}`;
}
