/** Grid of a photograph for sorting clothes, with coordinates on bodies and Lab colors. */
import type { LabPlanes } from '../../pixels/lab.ts';
import type { Face } from '../face/find-faces.ts';
import type { MaskPlace } from '../face/mesh.ts';
import type { Classes } from '../person/classes.ts';
import type { Figure, Spot } from '../person/people/figures.ts';

export type Scene = {
  place: MaskPlace;
  classes: Classes;
  lab: LabPlanes;
  /** Null if the body is unclear. */
  figures: readonly (Figure | null)[];
  owner: Int16Array;
};

/** Along the torso, 0 shoulders to 1 hips; to the side in half shoulders. */
export type OnFigure = { along: number; across: number };

export function onFigure({ shoulders, down, torso, half }: Figure, { x, y }: Spot): OnFigure {
  const [dx, dy] = [x - shoulders.x, y - shoulders.y];
  return { along: (dx * down.x + dy * down.y) / torso, across: (dx * down.y - dy * down.x) / half };
}

export function onPhoto({ shoulders, down, torso, half }: Figure, { along, across }: OnFigure): Spot {
  const [below, beside] = [along * torso, across * half];
  return { x: shoulders.x + below * down.x + beside * down.y, y: shoulders.y + below * down.y - beside * down.x };
}

/** Returns the distance from a line segment in px. */
export function distanceToLine({ x, y }: Spot, a: Spot, b: Spot): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const t = Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - a.x - dx * t, y - a.y - dy * t);
}

/** Share of the photograph, without a face. */
const defaultFaceShare = 0.01;

/** Returns the smallest face's area in px, a unit for small areas. */
export function faceArea(faces: readonly Pick<Face, 'box'>[], { width, height, scale }: MaskPlace): number {
  if (faces.length === 0) return width * height * defaultFaceShare;
  return Math.min(...faces.map(({ box }) => box.width * box.height)) * scale ** 2;
}

/** Returns a grid pixel's center, in px of the photograph. */
export function spotOf({ place }: Pick<Scene, 'place'>, pixel: number): Spot {
  const [x, y] = [pixel % place.width, Math.floor(pixel / place.width)];
  return { x: place.x + (x + 0.5) / place.scale, y: place.y + (y + 0.5) / place.scale };
}

/** Returns null outside. */
export function pixelAt({ place }: Scene, { x, y }: Spot): number | null {
  const column = Math.floor((x - place.x) * place.scale);
  const row = Math.floor((y - place.y) * place.scale);
  const isInside = column >= 0 && row >= 0 && column < place.width && row < place.height;
  return isInside ? row * place.width + column : null;
}

export type Color = readonly [number, number, number];

export function colorAt({ lab: { L, a, b } }: Scene, pixel: number): Color {
  return [L.data[pixel]!, a.data[pixel]!, b.data[pixel]!];
}

export class ColorMean {
  #sum: [number, number, number] = [0, 0, 0];
  #weight = 0;

  add({ L, a, b }: LabPlanes, pixel: number, weight: number): void {
    this.#sum[0] += L.data[pixel]! * weight;
    this.#sum[1] += a.data[pixel]! * weight;
    this.#sum[2] += b.data[pixel]! * weight;
    this.#weight += weight;
  }

  get weight(): number {
    return this.#weight;
  }

  get color(): Color {
    const [l, a, b] = this.#sum;
    return [l / this.#weight, a / this.#weight, b / this.#weight];
  }
}

/** Lab distance; lightness weighs less, because folds and shadows change it. */
export function difference(a: Color, b: Color): number {
  return Math.hypot((a[0] - b[0]) * 0.35, a[1] - b[1], a[2] - b[2]);
}
