// apparel-background-removal: what people wear, as one picture and garment by garment.

import { type ClothClass, clothClasses } from '../../../preload/contract/operations/cutout.ts';
import { EngineError } from '../errors.ts';
import { findClothes } from '../vision/clothes/cut-clothes.ts';
import { type CutoutForm, encodeCutout } from '../vision/matting/cutout.ts';
import { decodePhoto } from '../vision/photo/decode.ts';
import type { EngineCall, EngineFile, EngineOutput } from './call.ts';

/** What counts as the main clothing; bag, shoes and hat go with it. */
const garments: readonly ClothClass[] = ['tops', 'coat', 'skirt', 'pants'];

/**
 * The main clothing (`out_mode` absent or 0) or the union of `cloth_class` (`out_mode` 1), and a picture for each class
 * that is there (with `out_mode` 1: that is there and was asked for), all at the upload's size.
 * Parameters: `out_mode`, `cloth_class`, `return_form` (absent, mask, whiteBK).
 * @throws EngineError ERROR_NO_RECOGNITION_TARGET_DETECTED when there is nobody, or nothing of what was asked for
 */
export async function apparelBackgroundRemoval({ images, params, signal }: EngineCall): Promise<EngineOutput> {
  const photo = await decodePhoto(images.image!);
  signal.throwIfAborted();
  const clothes = await findClothes(photo, signal);
  if (!clothes) {
    throw notFound('No person was found in this picture. Choose one that shows somebody wearing the clothes.');
  }
  const chosen = params.out_mode === 1 ? chosenClasses(params.cloth_class) : null;
  const shown = (chosen ?? garments).filter((name) => clothes.found.has(name));
  if (shown.length === 0) {
    throw notFound(
      chosen
        ? `Nothing of this was found in the picture: ${chosen.join(', ')}. Choose other garments or another picture.`
        : 'No clothes were found in this picture. Choose one that shows more of what is worn.',
    );
  }
  const form = (params.return_form ?? 'transparent') as CutoutForm;
  const file = async (names: readonly ClothClass[]): Promise<EngineFile> => ({
    bytes: await encodeCutout(photo, await clothes.matteOf(names), form, signal),
    mime: 'image/png',
  });
  // All cloth is main clothing, also what is too little to be called a class of its own.
  const image = await file(chosen ? shown : garments);
  const classes: Partial<Record<ClothClass, EngineFile>> = {};
  for (const name of clothClasses) {
    if (!clothes.found.has(name) || (chosen && !chosen.includes(name))) continue;
    classes[name] = chosen && shown.length === 1 && shown[0] === name ? image : await file([name]);
  }
  return { kind: 'apparel', image, classes };
}

function chosenClasses(value: unknown): ClothClass[] {
  return clothClasses.filter((name) => Array.isArray(value) && value.includes(name));
}

function notFound(message: string): EngineError {
  return new EngineError('ERROR_NO_RECOGNITION_TARGET_DETECTED', message);
}
