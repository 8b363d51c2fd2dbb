/** What a file says about its photograph, as far as it can be changed afterwards. */

/** Null where it says nothing. */
export interface MetadataParts {
  /** EXIF block without prefix. */
  readonly exif: Buffer | null;
  readonly xmp: Buffer | null;
  /** Bare records. */
  readonly iptc: Buffer | null;
}

/** What is different; null takes it out. */
export type MetadataPartsChange = Partial<MetadataParts>;
