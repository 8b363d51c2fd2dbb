/**
 * The score that the interface calls attractiveness: symmetry, classical proportions and even skin, nothing else.
 *
 * It is for entertainment. It measures how near a face is to three rules of portrait drawing, and says nothing about a person.
 */
import type { Mesh } from '../face/human.ts';
import { ramp } from '../pixels/ramp.ts';
import { asymmetry, distance } from './features.ts';
import type { FaceChart } from './skin-chart.ts';
import { skinUnevenness } from './skin-evenness.ts';

/** Parts 0..1, and the score 0..100 they make. */
export type Appeal = { symmetry: number; proportions: number; skin: number; score: number };

/** Asymmetry (widths of the face) that nobody sees, and that everybody sees. */
const asymmetric = { from: 0.012, to: 0.08 };
/** Relative deviation from a proportion at which half of its part is lost. */
const tolerance = 0.22;
/** Patches of the skin (units of Lab) that nobody sees, and that everybody sees. */
const patchy = { from: 2, to: 6.5 };
/** Where too little skin is seen to tell. */
const unknown = 0.5;
/** No face scores below; the rest is shared between the parts. */
const least = 40;
const weights = { symmetry: 20, proportions: 25, skin: 15 };

export function appealOf(chart: FaceChart, mesh: Mesh): Appeal {
  const symmetry = ramp(asymmetry(mesh), asymmetric.to, asymmetric.from);
  const proportions = proportionsOf(mesh);
  const unevenness = skinUnevenness(chart);
  const skin = unevenness === null ? unknown : ramp(unevenness, patchy.to, patchy.from);
  const score = least + weights.symmetry * symmetry + weights.proportions * proportions + weights.skin * skin;
  return { symmetry, proportions, skin, score };
}

/** Distances are taken in depth too, so that a turned head keeps its proportions. */
function proportionsOf(mesh: Mesh): number {
  const between = (a: number, b: number) => distance(mesh[a]!, mesh[b]!);
  const deviations = [
    // The nose is as long as from its base to the chin.
    between(9, 2) / between(2, 152),
    // One eye fits between the eyes.
    (2 * between(133, 362)) / (between(33, 133) + between(362, 263)),
    // The mouth is half as wide again as the nose.
    between(61, 291) / between(129, 358) / 1.5,
    // The face is a third longer than wide.
    between(10, 152) / between(234, 454) / 1.33,
  ];
  const parts = deviations.map((ratio) => 1 / (1 + (Math.log(ratio) / tolerance) ** 2));
  return parts.reduce((sum, part) => sum + part, 0) / parts.length;
}
