// ai-face-rating: a card with the photograph, a score and short comments, for entertainment.

import { drawCard } from '../card/card.ts';
import type { CardLanguage } from '../card/languages.ts';
import { EngineError } from '../errors.ts';
import { reportFace } from '../vision/analysis/face-report.ts';
import { findFaces } from '../vision/human.ts';
import { decodePhoto } from '../vision/photo.ts';
import { rateFace } from '../vision/rating/scores.ts';
import type { EngineCall, EngineOutput } from './call.ts';

/**
 * One PNG of 1080 x 1350 px about the largest face. Section "ai-face-rating": `output_language`, English when absent.
 * @throws EngineError ERROR_NO_FACE_IN_FILE
 */
export async function aiFaceRating({ params, images, signal }: EngineCall): Promise<EngineOutput> {
  const photo = await decodePhoto(images.image!);
  signal.throwIfAborted();
  const [face] = await findFaces(photo, 1);
  signal.throwIfAborted();
  if (!face) {
    throw new EngineError('ERROR_NO_FACE_IN_FILE', 'No face was found in this picture. Choose one that shows a face.');
  }
  const report = await reportFace(photo, face);
  signal.throwIfAborted();
  const rating = rateFace(report);
  const language = (params.output_language ?? 'en-US') as CardLanguage;
  return { kind: 'images', files: [{ bytes: await drawCard(photo, face.box, rating, language), mime: 'image/png' }] };
}
