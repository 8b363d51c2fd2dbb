/** apparel-background-removal: what people wear, as one picture and garment by garment. */

import { type ClothClass, clothClasses, cutoutForm } from '../../contract/operations/cutout.ts';
import { EngineError } from '../engine-error.ts';
import { findClothes } from '../vision/clothes/cut-clothes.ts';
import { encodeCutout } from '../vision/matting/cutout.ts';
import { decodePhoto } from '../vision/photo/decode.ts';
import type { EngineCall, EngineFile, EngineOutput } from './call.ts';

/** What counts as the main clothing; bag, shoes and hat go with it. */
const garments: readonly ClothClass[] = ['tops', 'coat', 'skirt', 'pants'];

/**
 * Section "apparel-background-removal". `out_mode` decides what the one picture shows: the main clothing (absent or 0), or the
 * classes together (1). `cloth_class` decides which classes these are, and which have a picture of their own: those named that
 * are there; absent, all that are there. All are of the upload's size. `return_form`: absent, mask, whiteBK.
 * @throws EngineError ERROR_NO_RECOGNITION_TARGET_DETECTED when there is nobody, or nothing for the one picture to show
 */
export async function apparelBackgroundRemoval({ images, params, signal }: EngineCall): Promise<EngineOutput> {
  const photo = await decodePhoto(images.image!);
  signal.throwIfAborted();
  const clothes = await findClothes(photo, signal);
  if (!clothes) {
    throw notFound('No person was found in this picture. Choose one that shows a person wearing the clothes.');
  }
  const { shown, separate } = selectClothes(params, clothes.found);
  if (shown.length === 0) {
    throw notFound(
      params.out_mode === 1 && Array.isArray(params.cloth_class)
        ? `None of these were found in the picture: ${params.cloth_class.join(', ')}. Choose other garments or another picture.`
        : 'No clothes were found in this picture. Choose one that shows more of the clothing.',
    );
  }
  const form = cutoutForm(params.return_form);
  const file = async (names: readonly ClothClass[]): Promise<EngineFile> => ({
    bytes: await encodeCutout(photo, await clothes.matteOf(names), form, signal),
    mime: 'image/png',
  });
  const image = await file(shown);
  const classes: Partial<Record<ClothClass, EngineFile>> = {};
  for (const name of separate) {
    classes[name] = shown.length === 1 && shown[0] === name ? image : await file([name]);
  }
  return { kind: 'apparel', image, classes };
}

/** What `image_url` is to show (nothing: there is none of it), and which classes have a picture of their own. */
export function selectClothes(
  { out_mode, cloth_class }: EngineCall['params'],
  found: ReadonlySet<ClothClass>,
): { shown: readonly ClothClass[]; separate: readonly ClothClass[] } {
  const separate = clothClasses.filter((name) => {
    return found.has(name) && (!Array.isArray(cloth_class) || cloth_class.includes(name));
  });
  if (out_mode === 1) return { shown: separate, separate };
  // All cloth is main clothing, also what is too little to be called a class of its own.
  return { shown: garments.some((name) => found.has(name)) ? garments : [], separate };
}

function notFound(message: string): EngineError {
  return new EngineError('ERROR_NO_RECOGNITION_TARGET_DETECTED', message);
}
