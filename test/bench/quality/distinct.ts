/** Whether every value of a choice does something of its own: filters, switches, languages. */
import sharp from 'sharp';
import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { toLab } from '../../../engine/pixels/lab.ts';
import { decodePhoto, type Photo } from '../../../engine/vision/photo/decode.ts';
import { difference } from './compare.ts';
import { type Bench, type Measure, mean } from './measure.ts';
import { encodeFor, someone, uploadOf, type View } from './people.ts';
import { picture, type Texts } from './run.ts';

/** The least mean difference between the results of any two requests, in 1/255. */
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

const still = Object.fromEntries(
  ['whitening', 'smoothing', 'thinface', 'shrink_face', 'enlarge_eye', 'remove_eyebrow'].map((name) => [name, '0']),
);

/** The filters of face-beauty-pro: each its own, greys still plausible, black and white without colour. */
export async function measureFilters(spec: OperationSpec, { quick }: Bench): Promise<Measure[]> {
  const on = 'astronaut';
  const upload = await encodeFor(spec, sharp(someone(on).path).resize(quick ? 200 : 400));
  const numbers = Array.from({ length: 35 }, (_, i) => i + 1);
  const made = await pictures(
    spec,
    upload,
    numbers.map((number) => ({ ...still, filter_type: String(number) })),
  );
  const original = await decodePhoto(upload);
  const tints = made.slice(1).map((photo) => tintOfGrays(original, photo));
  const changes = made.map((photo) => difference(original, photo).mean);
  return [
    {
      name: 'filters: least mean difference of any two',
      on,
      value: await minDifference(made),
      unit: '/255',
      atLeast: 1,
    },
    { name: 'filters: mean change of the weakest', on, value: Math.min(...changes), unit: '/255', atLeast: 1 },
    { name: 'filters: mean tint of what was grey', on, value: mean(tints), unit: 'Lab chroma' },
    { name: 'filters: largest tint of what was grey', on, value: Math.max(...tints), unit: 'Lab chroma', atMost: 25 },
    { name: 'black and white: colour left', on, value: tintOfAll(made[0]!), unit: 'Lab chroma', atMost: 1 },
  ];
}

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

/** Every value of the choices and switches of `names`, one at a time: the least difference of any two results. */
export async function measureChoices(
  spec: OperationSpec,
  names: readonly string[],
  view: View,
  { quick }: Bench,
): Promise<Measure[]> {
  const on = 'group 3';
  const upload = await uploadOf(spec, someone(on), view, quick);
  const fields = spec.fields.filter(({ name }) => names.includes(name));
  const requests = fields.flatMap((field): Texts[] => {
    if (field.kind === 'switch') return [{ [field.name]: String(field.on) }];
    return field.kind === 'choice' ? field.choices.map(({ value }) => ({ [field.name]: String(value) })) : [];
  });
  const wanted = quick ? requests.slice(0, 3) : requests;
  const min = await minDifference(await pictures(spec, upload, wanted));
  const name = `${wanted.length} values: least mean difference of any two results`;
  return [{ name, on, value: min, unit: '/255', atLeast: 0.001 }];
}
