import { describe, expect, test } from 'vitest';
import { createPlane, type Plane } from '../../../../../engine/pixels/plane.ts';
import { removeForeignAreas } from '../../../../../engine/vision/matting/merging/foreign-areas.ts';
import type { Photo } from '../../../../../engine/vision/photo/decode.ts';

const side = 256;
type Box = [left: number, top: number, right: number, bottom: number];
type Color = readonly [number, number, number];

function filled(plane: Plane, [left, top, right, bottom]: Box, value: number): Plane {
  for (let y = top; y < bottom; y++) plane.data.fill(value, y * side + left, y * side + right);
  return plane;
}
const body: Box = [60, 40, 200, 220];
/** Part of a desk below the body that the portrait network wrongly includes. The desk is as wide as the picture. */
const below: Box = [60, 220, 200, 256];
const person = () => filled(createPlane(side, side), body, 1);
const decided = () => filled(person(), below, 1);
const none = () => createPlane(side, side);
const at = (plane: Plane, x: number, y: number) => plane.data[y * side + x]!;

const shirt: Color = [200, 40, 30];
const desk: Color = [90, 60, 40];

/** A person in red against blue, at a desk of the given color. */
function picture(color: Color): Photo {
  const rgb = new Uint8Array(side * side * 3);
  const paint = ([left, top, right, bottom]: Box, paintColor: Color) => {
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) rgb.set(paintColor, (y * side + x) * 3);
  };
  paint([0, 0, side, side], [30, 40, 200]);
  paint([0, 220, side, side], color);
  paint(body, shirt);
  return { width: side, height: side, rgb, alpha: null };
}

describe('removeForeignAreas', () => {
  test('drops an uncertain desk below a person, and keeps the person', () => {
    const far = filled(person(), below, 0.4);
    const out = removeForeignAreas(decided(), { objects: person(), far, hair: none() }, picture(desk));
    expect(at(out, 130, 240)).toBe(0);
    expect(at(out, 130, 218)).toBe(1);
  });

  test.each([
    ['what stands out as a thing, such as a guitar', { objects: decided() }],
    ['what is surely a person or clothes', { far: decided() }],
    ['what the whole view considers a person', { far: filled(person(), below, 0.6) }],
    ['hair', { hair: filled(none(), below, 0.6) }],
  ])('keeps %s', (_, seen) => {
    const witnesses = { objects: person(), far: person(), hair: none(), ...seen };
    expect(at(removeForeignAreas(decided(), witnesses, picture(desk)), 130, 240)).toBe(1);
  });

  const seenAsPerson = { objects: person(), far: person(), hair: none() };

  test('keeps an area that ends within the picture: a bow in the hair', () => {
    const bow: Box = [60, 220, 200, 250];
    expect(at(removeForeignAreas(filled(person(), bow, 1), seenAsPerson, picture(desk)), 130, 235)).toBe(1);
  });

  test('changes nothing if there is no salient object', () => {
    expect(removeForeignAreas(decided(), { ...seenAsPerson, objects: null }, picture(desk))).toEqual(decided());
  });

  test('keeps an area without an edge to the person: the rest of the shirt', () => {
    const photo = picture(desk);
    for (let y = 220; y < side; y++) for (let x = 60; x < 200; x++) photo.rgb.set(shirt, (y * side + x) * 3);
    expect(at(removeForeignAreas(decided(), seenAsPerson, photo), 130, 240)).toBe(1);
  });

  test('keeps an edge that is only drawn differently', () => {
    const objects = filled(person(), [60, 40, 62, 60], 0);
    const far = filled(person(), [60, 40, 62, 60], 0);
    const out = removeForeignAreas(person(), { objects, far, hair: none() }, picture(desk));
    expect(at(out, 60, 50)).toBe(1);
  });
});
