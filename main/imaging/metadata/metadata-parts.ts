/** Parts of a file's metadata that can be changed. */

export interface MetadataParts {
  /** EXIF block without prefix (a TIFF structure). */
  readonly exif: Buffer | null;
  readonly xmp: Buffer | null;
  /** IPTC records without their resource. */
  readonly iptc: Buffer | null;
}

/** Changed parts; null removes one. */
export type MetadataPartsChange = Partial<MetadataParts>;
