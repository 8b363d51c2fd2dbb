/** Finds what is worn on skin and is thin: chains, earrings, frames. The segmentation hardly sees it, and skin masks close over it. */
import type { MaskPlace } from '../face/mesh.ts';
import { boxMean } from '../pixels/box-filter.ts';
import { findAreas } from '../pixels/components.ts';
import { largestNear } from '../pixels/extremes.ts';
import type { LabPlanes } from '../pixels/lab.ts';
import { maskedMean, windowOf } from '../pixels/masked-filter.ts';
import { createPlane, type Plane } from '../pixels/plane.ts';
import { ramp } from '../pixels/ramp.ts';
import type { Segmentation } from '../segmentation.ts';
import { likelihoodOf } from './likelihood.ts';

/** A thing has the second probability somewhere, and the first wherever it goes on from there: of a fine chain the network sees only a trace. */
const faint = 0.03;
const seen = 0.3;
/** Probability nearby at which it may be no skin, and at which it surely is none. */
const sure = [0.3, 0.7] as const;
/** It ends where less than this part of the probability nearby is left: the network sees it wider than it is. */
const ridge = 0.5;
/** Parts of the face's size: what is nearby, how far beyond that a thing may reach, and the skin that it is compared with. */
const ridgeRadius = 0.02;
const reach = 0.004;
const aroundRadius = 0.015;
/** What fills so much of a window of this size (part of the face's) is a hat or a bag, and not thin. */
const thinRadius = 0.06;
const filled = [0.5, 0.8] as const;
/** Difference of colour (Lab) from the skin around: grain and folds, and what is surely no skin. */
const difference = [4, 10] as const;

/**
 * Something thin that is worn, 0..1: where it may be (`trace`), for what evens skin out, which a chain would lose its links to, and
 * where it surely is and has another colour than skin (`thing`), for changes of tone, in which a hole that is not the chain's shows.
 * Hysteresis, as edges are found (Canny 1986); then the colours of the photograph decide.
 * @param skin 0..1, with what lies on it @param segmentations coarse to fine
 */
export function findJewellery(
  place: MaskPlace,
  lab: LabPlanes,
  skin: Plane,
  segmentations: readonly Segmentation[],
  faceSize: number,
): { thing: Plane; trace: Plane } {
  const { width, height } = place;
  const pixels = (part: number) => Math.max(1, Math.round(faceSize * part));
  const others = likelihoodOf(place, segmentations, ['others']);
  const kept = goingOn(others);
  const most = largestNear(others, pixels(ridgeRadius));
  for (let i = 0; i < kept.data.length; i++) if (others.data[i]! < ridge * most.data[i]!) kept.data[i] = 0;
  const wide = boxMean(kept, pixels(thinRadius));
  const trace = boxMean(kept, pixels(reach));
  const free = createPlane(width, height);
  for (let i = 0; i < free.data.length; i++) {
    trace.data[i] = ramp(trace.data[i]!, 0, 0.25) * ramp(wide.data[i]!, filled[1], filled[0]);
    free.data[i] = skin.data[i]! * (1 - trace.data[i]!);
  }
  const window = windowOf(free, pixels(aroundRadius));
  const around = { L: maskedMean(window, lab.L), a: maskedMean(window, lab.a), b: maskedMean(window, lab.b) };
  const thing = createPlane(width, height);
  for (let i = 0; i < thing.data.length; i++) {
    if (trace.data[i] === 0) continue;
    const far = Math.hypot(
      lab.L.data[i]! - around.L.data[i]!,
      lab.a.data[i]! - around.a.data[i]!,
      lab.b.data[i]! - around.b.data[i]!,
    );
    thing.data[i] = trace.data[i]! * ramp(most.data[i]!, ...sure) * ramp(far, ...difference);
  }
  return { thing, trace };
}

/** 1 wherever a trace of a thing hangs together with a place where it is sure. */
function goingOn({ width, height, data }: Plane): Plane {
  const mask = Uint8Array.from(data, (value) => (value > faint ? 1 : 0));
  const { labels, sizes } = findAreas(mask, width, height);
  const best = new Float32Array(sizes.length);
  for (let i = 0; i < labels.length; i++) best[labels[i]!] = Math.max(best[labels[i]!]!, data[i]!);
  const kept = createPlane(width, height);
  for (let i = 0; i < labels.length; i++) kept.data[i] = mask[i] === 1 && best[labels[i]!]! > seen ? 1 : 0;
  return kept;
}
