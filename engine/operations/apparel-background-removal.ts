/** Clothes of people, as one picture and by garment. */
import { type ClothClass, clothClasses, cutoutForm } from '../../contract/operations/cutout.ts';
import { EngineError } from '../engine-error.ts';
import { findClothes } from '../vision/clothes/cut-clothes.ts';
import { encodeCutout } from '../vision/matting/cutout.ts';
import { decodePhoto } from '../vision/photo/decode.ts';
import type { EngineCall, EngineFile, EngineOutput } from './call.ts';

/** Main clothing. Bag, shoes and hat accompany it. */
const garments: readonly ClothClass[] = ['tops', 'coat', 'skirt', 'pants'];

/**
 * Returns pictures in the size of the upload. `out_mode` 1 shows the classes together, otherwise the main clothing.
 * Each class of `cloth_class` also has a separate picture.
 * @throws EngineError `ERROR_NO_RECOGNITION_TARGET_DETECTED` without people or clothes
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

/** Returns the classes of `image_url`, and those with a separate picture. */
export function selectClothes(
  { out_mode, cloth_class }: EngineCall['params'],
  found: ReadonlySet<ClothClass>,
): { shown: readonly ClothClass[]; separate: readonly ClothClass[] } {
  const separate = clothClasses.filter((name) => {
    return found.has(name) && (!Array.isArray(cloth_class) || cloth_class.includes(name));
  });
  if (out_mode === 1) return { shown: separate, separate };
  // Includes areas too small to count as a class.
  return { shown: garments.some((name) => found.has(name)) ? garments : [], separate };
}

function notFound(message: string): EngineError {
  return new EngineError('ERROR_NO_RECOGNITION_TARGET_DETECTED', message);
}
