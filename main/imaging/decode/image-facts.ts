import type { Metadata } from 'sharp';
import type { MessageDescriptor } from '../../../contract/messages/message.ts';
import type { Size } from '../size.ts';
import type { XmpTexts } from '../xmp/read-xmp.ts';
import type { DevelopedFormat, ReadableFormat } from './sniff-format.ts';

/** 1 = upright; 2 to 8 as in EXIF. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export function orientationOf({ orientation = 1 }: Pick<Metadata, 'orientation'>): Orientation {
  return orientation >= 1 && orientation <= 8 ? (orientation as Orientation) : 1;
}

/** The origin of a developed copy. */
export interface Developed {
  readonly from: DevelopedFormat;
  /** The parts of the file that were used, for the job. */
  readonly notes: readonly MessageDescriptor[];
  /** For a raw file: px as stored. */
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
  /** Bits per pixel of a PNG: 8 for gray or a palette, 24 for RGB, 32 or 64 for RGBA. */
  readonly pngBits: number | null;
  /** Used or not. */
  readonly alpha: boolean;
  /** More than 8 bits per channel. */
  readonly deep: boolean;
  readonly colours: 'rgb' | 'grey' | 'cmyk' | 'other';
  /** Description of the embedded or implied profile; null for sRGB. */
  readonly profile: string | null;
  readonly frames: number;
  /** ms since 1970, without a zone in local time. */
  readonly capturedAt: number | null;
  /** Texts of the embedded XMP and EXIF. */
  readonly texts: XmpTexts;
  /** If present, `path`, `format` and `bytes` are those of the copy. */
  readonly developed: (Developed & { readonly fileBytes: number }) | null;
}

export type ImageProblemKind =
  | 'missing'
  | 'unreadable'
  | 'empty'
  | 'not-an-image'
  | 'unsupported'
  | 'too-many-pixels'
  /** Reading it would take many minutes. */
  | 'too-large'
  | 'broken';

export interface ImageProblem {
  readonly kind: ImageProblemKind;
  readonly path: string;
  readonly message: MessageDescriptor;
}
