/** Which copy of a raw file is used: the picture in it, or what is developed from its sensor. */

import type { RawPreview } from '../../../contract/app/settings.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { ImagingError } from '../errors.ts';
import type { Size } from '../size.ts';
import { type DevelopedCopy, type DevelopRequest, developedCopy, existingCopy } from './developed-copies.ts';
import type { DevelopedFormat } from './developed-types.ts';
import { hasRawLibrary } from './raw/raw-library.ts';
import { isPreview, needsSensorData, previewRefusal, sizesOf } from './raw-preview-policy.ts';

export type CopyRequest = Omit<DevelopRequest, 'kind'> & { readonly format: DevelopedFormat };

const longer = ({ width, height }: Size) => Math.max(width, height);

/**
 * The copy that work is done with.
 * @throws ImagingError as `developedCopy`; where a preview is all there is, with its size
 */
export async function workingCopy({ format, ...request }: CopyRequest, allowed: RawPreview): Promise<DevelopedCopy> {
  if (format !== 'raw') return developedCopy({ ...request, kind: format });
  const found = await pictureOrSensor(request);
  const { developed } = found;
  const refusal = previewRefusal(developed, allowed, request.name);
  if (refusal !== null) throw new ImagingError('UNUSABLE_FILE', refusal);
  if (!needsSensorData(developed, allowed) || !isPreview(developed)) return found;
  return developedCopy({ ...request, kind: 'sensor' }).catch((error: unknown) => {
    if (!(error instanceof ImagingError) || error.code !== 'UNUSABLE_FILE') throw error;
    const sentence = msg('imaging.raw.undevelopedPreview', { name: request.name, ...sizesOf(developed) });
    throw new ImagingError('UNUSABLE_FILE', sentence, { cause: error });
  });
}

/** px of the longer side that a picture must have; 'own': whatever the picture in the file has. */
export type MinimumSide = number | 'own';

/**
 * The copy that is looked at: quickly the picture in the file, unless the sensor was developed already, or the picture is smaller than
 * `side`.
 * @throws ImagingError as `developedCopy`
 */
export async function displayCopy({ format, ...request }: CopyRequest, side: MinimumSide): Promise<DevelopedCopy> {
  if (format !== 'raw') return developedCopy({ ...request, kind: format });
  const found = await pictureOrSensor(request);
  const { developed } = found;
  if (side === 'own' || !isPreview(developed) || !hasRawLibrary()) return found;
  const sensor = { ...request, kind: 'sensor' } as const;
  const kept = await existingCopy(sensor);
  if (kept !== null) return kept;
  if (longer(developed.embedded.picture) >= side) return found;
  return developedCopy(sensor).catch(() => found);
}

/** The picture in the file; where there is none, the sensor. */
async function pictureOrSensor(request: Omit<DevelopRequest, 'kind'>): Promise<DevelopedCopy> {
  return developedCopy({ ...request, kind: 'raw' }).catch((error: unknown) => {
    if (!(error instanceof ImagingError) || !hasRawLibrary() || !hasNone(error.sentence)) throw error;
    return developedCopy({ ...request, kind: 'sensor' });
  });
}

const hasNone = ({ key }: MessageDescriptor) => key === 'imaging.raw.none';
