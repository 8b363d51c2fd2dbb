/**
 * Decides pixel by pixel what is subject, from several looks of one network, the colours of both sides and the texture: coarse looks
 * know what the subject is, finer ones see its gaps but lose solid things, and colours say which is true.
 */
import type { Photo } from '../../photo/decode.ts';
import { boxMean } from '../../pixels/box-filter.ts';
import { perceive } from '../../pixels/perceptron.ts';
import { createPlane, larger, type Plane } from '../../pixels/plane.ts';
import { evidenceOf, type Looks } from './evidence.ts';
import fitted from './fusion-fit.json' with { type: 'json' };
import { shutFalseGaps } from './gaps.ts';

/** Where no look sees more than this, there is nothing to decide. */
const nothing = 0.03;
const surelySolid = 0.97;
const flickering = 0.16;
/** What the perceptron says beyond these are its doubts about what is clear. */
const doubts = { from: 0.06, to: 0.92 };

/**
 * The matte that the looks, the colours and the texture speak for, by a perceptron that was fitted on renderings whose alpha is known.
 * @param photo at the looks' size
 */
export function fuse(photo: Photo, looks: Looks): Plane {
  const { planes, behind } = evidenceOf(photo, looks);
  const solid = larger(larger(looks.far, looks.near), looks.middle);
  const matte = perceive(fitted, planes, inDoubt(looks), looks.far);
  keepFur(matte, looks.middle);
  const out = shutFalseGaps(matte, solid, solid, photo, behind);
  for (let i = 0; i < out.data.length; i++) {
    out.data[i] = Math.min(1, Math.max(0, (out.data[i]! - doubts.from) / (doubts.to - doubts.from)));
  }
  return out;
}

/** Where the middle look sees nothing but subject, an answer that changes from pixel to pixel is texture, such as fur, and no gap. */
function keepFur(matte: Plane, middle: Plane): void {
  const { width, height, data } = matte;
  const changes = createPlane(width, height);
  for (let i = 0; i < data.length - width; i++) {
    changes.data[i] = (Math.abs(data[i]! - data[i + 1]!) + Math.abs(data[i]! - data[i + width]!)) / 2;
  }
  const flicker = boxMean(changes, 12, changes).data;
  const seen = boxMean(middle, 6).data;
  for (let i = 0; i < data.length; i++) {
    if (seen[i]! > surelySolid && flicker[i]! > flickering) data[i] = Math.max(data[i]!, middle.data[i]!);
  }
}

function inDoubt({ far, near, middle, fine }: Looks): Uint8Array {
  const around = boxMean(far, 2).data;
  const out = new Uint8Array(around.length);
  for (let i = 0; i < out.length; i++) {
    out[i] = Math.max(around[i]!, near.data[i]!, middle.data[i]!, fine.data[i]!) > nothing ? 1 : 0;
  }
  return out;
}
