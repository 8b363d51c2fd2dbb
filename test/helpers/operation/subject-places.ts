/** Points of a photograph that must be subject, and points that must be background. */
import { expect } from 'vitest';
import { alphaAt, type Cutout } from './cutouts.ts';

/** Points by name, as fractions of width and height. */
type Places = Readonly<Record<string, readonly [x: number, y: number]>>;

export interface SubjectPlaces {
  readonly kept?: Places;
  readonly gone?: Places;
}

export function expectSubject(cutout: Cutout, { kept = {}, gone = {} }: SubjectPlaces): void {
  const alphas = (places: Places) =>
    Object.fromEntries(Object.entries(places).map(([name, place]) => [name, alphaAt(cutout, ...place)]));
  const all = (places: Places, alpha: number) => Object.fromEntries(Object.keys(places).map((name) => [name, alpha]));
  expect({ kept: alphas(kept), gone: alphas(gone) }).toEqual({ kept: all(kept, 255), gone: all(gone, 0) });
}
