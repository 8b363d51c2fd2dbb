/** What a face looks like, in the codes of advanced face analysis that nothing else of the engine tells. */
import { type Eyes, openness } from '../analysis/eye-openness.ts';
import type { Headwear } from '../analysis/headwear.ts';
import type { FaceChart } from '../analysis/skin-chart.ts';
import { hairColor, hatColor, skinColor } from './appearance-colors.ts';
import type { Coded } from './coded-value.ts';
import { fringeOf, hairLength, moustacheOf } from './hair.ts';
import { browsOf, eyeSize, faceShape, noseWidth } from './proportions.ts';

/** Section "Advanced face analysis result", layout A. The codes are the engine's own: docs/engine/face-analyzer-advanced.md has them. */
export type Appearance = {
  moustache: Coded;
  nose: Coded;
  shape: Coded;
  skin: Coded;
  eyeSize: Coded;
  brows: { density: Coded; curve: Coded; length: Coded };
  hair: { length: Coded; bang: Coded; colour: Coded };
  hatColour: Coded;
};

/** @param shown heights of the face that the photograph shows below the chin */
export function appearanceOf(chart: FaceChart, { hat, covered }: Headwear, eyes: Eyes, shown: number): Appearance {
  return {
    moustache: moustacheOf(chart, covered.lower),
    nose: noseWidth(chart),
    shape: faceShape(chart),
    skin: skinColor(chart),
    eyeSize: eyeSize(chart, openness(eyes)),
    brows: browsOf(chart),
    hair: { length: hairLength(chart, shown), bang: fringeOf(chart), colour: hairColor(chart) },
    hatColour: hatColor(chart, hat.type === 1 ? hat.probability : 1 - hat.probability),
  };
}
