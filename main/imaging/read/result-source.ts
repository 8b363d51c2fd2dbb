/** The photograph that a result was made of, as the work was done with it. */
import type { Box } from '../../../contract/jobs/result.ts';
import { isPreview } from '../develop/raw-preview-policy.ts';
import type { Size } from '../size.ts';
import { type ImageFacts, type ImageProblem, inspectImage } from './inspect-image.ts';

interface ResultOf {
  /** Absolute. */
  readonly photograph: string;
  /** The photograph's name in sentences; left out: that of the file. */
  readonly name?: string | undefined;
  /** Where in the photograph the result lies; null = all of it. */
  readonly box: Box | null;
}

/** The preview in a raw file where the settings of then said so, else what is developed of it; any other file as it is. */
export async function resultSource(
  { photograph, name, box }: ResultOf,
  result: Size,
): Promise<ImageFacts | ImageProblem> {
  const source = await inspectImage(photograph, name, 'own');
  const isFullSize = box === null && source.kind === 'image' && source.width === result.width;
  if (source.kind !== 'image' || !isPreview(source.developed) || isFullSize) return source;
  return inspectImage(photograph, name, Number.POSITIVE_INFINITY);
}
