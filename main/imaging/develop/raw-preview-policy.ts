/** Decides whether an embedded picture is full size, or a preview that must not be processed. */
import type { RawPreview } from '../../../contract/app/settings.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import type { Developed } from '../decode/image-facts.ts';
import { hasRawLibrary } from '../decode/optional-decoders.ts';
import { quotedSize, type Size } from '../size.ts';

/** Cameras crop a border of the sensor. */
const minFullSizeRatio = 0.95;

export const longerSide = ({ width, height }: Size) => Math.max(width, height);

export function isPreview(developed: Developed | null): developed is Developed & { embedded: object } {
  if (developed === null || developed.embedded === null) return false;
  const { picture, photograph } = developed.embedded;
  return longerSide(picture) < minFullSizeRatio * longerSide(photograph);
}

export function needsSensorData(developed: Developed | null, allowed: RawPreview): boolean {
  return allowed !== 'any' && isPreview(developed) && hasRawLibrary();
}

/** Returns null if the picture is acceptable or the sensor can be developed. */
export function previewRefusal(
  developed: Developed | null,
  allowed: RawPreview,
  name: string,
): MessageDescriptor | null {
  if (allowed === 'any' || !isPreview(developed) || hasRawLibrary()) return null;
  return msg('imaging.raw.small', { name, ...sizesOf(developed) });
}

export function sizesOf({
  embedded: { picture, photograph },
}: Developed & { embedded: NonNullable<Developed['embedded']> }) {
  return { picture: quotedSize(picture), photograph: quotedSize(photograph) };
}

interface InspectedSize extends Size {
  /** From 5 on, sides are swapped. */
  readonly orientation: number;
  readonly developed: Developed | null;
}

/** Returns the upright size in px that will be processed, developed or not. */
export function workingSize({ width, height, orientation, developed }: InspectedSize, allowed: RawPreview): Size {
  if (!needsSensorData(developed, allowed) || developed?.embedded == null) return { width, height };
  const { photograph } = developed.embedded;
  return orientation >= 5 ? { width: photograph.height, height: photograph.width } : photograph;
}
