/** What comes of a file that the image library cannot open by itself: a copy it can, and what is to be said of it. */
import type { MessageDescriptor } from '../../../contract/messages/message.ts';
import type { Size } from '../size.ts';

/** Formats that are developed into a copy once, of which everything else is made. */
export type DevelopedFormat = 'heic' | 'psd' | 'raw';

/** What is made into a copy: of a raw file the picture in it (`raw`), or what its sensor saw (`sensor`). */
export type CopyKind = DevelopedFormat | 'sensor';

export interface Developed {
  readonly from: DevelopedFormat;
  /** For the job: what was used of the file. */
  readonly notes: readonly MessageDescriptor[];
  /** Of the picture in a camera's raw file: its size, and that of the photograph it is of, px as they are stored; else null. */
  readonly embedded: { readonly picture: Size; readonly photograph: Size } | null;
}

/** What a decoder hands over: a picture in numbers, or a file in a format that is opened like any other. */
export type Decoded = (DecodedPixels | DecodedFile) & Pick<Developed, 'notes' | 'embedded'> & EmbeddedMetadata;

export interface DecodedPixels extends Size {
  readonly kind: 'pixels';
  /** Rows from the top; native byte order where there are 16 bits a channel. Associated with no alpha. */
  readonly data: Uint8Array | Uint16Array;
  readonly channels: 1 | 2 | 3 | 4;
}

export interface DecodedFile extends Size {
  readonly kind: 'jpeg';
  readonly bytes: Buffer;
}

/** What goes along with the picture; null where there is none. */
export interface EmbeddedMetadata {
  readonly icc: Buffer | null;
  /** A TIFF structure without prefix. */
  readonly exif: Buffer | null;
  readonly xmp: Buffer | null;
  readonly iptc: Buffer | null;
}
