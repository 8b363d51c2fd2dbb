/** Applies smart-face-slimming. */
import { smartFaceSlimming } from '../../../engine/operations/smart-face-slimming.ts';
import { callOf } from '../face/faces.ts';

export async function slim(upload: Uint8Array, slim_degree?: number) {
  const params: Record<string, number> = slim_degree === undefined ? {} : { slim_degree };
  const output = await smartFaceSlimming(callOf('smart-face-slimming', upload, params));
  if (output.kind !== 'image') throw new Error(`slimming answers ${output.kind}`);
  return output.file;
}
