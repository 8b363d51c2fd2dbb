/** What is known about a file that was looked at. */
import type { MessageDescriptor } from '../../../contract/messages/message.ts';
import type { Developed } from '../develop/developed-types.ts';
import type { XmpTexts } from '../xmp/read-xmp.ts';
import type { ReadableFormat } from './sniff-format.ts';

/** 1 = upright; 2 to 8 as EXIF defines them. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export interface ImageFacts {
  readonly kind: 'image';
  readonly path: string;
  /** The file's name in sentences. */
  readonly name: string;
  readonly format: ReadableFormat;
  /** px of the upright photograph (orientation applied). */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly orientation: Orientation;
  /** Bits per pixel of a PNG: 8 for grey or a palette, 24 for RGB, 32 for RGBA, 64 for RGBA with 16 bits each. */
  readonly pngBits: number | null;
  /** True where the file has an alpha channel, used or not. */
  readonly alpha: boolean;
  /** True for more than 8 bits per channel. */
  readonly deep: boolean;
  readonly colours: 'rgb' | 'grey' | 'cmyk' | 'other';
  /** The description of the profile that its colours are in, embedded or meant (`implied-color-space.ts`); null = sRGB. */
  readonly profile: string | null;
  readonly frames: number;
  /** When the photograph was taken, ms since 1970; a time without a zone is read as local time. */
  readonly capturedAt: number | null;
  /** What its own XMP and EXIF data says of stars, label, flag and names. */
  readonly words: XmpTexts;
  /** Where the file was developed: from what, and the bytes of the file itself; `path`, `format` and `bytes` are its copy's then. */
  readonly developed: (Developed & { readonly fileBytes: number }) | null;
}

export type ImageProblemKind =
  | 'missing'
  | 'unreadable'
  | 'empty'
  | 'not-an-image'
  | 'unsupported'
  | 'too-many-pixels'
  /** More bytes than any photograph has; even to read it through would take many minutes. */
  | 'too-large'
  | 'broken';

/** Why a file cannot be taken, as one sentence for people. */
export interface ImageProblem {
  readonly kind: ImageProblemKind;
  readonly path: string;
  readonly message: MessageDescriptor;
}
