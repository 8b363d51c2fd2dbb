import type { Developed } from '../decode/image-facts.ts';
import type { DevelopedFormat } from '../decode/sniff-format.ts';
import type { Size } from '../size.ts';

/** For raw files, the embedded picture (`raw`) or the sensor data (`sensor`). */
export type CopyKind = DevelopedFormat | 'sensor';

/** Pixels, or a file that can be opened directly. */
export type Decoded = (DecodedPixels | DecodedFile) & Pick<Developed, 'notes' | 'embedded'> & EmbeddedMetadata;

export interface DecodedPixels extends Size {
  readonly kind: 'pixels';
  /** Rows from the top, native byte order, unassociated alpha. */
  readonly data: Uint8Array | Uint16Array;
  readonly channels: 1 | 2 | 3 | 4;
}

export interface DecodedFile extends Size {
  readonly kind: 'jpeg';
  readonly bytes: Buffer;
}

export interface EmbeddedMetadata {
  readonly icc: Buffer | null;
  /** A TIFF structure without prefix. */
  readonly exif: Buffer | null;
  readonly xmp: Buffer | null;
  readonly iptc: Buffer | null;
}
