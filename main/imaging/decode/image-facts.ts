/** Facts about an inspected file. */
import type { Metadata } from 'sharp';
import type { MessageDescriptor } from '../../../contract/messages/message.ts';
import type { Size } from '../size.ts';
import type { XmpTexts } from '../xmp/read-xmp.ts';
import type { DevelopedFormat, ReadableFormat } from './sniff-format.ts';

/** 1 = upright; 2 to 8 as in EXIF. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Returns the orientation in a header, 1 by default. */
export function orientationOf({ orientation = 1 }: Pick<Metadata, 'orientation'>): Orientation {
  return orientation >= 1 && orientation <= 8 ? (orientation as Orientation) : 1;
}

/** How a copy was developed from a file that the image library cannot open. */
export interface Developed {
  readonly from: DevelopedFormat;
  /** For the job: the parts of the file that were used. */
  readonly notes: readonly MessageDescriptor[];
  /** Sizes in px as stored of a raw file's embedded picture and of its photograph, else null. */
  readonly embedded: { readonly picture: Size; readonly photograph: Size } | null;
}

export interface ImageFacts {
  readonly kind: 'image';
  readonly path: string;
  /** For messages. */
  readonly name: string;
  readonly format: ReadableFormat;
  /** px of the upright photograph. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly orientation: Orientation;
  /** Bits per pixel of a PNG: 8 for gray or a palette, 24 for RGB, 32 for RGBA, 64 for RGBA with 16 bits each. */
  readonly pngBits: number | null;
  /** Whether there is an alpha channel, used or not. */
  readonly alpha: boolean;
  /** Whether channels have more than 8 bits. */
  readonly deep: boolean;
  readonly colours: 'rgb' | 'grey' | 'cmyk' | 'other';
  /** Description of the embedded or implied color profile (`implied-color-space.ts`); null for sRGB. */
  readonly profile: string | null;
  readonly frames: number;
  /** Time of capture in ms since 1970, without a zone in local time. */
  readonly capturedAt: number | null;
  /** Texts of its own XMP and EXIF: stars, label, flag and names. */
  readonly texts: XmpTexts;
  /** Origin of a developed copy, and bytes of the original. `path`, `format` and `bytes` describe the copy. */
  readonly developed: (Developed & { readonly fileBytes: number }) | null;
}

export type ImageProblemKind =
  | 'missing'
  | 'unreadable'
  | 'empty'
  | 'not-an-image'
  | 'unsupported'
  | 'too-many-pixels'
  /** More bytes than photographs have; reading would take many minutes. */
  | 'too-large'
  | 'broken';

/** Why a file is rejected. */
export interface ImageProblem {
  readonly kind: ImageProblemKind;
  readonly path: string;
  readonly message: MessageDescriptor;
}
