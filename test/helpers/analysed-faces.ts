/** What face-analyzer-advanced says of a picture. */
import { faceAnalyzerAdvanced } from '../../main/engine/operations/face-analyzer-advanced.ts';
import { callOf } from './faces.ts';

type Lists = Record<string, number[]> & { qualities: Record<string, number[]> };
type Body = { image_width: number; image_height: number; data: Lists; face_detail_infos: Record<string, never>[] };

export async function ask(upload: Uint8Array): Promise<Body> {
  const output = await faceAnalyzerAdvanced(callOf('face-analyzer-advanced', upload));
  if (output.kind !== 'analysis') throw new Error(`an analysis answers ${output.kind}`);
  return output.body as Body;
}
