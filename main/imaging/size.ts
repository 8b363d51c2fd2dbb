/** A picture's size. */

/** px. */
export interface Size {
  readonly width: number;
  readonly height: number;
}
