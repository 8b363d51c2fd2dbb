export interface CarriedMetadata {
  /** EXIF block without prefix (a TIFF structure). */
  readonly exif: Buffer | null;
  /** ICC profile to embed; null leaves the file's. */
  readonly icc: Buffer | null;
  readonly xmp: Buffer | null;
  /** IPTC records without their resource. */
  readonly iptc: Buffer | null;
  /** Pixels per inch; null leaves the file's. */
  readonly density: number | null;
}
