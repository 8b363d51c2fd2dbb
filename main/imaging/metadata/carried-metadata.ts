/** The data about a photograph that its finished version carries on. */

export interface CarriedMetadata {
  /** EXIF block without prefix (a TIFF structure). */
  readonly exif: Buffer | null;
  /** A profile to name; null leaves the one the file has, or none. */
  readonly icc: Buffer | null;
  readonly xmp: Buffer | null;
  /** Bare IPTC records. */
  readonly iptc: Buffer | null;
  /** Pixels per inch; null = leave as it is. */
  readonly density: number | null;
}
