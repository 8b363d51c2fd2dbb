/** Types of developed copies, made from files that the image library cannot open. */
import type { MessageDescriptor } from '../../../contract/messages/message.ts';
import type { Size } from '../size.ts';

export type DevelopedFormat = 'heic' | 'psd' | 'raw';

/** Source of a copy: for a raw file, the embedded picture (`raw`) or the sensor data (`sensor`). */
export type CopyKind = DevelopedFormat | 'sensor';

export interface Developed {
  readonly from: DevelopedFormat;
  /** For the job: the parts of the file that were used. */
  readonly notes: readonly MessageDescriptor[];
  /** Sizes in px as stored of a raw file's embedded picture and of its photograph, else null. */
  readonly embedded: { readonly picture: Size; readonly photograph: Size } | null;
}

/** A decoder's result: pixels, or a file in a format that is opened directly. */
export type Decoded = (DecodedPixels | DecodedFile) & Pick<Developed, 'notes' | 'embedded'> & EmbeddedMetadata;

export interface DecodedPixels extends Size {
  readonly kind: 'pixels';
  /** Rows from the top; 16 bits in native byte order; unassociated alpha. */
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
