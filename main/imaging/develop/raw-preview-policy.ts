/** Whether what was found in a raw file is the photograph, or only a preview of it, and what is done about that. */

import type { RawPreview } from '../../../contract/app/settings.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { quotedSize, type Size } from '../size.ts';
import type { Developed } from './developed-types.ts';
import { hasRawLibrary } from './raw/raw-library.ts';

/** Of the longer side: cameras leave a border of the sensor out of their own picture. */
const minFullSizeRatio = 0.95;

const longer = ({ width, height }: Size) => Math.max(width, height);

/** True of a picture in a raw file that is smaller than the photograph. */
export function isPreview(developed: Developed | null): developed is Developed & { embedded: object } {
  if (developed === null || developed.embedded === null) return false;
  const { picture, photograph } = developed.embedded;
  return longer(picture) < minFullSizeRatio * longer(photograph);
}

/** Whether work is done with what the sensor saw. */
export function needsSensorData(developed: Developed | null, allowed: RawPreview): boolean {
  return allowed !== 'any' && isPreview(developed) && hasRawLibrary();
}

/** Why the photograph `name` is not taken with what is in it; null where it is, can be developed, or was not developed from a raw file. */
export function previewRefusal(
  developed: Developed | null,
  allowed: RawPreview,
  name: string,
): MessageDescriptor | null {
  if (allowed === 'any' || !isPreview(developed) || hasRawLibrary()) return null;
  return msg('imaging.raw.small', { name, ...sizesOf(developed) });
}

/** The sizes of a preview and of its photograph, as they are quoted. */
export function sizesOf({
  embedded: { picture, photograph },
}: Developed & { embedded: NonNullable<Developed['embedded']> }) {
  return { picture: quotedSize(picture), photograph: quotedSize(photograph) };
}

interface Looked extends Size {
  /** As EXIF has it: from 5 on it lies on its side. */
  readonly orientation: number;
  readonly developed: Developed | null;
}

/** px of the upright photograph that work will be done with: of one that is still to be developed, as its file says. */
export function workingSize({ width, height, orientation, developed }: Looked, allowed: RawPreview): Size {
  if (!needsSensorData(developed, allowed) || developed?.embedded == null) return { width, height };
  const { photograph } = developed.embedded;
  return orientation >= 5 ? { width: photograph.height, height: photograph.width } : photograph;
}
