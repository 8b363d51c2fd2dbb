import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { ImageFormat } from '../../../contract/operations/operation-spec.ts';
import type { DevelopedFormat, ReadableFormat } from '../decode/sniff-format.ts';
import type { Orientation } from '../read/inspect-image.ts';
import { quotedSize, type Size } from '../size.ts';

export type FitStep =
  | { readonly kind: 'oriented'; readonly orientation: Orientation }
  /** The file was an animation or had several pages. */
  | { readonly kind: 'first-frame'; readonly frames: number }
  | { readonly kind: 'colours'; readonly from: string }
  /** Became a PNG of 24 or 32 bits per pixel, or a JPEG. */
  | { readonly kind: 'depth'; readonly bits: number }
  | { readonly kind: 'flattened' }
  | { readonly kind: 'scaled'; readonly from: Size; readonly to: Size }
  | {
      readonly kind: 'converted';
      readonly from: ReadableFormat | DevelopedFormat;
      readonly to: ImageFormat;
      readonly quality: number | null;
    }
  /** `quality` is null for lossless encodings. */
  | { readonly kind: 're-encoded'; readonly format: ImageFormat; readonly quality: number | null };

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

/** @param from a profile's name, or a value of `ImageFacts` */
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
