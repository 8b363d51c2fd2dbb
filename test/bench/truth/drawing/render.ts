/** Renders a scene with its alpha by supersampling. */
import type { Camera } from './camera.ts';
import { type Light, shaded } from './light.ts';
import { bandsOf, emptyRows, type Flat, flatten, type Rows, scan } from './scan.ts';
import type { Shape } from './shapes.ts';
import { add as plus, times, unit, type Vec } from './vector.ts';

/** Samples per pixel along each axis. */
const samples = 4;
const bandRows = 32;
/** Displacement behind glass at grazing angles, in px. */
const refraction = 22;

export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Color times alpha, in linear light: r, g, b of each pixel. */
  readonly light: Float32Array;
  /** Coverage times opacity, 0..1. */
  readonly alpha: Float32Array;
  /** Displacement by glass in px: x and y; undefined without glass. */
  readonly bend: Float32Array | undefined;
}

export function draw(shapes: readonly Shape[], camera: Camera, light: Light, width: number, height: number): Drawing {
  const solid = shapes.filter(({ material }) => !material.glass);
  const clear = shapes.filter(({ material }) => material.glass);
  const layers = [solid, clear].filter((each) => each.length > 0).map((each) => layerOf(each, camera, height));
  const drawing = {
    width,
    height,
    light: new Float32Array(width * height * 3),
    alpha: new Float32Array(width * height),
    bend: clear.length > 0 ? new Float32Array(width * height * 2) : undefined,
  };
  for (let band = 0; band * bandRows < height; band++) {
    const count = Math.min(bandRows, height - band * bandRows) * samples;
    const rows = layers.map((layer) => {
      const empty = emptyRows(width * samples, band * bandRows * samples, count);
      scan(layer.flat, layer.shapes, layer.bands[band]!, empty);
      return empty;
    });
    // Shade each triangle once per pixel, and count its coverage by samples.
    const known = layers.map(() => [] as ({ face: number; row: number; seen: Seen } | undefined)[]);
    for (let i = 0; i < rows[0]!.seen.length; i++) {
      if (rows[0]!.seen[i] === 0 && !rows[1]?.seen[i]) continue;
      const column = Math.floor((i % (width * samples)) / samples);
      const row = Math.floor(i / (width * samples * samples));
      let sample = nothing;
      let bend: Vec | undefined;
      for (let layer = 0; layer < layers.length; layer++) {
        const under = rows[layer - 1];
        if (rows[layer]!.seen[i] === 0 || (under && under.near[i]! > rows[layer]!.near[i]!)) continue;
        const face = rows[layer]!.seen[i]!;
        let there = known[layer]![column];
        if (there?.face !== face || there.row !== row) {
          there = { face, row, seen: look(layers[layer]!, rows[layer]!, i, camera, light) };
          known[layer]![column] = there;
        }
        const { seen } = there;
        sample = over(seen, sample);
        if (seen.bend) bend = seen.bend;
      }
      if (sample !== nothing) add(drawing, rows[0]!, i, sample, bend);
    }
  }
  return drawing;
}

interface Layer {
  readonly shapes: readonly Shape[];
  readonly flat: Flat;
  readonly bands: number[][];
  readonly points: Float64Array;
  readonly normals: Float64Array;
}

function layerOf(shapes: readonly Shape[], camera: Camera, height: number): Layer {
  const flat = flatten(shapes, (x, y, z) => {
    const [px, py, near] = camera.project(x, y, z);
    return [px * samples, py * samples, near];
  });
  const all = (name: 'points' | 'normals') => {
    const out = new Float64Array(flat.x.length * 3);
    let at = 0;
    for (const shape of shapes) {
      out.set(shape[name], at);
      at += shape[name].length;
    }
    return out;
  };
  const bands = bandsOf(flat, bandRows * samples, Math.ceil(height / bandRows));
  return { shapes, flat, bands, points: all('points'), normals: all('normals') };
}

interface Sample {
  readonly rgb: Vec;
  readonly alpha: number;
}
interface Seen extends Sample {
  readonly bend: Vec | undefined;
}
const nothing: Sample = { rgb: [0, 0, 0], alpha: 0 };

const over = (above: Sample, below: Sample): Sample => ({
  rgb: plus(above.rgb, times(below.rgb, 1 - above.alpha)),
  alpha: above.alpha + below.alpha * (1 - above.alpha),
});

function add(out: Drawing, rows: Rows, i: number, { rgb, alpha }: Sample, bend: Vec | undefined): void {
  const share = 1 / (samples * samples);
  const column = Math.floor((i % rows.width) / samples);
  const pixel = Math.floor((rows.top + Math.floor(i / rows.width)) / samples) * out.width + column;
  for (let c = 0; c < 3; c++) out.light[pixel * 3 + c]! += rgb[c]! * share;
  out.alpha[pixel]! += alpha * share;
  if (!bend || !out.bend) return;
  out.bend[pixel * 2]! += bend[0] * share * refraction;
  out.bend[pixel * 2 + 1]! -= bend[1] * share * refraction;
}

function look({ flat, shapes, points, normals }: Layer, rows: Rows, i: number, { eye }: Camera, light: Light): Seen {
  const face = rows.seen[i]! - 1;
  const corners = [0, 1, 2].map((k) => flat.corners[face * 3 + k]!) as [number, number, number];
  const weights = weightsAt(flat, corners, (i % rows.width) + 0.5, rows.top + Math.floor(i / rows.width) + 0.5);
  const blend = (values: ArrayLike<number>, size: number, k: number) =>
    weights[0] * values[corners[0] * size + k]! +
    weights[1] * values[corners[1] * size + k]! +
    weights[2] * values[corners[2] * size + k]!;
  const three = (values: ArrayLike<number>): Vec => [blend(values, 3, 0), blend(values, 3, 1), blend(values, 3, 2)];
  const normal = unit(three(normals));
  const { material } = shapes[flat.owner[face]!]!;
  const { rgb, alpha } = shaded(material, three(points), normal, blend(flat.u, 1, 0), blend(flat.v, 1, 0), eye, light);
  return { rgb: times(rgb, alpha), alpha, bend: material.glass ? normal : undefined };
}

/** Returns perspective-correct weights of the corners at a sample. */
function weightsAt(flat: Flat, [a, b, c]: readonly [number, number, number], x: number, y: number) {
  const { x: xs, y: ys, near } = flat;
  const area = (xs[b]! - xs[a]!) * (ys[c]! - ys[a]!) - (xs[c]! - xs[a]!) * (ys[b]! - ys[a]!);
  const second = ((x - xs[a]!) * (ys[c]! - ys[a]!) - (xs[c]! - xs[a]!) * (y - ys[a]!)) / area;
  const third = ((xs[b]! - xs[a]!) * (y - ys[a]!) - (x - xs[a]!) * (ys[b]! - ys[a]!)) / area;
  const parts = [(1 - second - third) * near[a]!, second * near[b]!, third * near[c]!];
  const total = parts[0]! + parts[1]! + parts[2]!;
  return [parts[0]! / total, parts[1]! / total, parts[2]! / total] as const;
}
