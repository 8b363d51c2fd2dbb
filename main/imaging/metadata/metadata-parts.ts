export interface MetadataParts {
  /** EXIF block without prefix (a TIFF structure). */
  readonly exif: Buffer | null;
  readonly xmp: Buffer | null;
  /** IPTC records without their resource. */
  readonly iptc: Buffer | null;
}

/** Changed parts; null removes one. */
export type MetadataPartsChange = Partial<MetadataParts>;

/** Metadata that an original passes to its finished version. */
export interface CarriedMetadata extends MetadataParts {
  /** ICC profile to embed; null leaves the file's. */
  readonly icc: Buffer | null;
  /** Pixels per inch; null leaves the file's. */
  readonly density: number | null;
}

/** A change of the metadata in a finished file. */
export interface Replacement {
  readonly change: MetadataPartsChange;
  /** Before the change. */
  readonly parts: MetadataParts;
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** Whether `parts.xmp` includes extended XMP, which is then removed. */
  readonly isJoined: boolean;
  /** Whether data of unknown meaning is removed, except clipping paths. */
  readonly shouldStripUnknown: boolean;
}
