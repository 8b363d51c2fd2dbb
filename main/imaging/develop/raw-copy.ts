/** Chooses the copy of a raw file: embedded picture or developed sensor data. */
import type { RawPreview } from '../../../contract/app/settings.ts';
import { type MessageDescriptor, msg } from '../../../contract/messages/message.ts';
import { hasRawLibrary } from '../decode/optional-decoders.ts';
import type { DevelopedFormat } from '../decode/sniff-format.ts';
import { ImagingError } from '../errors.ts';
import { type DevelopedCopy, type DevelopRequest, developedCopy, existingCopy } from './developed-copies.ts';
import { isPreview, longerSide, needsSensorData, previewRefusal, sizesOf } from './raw-preview-policy.ts';

export type CopyRequest = Omit<DevelopRequest, 'kind'> & { readonly format: DevelopedFormat };

/**
 * Returns the copy to process.
 * @throws ImagingError as `developedCopy`; UNUSABLE_FILE if only a preview exists
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

/** Minimum longer side in px; `own` accepts the embedded picture. */
export type MinimumSide = number | 'own';

/**
 * Returns the copy to show: the embedded picture if it is large enough and the sensor was not developed before.
 * @throws ImagingError as `developedCopy`
 */
export async function displayCopy({ format, ...request }: CopyRequest, side: MinimumSide): Promise<DevelopedCopy> {
  if (format !== 'raw') return developedCopy({ ...request, kind: format });
  const found = await pictureOrSensor(request);
  const { developed } = found;
  if (side === 'own' || !isPreview(developed) || !hasRawLibrary()) return found;
  const sensor = { ...request, kind: 'sensor' } as const;
  const sensorCopy = await existingCopy(sensor);
  if (sensorCopy !== null) return sensorCopy;
  if (longerSide(developed.embedded.picture) >= side) return found;
  return developedCopy(sensor).catch(() => found);
}

async function pictureOrSensor(request: Omit<DevelopRequest, 'kind'>): Promise<DevelopedCopy> {
  return developedCopy({ ...request, kind: 'raw' }).catch((error: unknown) => {
    if (!(error instanceof ImagingError) || !hasRawLibrary() || !isMissingPicture(error.sentence)) throw error;
    return developedCopy({ ...request, kind: 'sensor' });
  });
}

const isMissingPicture = ({ key }: MessageDescriptor) => key === 'imaging.raw.none';
