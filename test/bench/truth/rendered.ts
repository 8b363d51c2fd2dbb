/** The part of the quality benchmark whose truth is known: renderings and people, ours beside the peer and the networks alone. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlane } from '../../../engine/pixels/plane.ts';
import { errorsOf } from '../../helpers/ground-truth-alpha.ts';
import { answerOf } from '../quality/child.ts';
import { type Measure, rounded } from '../quality/measure.ts';
import { keyedPortraits } from './keyed.ts';
import { readMask } from './masks.ts';
import { fetchPeer } from './peer.ts';
import { type Contender, type Effort, goalsOf, type Prepared, type Row } from './report.ts';
import { stripOf } from './strips.ts';
import { subjects } from './subjects.ts';

export interface Rendered {
  readonly seed: string;
  readonly rows: readonly Row[];
  readonly efforts: Partial<Record<Contender, Effort>>;
  readonly measures: readonly Measure[];
  readonly problems: readonly string[];
}

const groups = [1, 2, 3, 4, 5, 6].map((number) => `group ${number}`);
const program = (name: string) => new URL(`./${name}.ts`, import.meta.url);
/** Longest for one program, on all pictures; a busy machine takes four times as long as an idle one. */
const patienceMs = 40 * 60_000;

/**
 * Makes the pictures, cuts them out in every way, one process after the other, and compares.
 * @param pictures folder for what the page shows
 * @param names some of the subjects and groups; all when absent
 * @param portraits folder of portraits, of which those before plain walls are keyed; none without one
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
    const made = await answerOf<Prepared[]>(
      program('prepare'),
      [folder, seed, wanted.join(','), ...(portraits ? [portraits] : [])],
      patienceMs,
    );
    const problems: string[] = [];
    const efforts: Partial<Record<Contender, Effort>> = {};
    const noPeer = await fetchPeer();
    if (noPeer) problems.push(noPeer);
    for (const who of ['universal', 'portrait', 'u2net', 'modnet', ...(noPeer ? [] : ['peer'])] as Contender[]) {
      const ids = made.filter(({ people }) => people || (who !== 'portrait' && who !== 'modnet')).map(({ id }) => id);
      if (ids.length === 0) continue;
      console.error(`  cutting out: ${who}`);
      try {
        efforts[who] = await answerOf<Effort>(program('contender'), [who, folder, ids.join(',')], patienceMs);
        const refused = Object.entries(efforts[who].refusals).map(([id, words]) => `${who}, ${id}: ${words}`);
        problems.push(...refused);
      } catch (error) {
        problems.push(`${who}: ${(error as Error).message}`);
      }
    }
    const rows: Row[] = [];
    for (const each of made) {
      rows.push({ ...each, errors: await errorsIn(folder, each.id, Object.keys(efforts) as Contender[], efforts) });
      await stripOf(folder, each.id, join(pictures, `truth-${each.id}.webp`));
    }
    const measures = goalsOf(rows, efforts).map((each) => ({ ...each, value: rounded(each.value) }));
    return { seed, rows, efforts, measures, problems };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Errors of each contender on one picture; a refusal counts as an empty cutout. */
async function errorsIn(
  folder: string,
  id: string,
  who: readonly Contender[],
  efforts: Partial<Record<Contender, Effort>>,
): Promise<Row['errors']> {
  const truth = await readMask(join(folder, `${id}-truth.png`));
  const errors: Row['errors'] = {};
  for (const each of who) {
    const path = join(folder, `${id}-${each}.png`);
    if (!existsSync(path) && !(id in (efforts[each]?.refusals ?? {}))) continue;
    const mask = existsSync(path) ? await readMask(path) : createPlane(truth.width, truth.height);
    const { all, gradient } = errorsOf(mask, truth);
    errors[each] = { all: rounded(all * 1000), gradient: rounded(gradient * 1000) };
  }
  return errors;
}
