/**
 * What the sorting of clothes looks at: one grid over the photograph with classes, colours, figures and whose place is
 * whose.
 */
import type { LabPlanes } from '../../pixels/lab.ts';
import type { Face } from '../face/find-faces.ts';
import type { MaskPlace } from '../face/mesh.ts';
import type { Classes } from '../person/classes.ts';
import type { Figure, Spot } from '../person/people/figures.ts';

export type Scene = {
  place: MaskPlace;
  classes: Classes;
  lab: LabPlanes;
  /** One for each person; null where the body is not to be made out. */
  figures: readonly (Figure | null)[];
  /** Index of `figures` at each place. */
  owner: Int16Array;
};

/** A place on a figure: along its axis, 0 at the shoulders and 1 at the hips, and to the side, in half shoulder widths. */
export type OnFigure = { along: number; across: number };

/** Where a pixel of the grid lies on a figure; `across` is below 0 at the left of somebody upright, as looked at. */
export function onFigure({ shoulders, down, torso, half }: Figure, { x, y }: Spot): OnFigure {
  const [dx, dy] = [x - shoulders.x, y - shoulders.y];
  return { along: (dx * down.x + dy * down.y) / torso, across: (dx * down.y - dy * down.x) / half };
}

/** The other way around: a place on a figure, in px of the photograph. */
export function onPhoto({ shoulders, down, torso, half }: Figure, { along, across }: OnFigure): Spot {
  const [below, beside] = [along * torso, across * half];
  return { x: shoulders.x + below * down.x + beside * down.y, y: shoulders.y + below * down.y - beside * down.x };
}

/** How far a spot is from the line between two others, in px. */
export function distanceToLine({ x, y }: Spot, a: Spot, b: Spot): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const t = Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - a.x - dx * t, y - a.y - dy * t);
}

/** Without a face, one is as large as this share of the photograph. */
const face = 0.01;

/** Area of the smallest face, in px of a grid: what is small is measured by it. */
export function faceArea(faces: readonly Pick<Face, 'box'>[], { width, height, scale }: MaskPlace): number {
  if (faces.length === 0) return width * height * face;
  return Math.min(...faces.map(({ box }) => box.width * box.height)) * scale ** 2;
}

/** The middle of a pixel of the grid, in px of the photograph. */
export function spotOf({ place }: Pick<Scene, 'place'>, pixel: number): Spot {
  const [x, y] = [pixel % place.width, Math.floor(pixel / place.width)];
  return { x: place.x + (x + 0.5) / place.scale, y: place.y + (y + 0.5) / place.scale };
}

/** The pixel of the grid that holds a spot of the photograph; null beyond the border. */
export function pixelAt({ place }: Scene, { x, y }: Spot): number | null {
  const column = Math.floor((x - place.x) * place.scale);
  const row = Math.floor((y - place.y) * place.scale);
  const isInside = column >= 0 && row >= 0 && column < place.width && row < place.height;
  return isInside ? row * place.width + column : null;
}

export type Color = readonly [number, number, number];

/** The colour of a pixel of the grid. */
export function colorAt({ lab: { L, a, b } }: Scene, pixel: number): Color {
  return [L.data[pixel]!, a.data[pixel]!, b.data[pixel]!];
}

/** Mean colours of what is added to it. */
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

  get colour(): Color {
    const [l, a, b] = this.#sum;
    return [l / this.#weight, a / this.#weight, b / this.#weight];
  }
}

/** How different two colours look; light counts less, for folds and shade change it within one garment. */
export function difference(a: Color, b: Color): number {
  return Math.hypot((a[0] - b[0]) * 0.35, a[1] - b[1], a[2] - b[2]);
}
