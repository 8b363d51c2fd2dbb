/** Applies smart-beauty to two people whose faces are close together. */
import sharp from 'sharp';
import type { ParamValue } from '../../../contract/operations/params.ts';
import { smartBeauty } from '../../../engine/operations/smart-beauty.ts';
import { findFaces } from '../../../engine/vision/face/find-faces.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';
import { callOf, group } from '../face/faces.ts';

export async function beautify(upload: Uint8Array, params: Record<string, ParamValue>) {
  const output = await smartBeauty(callOf('smart-beauty', upload, params));
  if (output.kind !== 'image') throw new Error(`a retouch answers ${output.kind}`);
  return output.file;
}

export async function cheekByCheek() {
  // Sample 6, the two on the right.
  const upload = await sharp(group(6))
    .extract({ left: 1080, top: 150, width: 660, height: 560 })
    .resize(440)
    .png()
    .toBuffer();
  const before = await decodePhoto(upload);
  const [largest, other] = await findFaces(before, 2);
  const made = async (params: Record<string, ParamValue>) => decodePhoto((await beautify(upload, params)).bytes);
  return { upload, before, largest: largest!, other: other!, made };
}
