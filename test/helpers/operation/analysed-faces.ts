/** Runs face-analyzer-advanced on a picture, with the features that distinguish its faces. */
import { faceAnalyzerAdvanced } from '../../../engine/operations/face-analyzer-advanced.ts';
import { callOf } from '../face/faces.ts';

type Lists = Record<string, number[]> & { qualities: Record<string, number[]> };
/** The fields of layout A that tests read. */
type Info = { face_detail_attributes_info: { hair: Record<'length' | 'bang' | 'color', { type: number }> } };
type Body = { image_width: number; image_height: number; data: Lists; face_detail_infos: Info[] };

export async function ask(upload: Uint8Array): Promise<Body> {
  const output = await faceAnalyzerAdvanced(callOf('face-analyzer-advanced', upload));
  if (output.kind !== 'analysis') throw new Error(`an analysis answers ${output.kind}`);
  const body = output.body as Body;
  body.data.dense_features = output.denseFeatures!;
  return body;
}
