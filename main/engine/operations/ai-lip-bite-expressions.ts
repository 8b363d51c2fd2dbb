// ai-lip-bite-expressions: a sheet of stickers of the largest face's head, biting its lip with varied expressions.

import sharp from 'sharp';
import { EngineError } from '../errors.ts';
import { findFaces } from '../vision/human.ts';
import { decodePhoto } from '../vision/photo.ts';
import { drawSheet } from '../vision/sticker/draw-sheet.ts';
import { cutHead } from '../vision/sticker/head.ts';
import type { EngineCall, EngineOutput } from './call.ts';

/** What is drawn where the request does not say. */
const COUNT = 4;
const RATIO = '1:1';
/** More faces than this make a crowd. */
const MAX_FACES = 20;
/** Degrees a face may be turned to the side: beyond, too little of mouth and far eye is there to be moved. */
const PROFILE = 60;

/**
 * One transparent PNG, its longest side 2048 px. Section "ai-lip-bite-expressions": `grid_count` (1, 4, 6 or 9; 4 when absent),
 * `aspect_ratio` (square when absent).
 * @throws EngineError ERROR_NO_FACE_IN_FILE; ERROR_FACE_NOT_FACING_FORWARD when the face is in profile;
 * ERROR_NO_RECOGNITION_TARGET_DETECTED when its head cannot be made out
 */
export async function aiLipBiteExpressions({ params, images, signal }: EngineCall): Promise<EngineOutput> {
  const photo = await decodePhoto(images.image!);
  signal.throwIfAborted();
  const faces = await findFaces(photo, MAX_FACES);
  signal.throwIfAborted();
  const [largest] = faces;
  if (!largest) {
    throw new EngineError('ERROR_NO_FACE_IN_FILE', 'No face was found in this picture. Choose one that shows a face.');
  }
  if (Math.abs(largest.pose.yaw) > PROFILE) {
    throw new EngineError(
      'ERROR_FACE_NOT_FACING_FORWARD',
      'The face is turned too far aside for its mouth to be seen whole. Choose a picture that shows it from the front.',
    );
  }
  const head = await cutHead(photo, faces, signal);
  if (!head) {
    throw new EngineError(
      'ERROR_NO_RECOGNITION_TARGET_DETECTED',
      'A face was found, but the head could not be told from what is around it. Choose a picture that shows it more clearly.',
    );
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
