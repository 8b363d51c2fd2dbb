/** What was done to a photograph before upload: recorded on the job, and said here. */

import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { ImageFormat } from '../../../contract/operations/operation-spec.ts';
import type { DevelopedFormat } from '../develop/developed-types.ts';
import type { Orientation } from '../read/inspect-image.ts';
import type { ReadableFormat } from '../read/sniff-format.ts';
import { quotedSize, type Size } from '../size.ts';

export type FitStep =
  /** Turned (or mirrored) as its EXIF orientation says. */
  | { readonly kind: 'oriented'; readonly orientation: Orientation }
  /** The first picture of an animation, or of a file with pages, was taken. */
  | { readonly kind: 'first-frame'; readonly frames: number }
  /** Colours brought to sRGB, three channels of 8 bits; `from` names what they were. */
  | { readonly kind: 'colours'; readonly from: string }
  /** A PNG of a refused depth became one of 24 or 32 bits per pixel, or a JPEG. */
  | { readonly kind: 'depth'; readonly bits: number }
  /** Transparency laid on white. */
  | { readonly kind: 'flattened' }
  | { readonly kind: 'scaled'; readonly from: Size; readonly to: Size }
  | {
      readonly kind: 'converted';
      readonly from: ReadableFormat | DevelopedFormat;
      readonly to: ImageFormat;
      readonly quality: number | null;
    }
  /** Encoded anew in its own format; `quality` is null for lossless encodings. */
  | { readonly kind: 're-encoded'; readonly format: ImageFormat; readonly quality: number | null };

/** One step, for the job's timeline. */
export function describeStep(step: FitStep): MessageDescriptor {
  switch (step.kind) {
    case 'oriented':
      return msg('imaging.step.upright');
    case 'first-frame':
      return msg('imaging.step.firstPicture', { frames: step.frames });
    case 'colours':
      return describeColors(step.from);
    case 'depth':
      return msg('imaging.step.depth', { bits: step.bits });
    case 'flattened':
      return msg('imaging.step.flattened');
    case 'scaled':
      return msg('imaging.step.scaled', { from: quotedSize(step.from), to: quotedSize(step.to) });
    case 'converted': {
      const [from, to] = [step.from.toUpperCase(), step.to.toUpperCase()];
      return step.quality === null
        ? msg('imaging.step.converted', { from, to })
        : msg('imaging.step.convertedAt', { from, to, quality: step.quality });
    }
    case 're-encoded': {
      const format = step.format.toUpperCase();
      return step.quality === null
        ? msg('imaging.step.encoded', { format })
        : msg('imaging.step.encodedAt', { format, quality: step.quality });
    }
  }
}

/** @param from a profile's name, or what `ImageFacts` says of colours and profiles without one */
function describeColors(from: string): MessageDescriptor {
  switch (from) {
    case 'grey':
      return msg('imaging.step.greyToSrgb');
    case 'cmyk':
      return msg('imaging.step.profileToSrgb', { profile: 'CMYK' });
    case 'rgb':
    case 'other':
    case 'unnamed':
    case 'unreadable':
      return msg('imaging.step.toSrgb');
    default:
      return msg('imaging.step.profileToSrgb', { profile: from });
  }
}
