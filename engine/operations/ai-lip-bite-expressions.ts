/** ai-lip-bite-expressions: a sheet of stickers of the largest face's head, biting its lip with varied expressions. */
import sharp from 'sharp';
import { drawSheet } from '../effects/sticker/draw-sheet.ts';
import { cutHead, mouthShown } from '../effects/sticker/head.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineCall, EngineOutput } from './call.ts';
import { photoWithFaces } from './faces.ts';

/** What is drawn where the request does not say. */
const count = 4;
const ratio = '1:1';
/** Share of the mouth that has to be seen: of a face in profile half of it is not there to bite or be bitten. */
const mouth = 0.8;
/** Degrees from which a mouth that is not seen is turned away, and not covered. */
const turnedAwayYaw = 35;

/**
 * One transparent PNG, its longest side 2048 px. Section "ai-lip-bite-expressions": `grid_count` (1, 4, 6 or 9; 4 when absent),
 * `aspect_ratio` (square when absent).
 * @throws EngineError ERROR_NO_FACE_IN_FILE; ERROR_FACE_NOT_FACING_FORWARD when it is in profile,
 * ERROR_OBSTRUCTED_FACE when something covers its mouth;
 * ERROR_NO_RECOGNITION_TARGET_DETECTED when its head cannot be made out
 */
export async function aiLipBiteExpressions({ params, images, signal }: EngineCall): Promise<EngineOutput> {
  const { photo, faces } = await photoWithFaces(images.image!, signal);
  const head = await cutHead(photo, faces, signal);
  if (!head) {
    throw new EngineError(
      'ERROR_NO_RECOGNITION_TARGET_DETECTED',
      'A face was found, but the head could not be separated from its surroundings. Choose a picture that shows it more clearly.',
    );
  }
  if (mouthShown(head) < mouth) throw mouthHidden(Math.abs(faces[0].pose.yaw) > turnedAwayYaw);
  const { width, height, rgba } = await drawSheet(
    head,
    Number(params.grid_count ?? count),
    String(params.aspect_ratio ?? ratio),
    signal,
  );
  const bytes = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 4, adaptiveFiltering: true })
    .toBuffer();
  return { kind: 'images', files: [{ bytes, mime: 'image/png' }] };
}

function mouthHidden(isTurnedAway: boolean): EngineError {
  return isTurnedAway
    ? new EngineError(
        'ERROR_FACE_NOT_FACING_FORWARD',
        'The face is turned too far to the side to show its mouth completely. Choose a picture that shows it from the front.',
      )
    : new EngineError(
        'ERROR_OBSTRUCTED_FACE',
        'Something covers the mouth of the face in this picture. Choose one that shows the whole mouth.',
      );
}
