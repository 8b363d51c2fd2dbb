/**
 * Decides pixel by pixel what is subject, from several looks of one network, the colours of both sides and the texture: coarse looks
 * know what the subject is, finer ones see its gaps but lose solid things, and colours say which is true.
 */
import type { Photo } from '../../photo/decode.ts';
import { boxMean } from '../../pixels/box-filter.ts';
import { perceive } from '../../pixels/perceptron.ts';
import { larger, type Plane } from '../../pixels/plane.ts';
import { beliefEvidence, beliefOf, constantEvidence, type Looks } from './evidence.ts';
import fitted from './fusion-fit.json' with { type: 'json' };
import { shutFalseGaps } from './gaps.ts';

/** Where no look sees more than this, there is nothing to decide. */
const nothing = 0.03;

/**
 * The matte that the looks, the colours and the texture speak for, by a perceptron that was fitted on renderings whose alpha is known.
 * @param photo at the looks' size
 */
export function fuse(photo: Photo, looks: Looks): Plane {
  const { planes, behind } = beliefEvidence(photo, beliefOf(looks), looks.near);
  const matte = perceive(fitted, [...constantEvidence(photo, looks), ...planes], inDoubt(looks), looks.far);
  return shutFalseGaps(matte, looks.near, larger(looks.near, looks.middle), photo, behind);
}

function inDoubt({ far, near, middle, fine }: Looks): Uint8Array {
  const around = boxMean(far, 2).data;
  const out = new Uint8Array(around.length);
  for (let i = 0; i < out.length; i++) {
    out[i] = Math.max(around[i]!, near.data[i]!, middle.data[i]!, fine.data[i]!) > nothing ? 1 : 0;
  }
  return out;
}
