/** Differences between the results of all values of a choice: filters, switches, languages. */
import sharp from 'sharp';
import type { OperationSpec } from '../../../../contract/operations/operation-spec.ts';
import { toLab } from '../../../../engine/pixels/lab.ts';
import { decodePhoto, type Photo } from '../../../../engine/vision/photo/decode.ts';
import { type Measure, measuresOn } from '../../shared/measure.ts';
import { mean } from '../../shared/statistics.ts';
import { encodeFor, findPeople, uploadOf, type View } from '../people.ts';
import type { Bench, Measurement } from '../report.ts';
import { picture, still, type Texts } from '../run.ts';
import { difference } from './compare.ts';

/** Returns the smallest mean difference of any two results, in 1/255. */
async function minDifference(pictures: readonly Photo[]): Promise<number> {
  let min = Number.POSITIVE_INFINITY;
  for (const [i, a] of pictures.entries()) {
    for (const b of pictures.slice(i + 1)) min = Math.min(min, difference(a, b).mean);
  }
  return min;
}

async function pictures(spec: OperationSpec, upload: Buffer, requests: readonly Texts[]): Promise<Photo[]> {
  const made: Photo[] = [];
  for (const texts of requests) made.push(await picture(spec, upload, texts));
  return made;
}

/** Filters of face-beauty-pro: all different, plausible grays, and no color in black and white. */
export const measureFilters: Measurement = async (spec, { quick }) => {
  const on = 'astronaut';
  const upload = await encodeFor(spec, sharp(findPeople(on).path).resize(quick ? 200 : 400));
  const requests = Array.from({ length: 35 }, (_, i) => ({ ...still, filter_type: String(i + 1) }));
  const made = await pictures(spec, upload, requests);
  const original = await decodePhoto(upload);
  const tints = made.slice(1).map((photo) => tintOfGrays(original, photo));
  const changes = made.map((photo) => difference(original, photo).mean);
  const measure = measuresOn(on);
  return [
    measure('filters: least mean difference of any two', await minDifference(made), '/255', { atLeast: 1 }),
    measure('filters: mean change of the weakest', Math.min(...changes), '/255', { atLeast: 1 }),
    measure('filters: mean tint of what was grey', mean(tints), 'Lab chroma'),
    measure('filters: largest tint of what was grey', Math.max(...tints), 'Lab chroma', { atMost: 25 }),
    measure('black and white: colour left', tintOfAll(made[0]!), 'Lab chroma', { atMost: 1 }),
  ];
};

function tintOfGrays(before: Photo, after: Photo): number {
  const [was, is] = [toLab(before.rgb, before.width, before.height), toLab(after.rgb, after.width, after.height)];
  let [sum, count] = [0, 0];
  for (let i = 0; i < was.L.data.length; i++) {
    if (Math.hypot(was.a.data[i]!, was.b.data[i]!) > 3) continue;
    sum += Math.hypot(is.a.data[i]!, is.b.data[i]!);
    count++;
  }
  return sum / count;
}

function tintOfAll({ rgb, width, height }: Photo): number {
  const { a, b } = toLab(rgb, width, height);
  return mean(Array.from(a.data, (value, i) => Math.hypot(value, b.data[i]!)));
}

export async function measureChoices(
  spec: OperationSpec,
  names: readonly string[],
  view: View,
  { quick }: Bench,
): Promise<Measure[]> {
  const on = 'group 3';
  const upload = await uploadOf(spec, findPeople(on), view, quick);
  const fields = spec.fields.filter(({ name }) => names.includes(name));
  const requests = fields.flatMap((field): Texts[] => {
    if (field.kind === 'switch') return [{ [field.name]: String(field.on) }];
    return field.kind === 'choice' ? field.choices.map(({ value }) => ({ [field.name]: String(value) })) : [];
  });
  const wanted = quick ? requests.slice(0, 3) : requests;
  const min = await minDifference(await pictures(spec, upload, wanted));
  const name = `${wanted.length} values: least mean difference of any two results`;
  return [measuresOn(on)(name, min, '/255', { atLeast: 0.001 })];
}
