import { describe, expect, test } from 'vitest';
import type { BrowMasks } from '../../../../../engine/effects/brows/erase/erase-brows.ts';
import { createArc } from '../../../../../engine/effects/brows/matte/arc.ts';
import { type BrowHairs, sides } from '../../../../../engine/effects/brows/matte/brow-hairs.ts';
import { completeBrow } from '../../../../../engine/effects/brows/matte/complete-brow.ts';
import { createPlane } from '../../../../../engine/pixels/plane.ts';
import { findFaces } from '../../../../../engine/vision/face/find-faces.ts';
import { photoOf } from '../../../../helpers/face/faces.ts';
import { sample } from '../../../../helpers/photograph/photographs.ts';

const photo = await photoOf(sample('astronaut'));
const found = (await findFaces(photo, 1))[0]!;
/** The astronaut's face, enlarged so that drawings on it are fine enough. */
const enlargement = 3;
const face = {
  ...found,
  mesh: found.mesh.map(({ x, y, z }) => ({ x: x * enlargement, y: y * enlargement, z: z * enlargement })),
};

describe.each(sides)('the arc of the %s brow', (side) => {
  const arc = createArc(face.mesh, side);
  const [outer, inner, upper] = side === 'left' ? ([46, 55, 105] as const) : ([276, 285, 334] as const);

  test('goes from the temple to the nose, with the forehead next to it', () => {
    const near = (along: number, index: number) => {
      const { x, y } = arc.pointAt(along, 0);
      return Math.hypot(x - face.mesh[index]!.x, y - face.mesh[index]!.y) / arc.length;
    };
    expect(near(0, outer)).toBeLessThan(0.12);
    expect(near(1, inner)).toBeLessThan(0.12);
    const place = new Float64Array(2);
    arc.coordinatesOf(face.mesh[upper]!.x, face.mesh[upper]!.y, place);
    expect(place[1]).toBeGreaterThan(0.02);
  });

  test('converts a point to coordinates and back', () => {
    const place = new Float64Array(2);
    for (const [along, beside] of [
      [0.1, 0.05],
      [0.5, -0.1],
      [0.9, 0.12],
    ] as const) {
      const { x, y } = arc.pointAt(along, beside);
      arc.coordinatesOf(x, y, place);
      expect(place[0]).toBeCloseTo(along, 1);
      expect(place[1]).toBeCloseTo(beside, 1);
    }
  });
});

/** Tests of a brow drawn along its arc. */
const drawnBrow = (side: (typeof sides)[number]) => {
  const arc = createArc(face.mesh, side);
  const middle = arc.pointAt(0.5, 0);
  const rect = {
    x: Math.round(middle.x - arc.length),
    y: Math.round(middle.y - arc.length / 2),
    width: Math.round(2 * arc.length),
    height: Math.round(arc.length),
  };
  const place = new Float64Array(2);
  type Drawing = (along: number, across: number) => number;
  /** Coordinates of each pixel along and across the arc. */
  const places = new Float64Array(rect.width * rect.height * 2);
  for (let at = 0; at < places.length / 2; at++) {
    arc.coordinatesOf(rect.x + (at % rect.width) + 0.5, rect.y + Math.floor(at / rect.width) + 0.5, place);
    places.set(place, at * 2);
  }
  const drawn = (value: Drawing) => {
    const plane = createPlane(rect.width, rect.height);
    plane.data.forEach((_, at) => {
      plane.data[at] = value(places[at * 2]!, places[at * 2 + 1]!);
    });
    return plane;
  };
  const brow: Drawing = (along, across) => (along > 0.02 && along < 0.98 && Math.abs(across - 0.03) < 0.06 ? 1 : 0);
  const completeDrawnBrow = (cover: Drawing, skin: Drawing = () => 1, noise = 0.03) => {
    const hairs: BrowHairs = {
      rect,
      cover: drawn(cover),
      pale: drawn(() => 0),
      noise,
      hair: [20, 5, 8],
      skin: [70, 8, 15],
      middle: null,
    };
    const where: BrowMasks = { place: { ...rect, scale: 1 }, rect, brows: createPlane(1, 1), skin: drawn(skin) };
    return completeBrow(hairs, face, where, side);
  };
  const at = ({ cover }: BrowHairs, along: number, across: number) => {
    const { x, y } = arc.pointAt(along, across);
    return cover.data[Math.floor(y - rect.y) * rect.width + Math.floor(x - rect.x)]!;
  };

  test('is unchanged, and its middle is found', () => {
    const hairs = completeDrawnBrow(brow);
    for (const along of [0.15, 0.5, 0.85]) expect(at(hairs, along, 0.03)).toBeGreaterThan(0.95);
    expect(hairs.seen).toBeGreaterThan(0.95);
    arc.coordinatesOf(hairs.middle!.x, hairs.middle!.y, place);
    expect(place[1]).toBeCloseTo(0.03, 1);
  });

  test('ends in a point at the temple, even if it was as thick there as elsewhere', () => {
    const hairs = completeDrawnBrow(brow);
    for (const along of [0.06, 0.3]) expect(at(hairs, along, 0.03)).toBeGreaterThan(0.5);
    expect(at(hairs, 0.06, 0.075)).toBeLessThan(0.5);
    expect(at(hairs, 0.4, 0.075)).toBeGreaterThan(0.9);
  });

  test('loses a strand that crosses it, and keeps the part below', () => {
    const strand: Drawing = (along, across) => (Math.abs(along - 0.4 - across * 0.3) < 0.04 ? 1 : brow(along, across));
    const hairs = completeDrawnBrow(strand);
    expect(at(hairs, 0.46, 0.2)).toBe(0);
    expect(at(hairs, 0.35, -0.18)).toBe(0);
    expect(at(hairs, 0.41, 0.03)).toBeGreaterThan(0.8);
    expect(hairs.seen).toBeLessThan(0.95);
  });

  test('loses a scrap next to hair that hangs over its tail, and gets a thin tail', () => {
    const covered: Drawing = (along, across) => {
      if (along < 0.3) return Math.abs(across) < 0.12 && along > 0.25 ? 1 : 0;
      return along > 0.36 ? brow(along, across) : 0;
    };
    const hairs = completeDrawnBrow(covered, (along) => (along < 0.25 ? 0 : 1));
    expect(at(hairs, 0.28, 0.11)).toBeLessThan(0.1);
    expect(at(hairs, 0.28, 0.03)).toBeGreaterThan(0.8);
    expect(at(hairs, 0.1, 0.03)).toBeGreaterThan(0.5);
    expect(at(hairs, 0.1, 0.08)).toBeLessThan(0.2);
    expect(hairs.seen).toBeLessThan(0.8);
  });

  test('loses a shadow that thickens its temple abruptly, and keeps a gradual swelling', () => {
    const thickFrom = (half: (along: number) => number): Drawing => {
      return (along, across) => (along > 0.02 && along < 0.98 && Math.abs(across) < half(along) ? 1 : 0);
    };
    const shaded = completeDrawnBrow(thickFrom((along) => (along < 0.6 ? 0.14 : 0.05)));
    expect(shaded.seen).toBeLessThan(0.6);
    for (const along of [0.2, 0.4, 0.5]) {
      expect(at(shaded, along, 0.13)).toBeLessThan(0.1);
      expect(at(shaded, along, 0)).toBeGreaterThan(0.5);
    }
    const swelling = completeDrawnBrow(thickFrom((along) => 0.13 - 0.08 * along));
    expect(swelling.seen).toBeGreaterThan(0.95);
    expect(at(swelling, 0.35, 0.09)).toBeGreaterThan(0.8);
  });

  test("ends softly at the mesh's end if it runs into the shadow of the nose's root", () => {
    const endless: Drawing = (along, across) => (along > 0.02 && Math.abs(across - 0.03) < 0.06 ? 1 : 0);
    const hairs = completeDrawnBrow(endless);
    expect(at(hairs, 0.6, 0.03)).toBeGreaterThan(0.9);
    expect(at(hairs, 0.9, 0.03)).toBeGreaterThan(at(hairs, 1.05, 0.03) + 0.2);
    expect(at(hairs, 1.18, 0.03)).toBe(0);
    expect(at(completeDrawnBrow(brow), 0.9, 0.03)).toBeGreaterThan(0.9);
  });

  test('loses the fold above it, and fades next to its dense hair', () => {
    const fold: Drawing = (along, across) => Math.max(brow(along, across), Math.abs(across - 0.15) < 0.012 ? 0.8 : 0);
    const hairs = completeDrawnBrow(fold);
    expect(at(hairs, 0.5, 0.03)).toBeGreaterThan(0.9);
    for (const along of [0.3, 0.5, 0.7]) expect(at(hairs, along, 0.15)).toBeLessThan(0.1);
  });

  test('is empty if the grain of the skin is nearly as dark as its hair', () => {
    expect(completeDrawnBrow(brow, undefined, 0.3)).toMatchObject({ seen: 0, middle: null });
  });

  test('is empty if there is no hair, or hardly any', () => {
    expect(completeDrawnBrow(() => 0)).toMatchObject({ seen: 0, middle: null });
    expect(completeDrawnBrow((...at) => 0.15 * brow(...at))).toMatchObject({ seen: 0, middle: null });
  });
};

describe('a left brow drawn along its arc', () => drawnBrow('left'));
describe('a right brow drawn along its arc', { tags: ['long'] }, () => drawnBrow('right'));
