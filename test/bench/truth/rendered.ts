/** Cutouts with a known alpha in the quality benchmark: ours next to the peer and the networks alone. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlane } from '../../../engine/pixels/plane.ts';
import { errorsOf } from '../../helpers/photograph/ground-truth-alpha.ts';
import type { Measure } from '../shared/measure.ts';
import { runApart } from '../shared/program.ts';
import { rounded } from '../shared/statistics.ts';
import { cutOut } from './contender.ts';
import { keyedPortraits } from './keyed.ts';
import { readMask } from './masks.ts';
import { fetchPeer } from './peer.ts';
import { prepare } from './prepare.ts';
import { type Contender, type Effort, goalsOf, type Row } from './report.ts';
import { stripOf } from './strips.ts';
import { subjects } from './subjects/subjects.ts';

export interface Rendered {
  readonly seed: string;
  readonly rows: readonly Row[];
  readonly efforts: Partial<Record<Contender, Effort>>;
  readonly measures: readonly Measure[];
  readonly problems: readonly string[];
}

const groups = [1, 2, 3, 4, 5, 6].map((number) => `group ${number}`);
const preparing = new URL('./prepare.ts', import.meta.url).href;
const cutting = new URL('./contender.ts', import.meta.url).href;

/**
 * Draws pictures, cuts them out by each method, one process after the other, and compares.
 * @param pictures folder for the pictures of the page
 * @param names of subjects and groups; all if absent
 * @param portraits folder of portraits to key; none if absent
 */
export async function measureRendered(
  seed: string,
  pictures: string,
  names?: readonly string[],
  portraits?: string,
): Promise<Rendered> {
  const folder = await mkdtemp(join(tmpdir(), 'burnish-truth-'));
  try {
    const keyed = portraits ? keyedPortraits.filter((_, i) => !names || i === 0) : [];
    const wanted = [...(names ?? [...Object.keys(subjects), ...groups]), ...keyed];
    console.error(`  drawing ${wanted.length} pictures`);
    const made = await runApart(preparing, prepare, [folder, seed, wanted, portraits]);
    const problems: string[] = [];
    const efforts: Partial<Record<Contender, Effort>> = {};
    const noPeer = await fetchPeer();
    if (noPeer) problems.push(noPeer);
    for (const who of ['universal', 'portrait', 'u2net', 'modnet', ...(noPeer ? [] : ['peer'])] as Contender[]) {
      const ids = made.filter(({ people }) => people || (who !== 'portrait' && who !== 'modnet')).map(({ id }) => id);
      if (ids.length === 0) continue;
      console.error(`  cutting out: ${who}`);
      try {
        efforts[who] = await runApart(cutting, cutOut, [who, folder, ids]);
        const refused = Object.entries(efforts[who].refusals).map(([id, words]) => `${who}, ${id}: ${words}`);
        problems.push(...refused);
      } catch (error) {
        problems.push(`${who}: ${(error as Error).message}`);
      }
    }
    const rows: Row[] = [];
    for (const each of made) {
      rows.push({ ...each, errors: await errorsIn(folder, each.id, efforts) });
      await stripOf(folder, each.id, join(pictures, `truth-${each.id}.webp`));
    }
    const measures = goalsOf(rows, efforts).map((each) => ({ ...each, value: rounded(each.value) }));
    return { seed, rows, efforts, measures, problems };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the errors of each contender; after an error, those of an empty cutout. */
async function errorsIn(
  folder: string,
  id: string,
  efforts: Partial<Record<Contender, Effort>>,
): Promise<Row['errors']> {
  const truth = await readMask(join(folder, `${id}-truth.png`));
  const errors: Row['errors'] = {};
  for (const each of Object.keys(efforts) as Contender[]) {
    const path = join(folder, `${id}-${each}.png`);
    if (!existsSync(path) && !(id in (efforts[each]?.refusals ?? {}))) continue;
    const mask = existsSync(path) ? await readMask(path) : createPlane(truth.width, truth.height);
    const { all, gradient } = errorsOf(mask, truth);
    errors[each] = { all: rounded(all * 1000), gradient: rounded(gradient * 1000) };
  }
  return errors;
}
