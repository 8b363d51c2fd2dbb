/** Whether what was found in a raw file is the photograph, or only a preview of it. */

import { type Sentence, say } from '../../../preload/contract/sentence.ts';
import type { RawPreview } from '../../../preload/contract/settings.ts';
import { quotedSize } from '../size.ts';
import type { Developed } from './developed.ts';

/** Of the longer side: cameras leave a border of the sensor out of their own picture. */
const least = 0.95;

/** Why the photograph `name` is not taken with what is in it; null where it is, or was not developed from a raw file. */
export function previewRefusal(developed: Developed | null, allowed: RawPreview, name: string): Sentence | null {
  if (developed === null || developed.embedded === null || allowed === 'any') return null;
  const { picture, photograph } = developed.embedded;
  const longer = ({ width, height }: typeof picture) => Math.max(width, height);
  if (longer(picture) >= least * longer(photograph)) return null;
  const names = { name, picture: quotedSize(picture), photograph: quotedSize(photograph) };
  return say('imaging.raw.small', names);
}
