/** Tells how much a face smiles: by the shape of its mouth, and by what the emotion model sees. */
import { calibration } from '../calibration/portraits.ts';
import type { Expression } from '../face/expression.ts';
import type { Mesh } from '../face/find-faces.ts';
import { cornerLift, distance } from './features.ts';
import { likelihood } from './finding.ts';

/** `index`: 0 as people smile on average, about 1 for a laugh, -1 for a straight face; `chance` 0..1 that somebody would say so. */
export type Smile = { index: number; chance: number };

/** Mean and deviation over the portraits: how far the corners rise (widths of the mouth), and its width by that of the eyes. */
const lifted = { mean: 0.06, deviation: 0.05 };
const wide = { mean: 0.66, deviation: 0.06 };
/** No sign counts more than twice what is usual: a mesh that slips must not outvote the others. */
const maxSign = 2;

/** Three signs that count alike: corners that rise, a mouth that is wide, and the emotion model's word. */
export function smileOf(mesh: Mesh, { happy }: Expression): Smile {
  const width = distance(mesh[61]!, mesh[291]!) / Math.max(1e-6, distance(mesh[33]!, mesh[263]!));
  const signs = [
    (cornerLift(mesh) - lifted.mean) / lifted.deviation,
    (width - wide.mean) / wide.deviation,
    2 * happy - 1,
  ];
  const index = signs.reduce((sum, sign) => sum + Math.max(-maxSign, Math.min(maxSign, sign)), 0) / signs.length;
  return { index, chance: likelihood(index, calibration.smile) };
}
