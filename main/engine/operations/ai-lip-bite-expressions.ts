// ai-lip-bite-expressions: a sheet of stickers of the largest face's head, biting its lip with varied expressions.

import sharp from 'sharp';
import { EngineError } from '../errors.ts';
import { decodePhoto } from '../vision/photo.ts';
import { drawSheet } from '../vision/sticker/draw-sheet.ts';
import { cutHead } from '../vision/sticker/head.ts';
import type { EngineCall, EngineOutput } from './call.ts';

/** What is drawn where the request does not say. */
const COUNT = 4;
const RATIO = '1:1';

/**
 * One transparent PNG, its longest side 2048 px. Section "ai-lip-bite-expressions": `grid_count` (1, 4, 6 or 9; 4 when absent),
 * `aspect_ratio` (square when absent).
 * @throws EngineError ERROR_NO_FACE_IN_FILE
 */
export async function aiLipBiteExpressions({ params, images, signal }: EngineCall): Promise<EngineOutput> {
  const photo = await decodePhoto(images.image!);
  signal.throwIfAborted();
  const head = await cutHead(photo, signal);
  if (!head) {
    throw new EngineError('ERROR_NO_FACE_IN_FILE', 'No face was found in this picture. Choose one that shows a face.');
  }
  const { width, height, rgba } = await drawSheet(
    head,
    Number(params.grid_count ?? COUNT),
    String(params.aspect_ratio ?? RATIO),
    signal,
  );
  const bytes = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 6, adaptiveFiltering: true })
    .toBuffer();
  return { kind: 'images', files: [{ bytes, mime: 'image/png' }] };
}
