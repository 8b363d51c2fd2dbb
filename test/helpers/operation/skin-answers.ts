/** Runs skin-analysis and types its response as in the interface. */
import { skinAnalysis } from '../../../engine/operations/skin-analysis.ts';
import { callOf } from '../face/faces.ts';

type Finding = { value: number; confidence: number };
type SkinType = { skin_type: number; details: Record<string, Finding> };
export type Findings = Record<string, Finding>;
type Body = {
  warning: string[];
  face_rectangle: Record<string, number>;
  result: Findings & { skin_type: SkinType & Finding };
};

export async function ask(upload: Uint8Array): Promise<Body> {
  const output = await skinAnalysis(callOf('skin-analysis', upload));
  if (output.kind !== 'analysis') throw new Error(`an analysis answers ${output.kind}`);
  return output.body as Body;
}

/** The interface's names of the findings. */
export const findings = [
  ...['eye_pouch', 'dark_circle', 'forehead_wrinkle', 'crows_feet', 'eye_finelines', 'glabella_wrinkle'],
  ...['nasolabial_fold', 'pores_forehead', 'pores_left_cheek', 'pores_right_cheek', 'pores_jaw', 'blackhead'],
  ...['acne', 'mole', 'skin_spot', 'pores'],
];
