/** Stability of landmarks when the photograph is mirrored, scaled, turned or compressed again. */
import sharp, { type Sharp } from 'sharp';
import type { OperationSpec } from '../../../../contract/operations/operation-spec.ts';
import { type Measure, measuresOn } from '../../shared/measure.ts';
import { mean } from '../../shared/statistics.ts';
import { encodeFor, findPeople, uploadOf } from '../people.ts';
import type { Measurement } from '../report.ts';
import { analysis } from '../run.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Landmarks of the largest face by name, and the distance of its eyes in px. */
interface Landmarks {
  readonly points: ReadonlyMap<string, Point>;
  readonly eyes: number;
}

interface Change {
  readonly name: string;
  make(image: Sharp): Sharp;
  restore(point: Point, before: Size, after: Size): Point;
  rename?(name: string): string;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Bound of the mean error, as a share of the distance of the eyes. */
const maxError = 0.06;

const turned = (degrees: number): Change => ({
  name: `turned by ${degrees}°`,
  make: (image) => image.rotate(degrees, { background: '#808080' }),
  restore({ x, y }, before, after) {
    const angle = (-degrees * Math.PI) / 180;
    const [dx, dy] = [x - after.width / 2, y - after.height / 2];
    return {
      x: before.width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle),
      y: before.height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle),
    };
  },
});

const scaled = (factor: number): Change => ({
  name: `scaled by ${factor}`,
  make: (image) => image,
  restore: ({ x, y }, before, after) => ({
    x: (x * before.width) / after.width,
    y: (y * before.height) / after.height,
  }),
});

const mirrored: Change = {
  name: 'mirrored',
  make: (image) => image.flop(),
  restore: ({ x, y }, { width }) => ({ x: width - x, y }),
  rename: mirrorName,
};

const compressed: Change = {
  name: 'JPEG of quality 60',
  make: (image) => image.jpeg({ quality: 60 }),
  restore: (point) => point,
};

/** Counts of points in families that are numbered across the face, and so reversed in a mirror. */
const families: readonly [RegExp, number][] = [
  [/eyelid_(upper|lower|crease)_(\d)$/, 7],
  [/pouch_(\d)$/, 5],
  [/eyebrow_\w+_upper_(\d)$/, 5],
  [/eyebrow_\w+_lower_(\d)$/, 3],
  [/mouth_lip_\w+_(\d+)$/, 11],
  [/chin_(\d)$/, 3],
];

/** Turns `eye_right_eyelid_upper_1` into `eye_left_eyelid_upper_7`. */
function mirrorName(name: string): string {
  const swapped = name.replace(/right|left/g, (side) => (side === 'right' ? 'left' : 'right'));
  const family = families.find(([pattern]) => pattern.test(name));
  return family ? swapped.replace(/\d+$/, (number) => String(family[1] + 1 - Number(number))) : swapped;
}

export const measureLandmarks: Measurement = async (spec, { quick }) => {
  const measures: Measure[] = [];
  const changes = [scaled(0.5), scaled(1.5), turned(15), turned(-30), compressed];
  // The other analysis has 105 points without names, which cannot be matched in a mirror.
  if (spec.result === 'landmarks') changes.unshift(mirrored);
  const photographs = quick ? ['astronaut'] : ['astronaut', 'group 6', 'group 3', 'group 5'];
  for (const on of photographs) {
    const upload = await uploadOf(spec, findPeople(on), 'head', quick);
    const original = await read(spec, upload);
    const before = await sizeOf(upload);
    for (const change of quick ? changes.slice(0, 3) : changes) {
      const factor = Number(/scaled by (.+)/.exec(change.name)?.[1] ?? 1);
      const image = change.make(sharp(upload));
      const bytes = await image.resize(factor === 1 ? undefined : Math.round(before.width * factor)).toBuffer();
      const encoded = change === compressed ? bytes : await encodeFor(spec, sharp(bytes));
      const after = await sizeOf(encoded);
      const found = await read(spec, encoded);
      const errors = [...found.points].map(([name, point]) => {
        const there = original.points.get(change.rename?.(name) ?? name)!;
        const here = change.restore(point, before, after);
        return Math.hypot(here.x - there.x, here.y - there.y) / original.eyes;
      });
      const name = `${change.name}: mean error of ${errors.length} points`;
      measures.push(measuresOn(on)(name, mean(errors), 'of the eye distance', { atMost: maxError }));
    }
  }
  return measures;
};

async function sizeOf(upload: Buffer): Promise<Size> {
  const { width, height } = await sharp(upload).metadata();
  return { width, height };
}

async function read(spec: OperationSpec, upload: Buffer): Promise<Landmarks> {
  if (spec.result === 'landmarks') {
    const { result } = await analysis(spec, upload, { face_field: 'landmark201' });
    const points = new Map<string, Point>(Object.entries(result.face_list[0].landmark201));
    const [right, left] = ['right', 'left'].map((side) => points.get(`eye_${side}_eyeball_center`)!);
    return { points, eyes: Math.hypot(left!.x - right!.x, left!.y - right!.y) };
  }
  const { data } = await analysis(spec, upload);
  const flat: number[] = data.landmarks.slice(0, data.landmark_count * 2);
  const points = new Map<string, Point>();
  for (let i = 0; i < flat.length; i += 2) points.set(String(i / 2), { x: flat[i]!, y: flat[i + 1]! });
  const [x1, y1, , x2, y2] = data.pupils as number[];
  return { points, eyes: Math.hypot(x2! - x1!, y2! - y1!) };
}
