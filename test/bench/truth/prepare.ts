/** Pictures with a known alpha: drawn subjects, and people before other photographs. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { createSeededRandom } from '../../helpers/run/seeded-random.ts';
import { peopleOn } from '../quality/people-on.ts';
import { type Photograph, photographed } from './drawing/backdrops.ts';
import type { Truth } from './drawing/stage.ts';
import { fromLinear } from './drawing/vector.ts';
import { isKeyed, keyedPerson } from './keyed.ts';
import { writeMask } from './masks.ts';
import type { Prepared } from './report.ts';
import { pictureOf, subjects } from './subjects/subjects.ts';

const peopleBackdrops: readonly Photograph[] = ['park', 'street', 'staircase', 'blinds', 'room', 'cafe'];

/**
 * Makes pictures with a known alpha, in a process of its own. Writes ID.jpg and ID-truth.png. Names other than subjects are
 * portraits of the folder `portraits`, keyed from their walls, or groups cut out at twice the size; both are put before other
 * photographs.
 */
export async function prepare(
  folder: string,
  seed: string,
  names: readonly string[],
  portraits?: string,
): Promise<Prepared[]> {
  const made: Prepared[] = [];
  for (const name of names) {
    const id = name.replaceAll(/[^a-z0-9]+/g, '-');
    const people = !(name in subjects);
    const keyed = isKeyed(name);
    const { jpeg, alpha } = await truthOf(name, seed, portraits);
    await writeFile(join(folder, `${id}.jpg`), jpeg);
    await writeMask(alpha, join(folder, `${id}-truth.png`));
    made.push({ id, name, people, keyed });
  }
  return made;
}

async function truthOf(name: string, seed: string, portraits?: string): Promise<Truth> {
  if (name in subjects) return pictureOf(name, seed);
  if (!isKeyed(name)) return peopleOf(name, seed);
  if (!portraits) throw new Error(`no folder of portraits was named, so there is no ${name}`);
  return keyedPerson(portraits, name, seed);
}

async function peopleOf(name: string, from: string): Promise<Truth> {
  const random = createSeededRandom(from).derive(name);
  const [width, height] = [1000, 800];
  const light = await photographed(random.pick(peopleBackdrops), width, height, 2 + random.next() * 5);
  const bytes = Uint8Array.from(light, (value) => Math.round(255 * fromLinear(value)));
  const background = await sharp(bytes, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  const { photo, alpha } = await peopleOn(name, background);
  const size = { width: photo.width, height: photo.height };
  const jpeg = await sharp(photo.rgb, { raw: { ...size, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
  return { jpeg, alpha };
}
