/** Sizes of pictures in px, and how messages quote sizes. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Region extends Size {
  readonly left: number;
  readonly top: number;
}

/** Rounds up, so that a size above a limit never reads as the limit. */
export function roundedUpSize(bytes: number): { readonly decimalBytes: number } {
  const step = bytes < 1_000_000 ? 1000 : 100_000;
  return { decimalBytes: Math.ceil(bytes / step) * step };
}

export function quotedSize({ width, height }: Size): string {
  return `${width} × ${height}`;
}
