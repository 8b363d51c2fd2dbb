/**
 * Errors of the stages of a cutout: draws kinds without training samples (`--kinds=KIND,KIND`, `--seeds=TEXT,TEXT`), and
 * prints mean absolute errors of alpha in 1/1000 after each stage: from the network's looks, from true looks, and from the
 * true matte. Refinement does no harm if the second to last column is at most the last.
 */
import { createPlane, cropPlane, enlarge, type Plane } from '../../engine/pixels/plane.ts';
import {
  blendPasses,
  type ObjectPasses,
  objectSides,
  twoPassObjectMatte,
} from '../../engine/vision/matting/networks/object-matte.ts';
import { refineMatte, solidEdge } from '../../engine/vision/matting/refinement/refine-matte.ts';
import { fuseWhole } from '../../engine/vision/matting/subject.ts';
import { decodePhoto, type Photo } from '../../engine/vision/photo/decode.ts';
import { errorsOf } from '../helpers/photograph/ground-truth-alpha.ts';
import { createSeededRandom } from '../helpers/run/seeded-random.ts';
import { flag, printResult } from './shared/program.ts';
import { mean, median, rounded } from './shared/statistics.ts';
import { pictured, subjects } from './truth/subjects/subjects.ts';
import { unseen } from './truth/subjects/subjects-unseen.ts';

const columns = [
  'looks',
  'fused',
  'refined',
  'true looks, fused',
  'true looks, refined',
  'true matte, refined',
  'true matte, enlarged',
] as const;
type Errors = Record<(typeof columns)[number], number>;
const signal = new AbortController().signal;

/** Mean absolute errors in 1/1000; null if the network sees nothing. */
async function errorsByStage(photo: Photo, truth: Plane): Promise<Errors | null> {
  const passes = await twoPassObjectMatte(photo, signal);
  if (!passes) return null;
  const error = (matte: Plane) => rounded(1000 * errorsOf(enlarge(matte, photo.width, photo.height), truth).all);
  const refined = (matte: Plane) => refineMatte(photo, matte, solidEdge, signal);
  const [own, ideal] = [
    await fuseWhole(photo, passes, signal),
    await fuseWhole(photo, trueLooks(truth, passes), signal),
  ];
  const { width, height } = own;
  const small = averaged(truth, width, height);
  return {
    looks: error(blendPasses(passes, photo, width, height)),
    fused: error(own),
    refined: error(await refined(own)),
    'true looks, fused': error(ideal),
    'true looks, refined': error(await refined(ideal)),
    'true matte, refined': error(await refined(small)),
    'true matte, enlarged': error(small),
  };
}

function trueLooks(truth: Plane, { rect }: ObjectPasses): ObjectPasses {
  const [far, near] = objectSides;
  return { far: averaged(truth, far, far), near: averaged(cropPlane(truth, rect), near, near), rect };
}

/** Reduces a plane by area means. */
function averaged(plane: Plane, width: number, height: number): Plane {
  const out = createPlane(width, height);
  const [across, down] = [plane.width / width, plane.height / height];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [left, top] = [Math.floor(x * across), Math.floor(y * down)];
      const [right, bottom] = [
        Math.max(left + 1, Math.floor((x + 1) * across)),
        Math.max(top + 1, Math.floor((y + 1) * down)),
      ];
      let sum = 0;
      for (let v = top; v < bottom; v++) for (let u = left; u < right; u++) sum += plane.data[v * plane.width + u]!;
      out.data[y * width + x] = sum / ((right - left) * (bottom - top));
    }
  }
  return out;
}

const kinds = { ...subjects, ...unseen };
const seeds = (flag('seeds') ?? '1').split(',');
const names = flag('kinds')?.split(',') ?? Object.keys(unseen);
const rows: { kind: string; seed: string; errors: Errors }[] = [];
console.error(['', ...columns].join(' | '));
for (const seed of seeds) {
  for (const kind of names) {
    const { jpeg, alpha } = await pictured(kinds[kind]!, `${seed} ${kind}`, createSeededRandom(seed).derive(kind));
    const errors = await errorsByStage(await decodePhoto(jpeg), alpha);
    if (errors) rows.push({ kind, seed, errors });
    console.error([`${kind} (${seed})`, ...(errors ? Object.values(errors) : ['nothing seen'])].join(' | '));
  }
}
const summary = (of: (values: readonly number[]) => number) =>
  Object.fromEntries(columns.map((column) => [column, rounded(of(rows.map(({ errors }) => errors[column])))]));
printResult({ median: summary(median), mean: summary(mean), rows });
