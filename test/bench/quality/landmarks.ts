/** How still landmarks stand when the photograph is mirrored, scaled, turned or compressed anew. */
import sharp, { type Sharp } from 'sharp';
import type { OperationSpec } from '../../../contract/operations/operation-spec.ts';
import { type Bench, type Measure, mean } from './measure.ts';
import { encodeFor, someone, uploadOf } from './people.ts';
import { analysis } from './run.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The largest face: its points by name, and the distance of its eyes in px. */
interface Reading {
  readonly points: ReadonlyMap<string, Point>;
  readonly eyes: number;
}

interface Change {
  readonly name: string;
  make(image: Sharp): Sharp;
  /** Where a point of the changed photograph lies on the original one. */
  back(point: Point, before: Size, after: Size): Point;
  /** The name a point has in a mirror. */
  rename?(name: string): string;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Mean error of all points that is still fine, as a share of the distance of the eyes. */
const still = 0.06;

const turned = (degrees: number): Change => ({
  name: `turned by ${degrees}°`,
  make: (image) => image.rotate(degrees, { background: '#808080' }),
  back({ x, y }, before, after) {
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
  back: ({ x, y }, before, after) => ({ x: (x * before.width) / after.width, y: (y * before.height) / after.height }),
});

const mirrored: Change = {
  name: 'mirrored',
  make: (image) => image.flop(),
  back: ({ x, y }, { width }) => ({ x: width - x, y }),
  rename: mirrorName,
};

const compressed: Change = { name: 'JPEG of quality 60', make: (image) => image.jpeg({ quality: 60 }), back: (p) => p };

/** How many points each numbered family has where its numbers run across the face, and so backwards in a mirror. */
const across: readonly [RegExp, number][] = [
  [/eyelid_(upper|lower|crease)_(\d)$/, 7],
  [/pouch_(\d)$/, 5],
  [/eyebrow_\w+_upper_(\d)$/, 5],
  [/eyebrow_\w+_lower_(\d)$/, 3],
  [/mouth_lip_\w+_(\d+)$/, 11],
  [/chin_(\d)$/, 3],
];

/** `eye_right_eyelid_upper_1` is `eye_left_eyelid_upper_7` in a mirror. */
function mirrorName(name: string): string {
  const swapped = name.replace(/right|left/g, (side) => (side === 'right' ? 'left' : 'right'));
  const family = across.find(([pattern]) => pattern.test(name));
  return family ? swapped.replace(/\d+$/, (number) => String(family[1] + 1 - Number(number))) : swapped;
}

export async function measureLandmarks(spec: OperationSpec, { quick }: Bench): Promise<Measure[]> {
  const measures: Measure[] = [];
  const changes = [scaled(0.5), scaled(1.5), turned(15), turned(-30), compressed];
  // The names of the 105 points are not known to a client: only those that have names are looked for in a mirror.
  if (spec.result === 'landmarks') changes.unshift(mirrored);
  const photographs = quick ? ['astronaut'] : ['astronaut', 'group 6', 'group 3', 'group 5'];
  for (const on of photographs) {
    const upload = await uploadOf(spec, someone(on), 'head', quick);
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
        const here = change.back(point, before, after);
        return Math.hypot(here.x - there.x, here.y - there.y) / original.eyes;
      });
      const name = `${change.name}: mean error of ${errors.length} points`;
      measures.push({ name, on, value: mean(errors), unit: 'of the eye distance', atMost: still });
    }
  }
  return measures;
}

async function sizeOf(upload: Buffer): Promise<Size> {
  const { width, height } = await sharp(upload).metadata();
  return { width, height };
}

async function read(spec: OperationSpec, upload: Buffer): Promise<Reading> {
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
