// Decides where the people of a photograph are, from three models that fail in different places.

import { boxMean } from '../box-filter.ts';
import { findFaces } from '../human.ts';
import type { Photo } from '../photo.ts';
import { createPlane, enlarge, type Plane } from '../plane.ts';
import { type Segmentation, segment } from '../segmentation.ts';
import { cleanMatte } from './clean-matte.ts';
import { objectMatte } from './object-matte.ts';
import { portraitMatte } from './portrait-matte.ts';

/** Part of the photograph that must look like hair, clothes and skin before it counts as showing somebody. */
const LEAST_PERSON = 0.01;

/**
 * The matte of all people and of what they hold, at the portrait network's size; null when nobody is there.
 *
 * The portrait network has the best hair, but leaves holes in dark or crowded pictures; the object network sees people
 * as wholes, but adds cushions; the segmentation knows people only roughly, but hardly ever invents one. So at each
 * place the middle of the three decides, except where the portrait network differs from it in detail only.
 */
export async function peopleMatte(photo: Photo, signal: AbortSignal): Promise<Plane | null> {
  const side = Math.max(photo.width, photo.height);
  const segmentation = await segment(photo, { x: photo.width / 2, y: photo.height / 2, side, angle: 0 });
  signal.throwIfAborted();
  if (!showsPerson(segmentation) && (await findFaces(photo, 1)).length === 0) return null;
  const portrait = await portraitMatte(photo);
  signal.throwIfAborted();
  const { width, height } = portrait;
  const objects = enlarge(await objectMatte(photo), width, height);
  signal.throwIfAborted();
  const persons = personProbability(segmentation, photo, width, height);
  const matte = agree(portrait, objects, persons);
  return cleanMatte(matte, persons);
}

/** Hair, clothes or bare skin in some amount. A cat's face passes as face skin, so that alone proves nothing. */
function showsPerson({ planes }: Segmentation): boolean {
  const { hair, bodySkin, clothes } = planes;
  let count = 0;
  for (let i = 0; i < hair.data.length; i++) {
    if (hair.data[i]! + bodySkin.data[i]! + clothes.data[i]! > 0.6) count++;
  }
  return count > hair.data.length * LEAST_PERSON;
}

/** Probability of "not background", taken out of the segmentation's square frame and stretched to the photograph's aspect. */
function personProbability({ planes }: Segmentation, photo: Photo, width: number, height: number): Plane {
  const { background } = planes;
  const long = Math.max(photo.width, photo.height);
  const inside = {
    width: Math.round((background.width * photo.width) / long),
    height: Math.round((background.height * photo.height) / long),
  };
  const left = Math.floor((background.width - inside.width) / 2);
  const top = Math.floor((background.height - inside.height) / 2);
  const out = createPlane(inside.width, inside.height);
  for (let y = 0; y < inside.height; y++) {
    for (let x = 0; x < inside.width; x++) {
      const person = 1 - background.data[(top + y) * background.width + left + x]!;
      // The model is never sure: its background stays near 0.9.
      out.data[y * inside.width + x] = ramp(person, 0.15, 0.85);
    }
  }
  return enlarge(out, width, height);
}

function agree(portrait: Plane, objects: Plane, persons: Plane): Plane {
  const { width, height } = portrait;
  const majority = createPlane(width, height);
  for (let i = 0; i < majority.data.length; i++) {
    const middle = median(portrait.data[i]!, objects.data[i]!, persons.data[i]!);
    majority.data[i] = ramp(middle, 0.25, 0.75);
  }
  const radius = Math.max(2, Math.round(Math.min(width, height) * 0.015));
  const roughPortrait = boxMean(portrait, radius);
  const roughMajority = boxMean(majority, radius);
  const out = createPlane(width, height);
  for (let i = 0; i < out.data.length; i++) {
    const doubt = ramp(Math.abs(roughPortrait.data[i]! - roughMajority.data[i]!), 0.35, 0.6);
    out.data[i] = portrait.data[i]! * (1 - doubt) + majority.data[i]! * doubt;
  }
  return out;
}

function median(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

/** 0 up to `from`, 1 from `to` on, straight between. */
function ramp(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}
