/** Stickers of the largest face, biting its lip. */
import sharp from 'sharp';
import { drawSheet } from '../effects/sticker/draw-sheet.ts';
import { cutHead, mouthShown } from '../effects/sticker/head.ts';
import { EngineError } from '../engine-error.ts';
import type { EngineCall, EngineOutput } from './call.ts';
import { photoWithFaces } from './faces.ts';

const defaultCount = 4;
const defaultRatio = '1:1';
/** Share of the mouth; a profile shows half of it. */
const minVisibleMouth = 0.8;
/** Yaw in degrees; hidden mouths below it are covered, others turned away. */
const turnedAwayYaw = 35;

/**
 * Returns one transparent PNG, 2048 px on its longest side.
 * @throws EngineError `ERROR_FACE_NOT_FACING_FORWARD` if the mouth is turned away, `ERROR_OBSTRUCTED_FACE` if it is
 *   covered; `ERROR_NO_RECOGNITION_TARGET_DETECTED` without a separable head
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
  if (mouthShown(head) < minVisibleMouth) throw mouthHidden(Math.abs(faces[0].pose.yaw) > turnedAwayYaw);
  const { width, height, rgba } = await drawSheet(
    head,
    Number(params.grid_count ?? defaultCount),
    String(params.aspect_ratio ?? defaultRatio),
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
