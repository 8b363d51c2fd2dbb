import type { Box } from '../../../contract/jobs/result.ts';
import { isPreview } from '../develop/raw-preview-policy.ts';
import type { Size } from '../size.ts';
import { type ImageFacts, type ImageProblem, inspectImage } from './inspect-image.ts';

interface ResultOf {
  readonly photograph: string;
  /** For messages. */
  readonly name?: string | undefined;
  /** Region of the photograph; null = all of it. */
  readonly box: Box | null;
}

/** Returns the photograph as it was processed: of a raw file, the preview or the developed sensor data. */
export async function resultSource(
  { photograph, name, box }: ResultOf,
  result: Size,
): Promise<ImageFacts | ImageProblem> {
  const source = await inspectImage(photograph, name, 'own');
  const isFullSize = box === null && source.kind === 'image' && source.width === result.width;
  if (source.kind !== 'image' || !isPreview(source.developed) || isFullSize) return source;
  return inspectImage(photograph, name, Number.POSITIVE_INFINITY);
}
