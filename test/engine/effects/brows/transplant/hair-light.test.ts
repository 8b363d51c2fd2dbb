import { describe, expect, test } from 'vitest';
import type { CompleteBrow } from '../../../../../engine/effects/brows/matte/complete-brow.ts';
import {
  estimateHairLight,
  findBlackPoint,
  type Light,
} from '../../../../../engine/effects/brows/transplant/hair-light.ts';
import { rgbToLab } from '../../../../../engine/pixels/lab.ts';
import { createPlane } from '../../../../../engine/pixels/plane.ts';
import { encode, luminance } from '../../../../../engine/pixels/srgb.ts';
import { findFaces } from '../../../../../engine/vision/face/find-faces.ts';
import { photoOf } from '../../../../helpers/face/faces.ts';
import { sample } from '../../../../helpers/photograph/photographs.ts';

const labOf = (light: Light) => rgbToLab(encode(light[0]), encode(light[1]), encode(light[2]));
const brow = (skin: Light, hair: Light, seen = 1): CompleteBrow => ({
  rect: { x: 0, y: 0, width: 1, height: 1 },
  cover: createPlane(1, 1),
  pale: createPlane(1, 1),
  noise: 0,
  skin: labOf(skin),
  hair: labOf(hair),
  middle: seen > 0 ? { x: 0, y: 0 } : null,
  seen,
});
const none: Light = [0, 0, 0];
const fair: Light = [0.6, 0.4, 0.3];
const black: Light = [0.012, 0.01, 0.01];
const dimmed = (light: Light, by: number): Light => [light[0] * by, light[1] * by, light[2] * by];
const hazy = ([red, green, blue]: Light): Light => [0.1 + 0.6 * red, 0.1 + 0.6 * green, 0.12 + 0.6 * blue];

describe('hair of a reference', () => {
  const model = brow(fair, black);

  test('is darker on the side in shadow', () => {
    const [lit, shaded] = [1, 0.3].map((by) =>
      estimateHairLight(brow(dimmed(fair, by), dimmed(fair, by), 0), none, model, none, 0),
    );
    expect(luminance(...shaded!.hair)).toBeLessThan(0.5 * luminance(...lit!.hair));
  });

  test('is never darker than haze permits, and as dark as before without haze', () => {
    const veil = hazy(none);
    const seen = estimateHairLight(brow(hazy(fair), hazy(black)), veil, model, none, 0);
    for (const c of [0, 1, 2] as const) expect(seen.hair[c]).toBeGreaterThanOrEqual(veil[c] * 0.99);
    const clear = estimateHairLight(brow(fair, black), none, model, none, 0);
    expect(luminance(...clear.hair)).toBeLessThan(0.5 * luminance(...seen.hair));
  });

  test("takes the hue of the person's brows, or that of the skin without brows", () => {
    const red: Light = [0.12, 0.035, 0.015];
    const { hair } = estimateHairLight(brow(fair, red), none, model, none, 0);
    expect(hair[0] / hair[1]).toBeGreaterThan(2.5);
    const bald = estimateHairLight(brow(fair, fair, 0), none, model, none, 0).hair;
    expect(bald[0]).toBeGreaterThan(bald[1]);
    expect(bald[1]).toBeGreaterThan(bald[2]);
  });

  test("is lighter, and no browner than skin in shadow, if the person's brows are gray", () => {
    const red: Light = [0.12, 0.035, 0.015];
    const [dark, grey] = [0, 0.3].map((light) => estimateHairLight(brow(fair, red), none, model, none, light).hair);
    expect(luminance(...grey!)).toBeGreaterThan(luminance(...dark!) + 0.05);
    expect(grey![0] / grey![2]).toBeLessThan(fair[0] / fair[2]);
  });

  test('has no color if the photograph has none', () => {
    const { hair } = estimateHairLight(brow([0.5, 0.5, 0.5], [0.03, 0.03, 0.03]), none, model, none, 0);
    expect(Math.max(...hair) - Math.min(...hair)).toBeLessThan(0.003);
  });
});

test('the black point of a face rises with haze', async () => {
  const photo = await photoOf(sample('astronaut'));
  const [face] = await findFaces(photo, 1);
  const veiled = { ...photo, rgb: photo.rgb.map((value) => Math.round(90 + value * 0.6)) };
  for (const side of ['left', 'right'] as const) {
    const [clear, haze] = [photo, veiled].map((of) => luminance(...findBlackPoint(of, face!, side)));
    expect(clear).toBeLessThan(0.05);
    expect(haze).toBeGreaterThan(clear! + 0.05);
  }
});
