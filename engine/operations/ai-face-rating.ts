/** A card with the photograph, a score and short comments, for entertainment. */
import { drawCard } from '../effects/card/draw-card.ts';
import type { CardLanguage } from '../effects/card/languages.ts';
import { reportFace } from '../vision/analysis/face-report.ts';
import { rateFace } from '../vision/analysis/scores.ts';
import type { EngineCall, EngineOutput } from './call.ts';
import { photoWithFaces } from './faces.ts';

/** Returns one PNG of 1080 × 1350 px about the largest face. */
export async function aiFaceRating({ params, images, signal }: EngineCall): Promise<EngineOutput> {
  const {
    photo,
    faces: [face],
  } = await photoWithFaces(images.image!, signal, 1);
  const report = await reportFace(photo, face);
  signal.throwIfAborted();
  const rating = rateFace(report);
  const language = params.output_language as CardLanguage;
  return { kind: 'images', files: [{ bytes: await drawCard(photo, face.box, rating, language), mime: 'image/png' }] };
}
