/** All subjects of the benchmark, and their pictures. */
import { createSeededRandom, type SeededRandom } from '../../../helpers/run/seeded-random.ts';
import { stage, type Truth } from '../drawing/stage.ts';
import type { Subject } from './subject.ts';
import { frames, outdoors } from './subjects-frames.ts';
import { smallThings, worn } from './subjects-small.ts';
import { softThings } from './subjects-soft.ts';
import { carried, tools } from './subjects-tools.ts';
import { vessels } from './subjects-vessels.ts';

export const subjects: Readonly<Record<string, Subject>> = {
  ...vessels,
  ...frames,
  ...outdoors,
  ...softThings,
  ...worn,
  ...smallThings,
  ...tools,
  ...carried,
};

export type CreateBackground = (width: number, height: number) => Promise<Float32Array>;

const sides = { min: 1150, max: 1400 };

/** Draws a subject. @param size relative to that of the benchmark, for tests */
export function pictureOf(name: string, seed: string, size = 1): Promise<Truth> {
  return pictured(subjects[name]!, `${seed} ${name}`, createSeededRandom(seed).derive(name), size);
}

/** Draws any subject. @param createBackground returns the background in linear light, instead of a photograph */
export async function pictured(
  subject: Subject,
  name: string,
  random: SeededRandom,
  size = 1,
  createBackground?: CreateBackground,
): Promise<Truth> {
  const posed = subject(random.derive('shape'));
  const long = Math.round(random.between(sides.min, sides.max) * size);
  const short = Math.round(long * (0.76 + random.next() * 0.08));
  const [width, height] = { wide: [long, short], high: [short, long], square: [long, Math.round(long * 0.94)] }[
    posed.format ?? 'wide'
  ] as [number, number];
  const { shapes, view, on, wall } = posed;
  const photograph = random.pick(posed.photographs);
  const ground = { ...(on === undefined ? {} : { on }), ...(wall === undefined ? {} : { wall }) };
  const blur = (posed.blur ?? 0) * size;
  const override = createBackground && { behind: await createBackground(width, height) };
  return stage({ shapes, view, width, height, photograph, blur, ...ground, ...override }, name);
}
