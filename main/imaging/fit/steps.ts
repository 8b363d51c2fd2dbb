/** What was done to a photograph before upload: recorded on the job, and put into words here. */
import type { ImageFormat } from '../../../preload/contract/operations/spec.ts';
import type { ReadableFormat } from '../read/formats.ts';
import type { Orientation } from '../read/inspect.ts';
import type { Size } from '../size.ts';

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
      readonly from: ReadableFormat;
      readonly to: ImageFormat;
      readonly quality: number | null;
    }
  /** Encoded anew in its own format; `quality` is null for lossless encodings. */
  | { readonly kind: 're-encoded'; readonly format: ImageFormat; readonly quality: number | null };

/** One step in words, for the job's timeline. */
export function describeStep(step: FitStep): string {
  switch (step.kind) {
    case 'oriented':
      return 'turned upright';
    case 'first-frame':
      return `the first of its ${step.frames} pictures taken`;
    case 'colours':
      return `colours converted from ${step.from} to sRGB`;
    case 'depth':
      return `converted from a PNG with ${step.bits} bits per pixel`;
    case 'flattened':
      return 'transparency laid on white';
    case 'scaled':
      return `scaled from ${inWords(step.from)} to ${inWords(step.to)} px`;
    case 'converted':
      return `converted from ${step.from.toUpperCase()} to ${step.to.toUpperCase()}${atQuality(step.quality)}`;
    case 're-encoded':
      return `encoded again as ${step.format.toUpperCase()}${atQuality(step.quality)}`;
  }
}

function atQuality(quality: number | null): string {
  return quality === null ? '' : `, quality ${quality}`;
}

function inWords({ width, height }: Size): string {
  return `${width} × ${height}`;
}
