import { describe, expect, test } from 'vitest';
import { maskBrows } from '../../../../../engine/effects/brows/erase/brow-mask.ts';
import { eraseBrows } from '../../../../../engine/effects/brows/erase/erase-brows.ts';
import { learnTexture, textureAt } from '../../../../../engine/effects/brows/erase/skin-texture.ts';
import { findBareSkin } from '../../../../../engine/effects/brows/erase/skin-under-hair.ts';
import { findFaces } from '../../../../../engine/vision/face/find-faces.ts';
import { maskOf, outlineOf } from '../../../../../engine/vision/face/mesh.ts';
import { skinLikelihood } from '../../../../../engine/vision/skin/likelihood.ts';
import { faceRect, segmentPeople } from '../../../../../engine/vision/skin/segment-people.ts';
import { readSkinRegion } from '../../../../../engine/vision/skin/skin-region.ts';
import { group, madeOf, photoOf } from '../../../../helpers/face/faces.ts';
import { sample } from '../../../../helpers/photograph/photographs.ts';

describe('a person with strong brows', async () => {
  const photo = await madeOf(group(6), (image) => image.extract({ left: 580, top: 220, width: 400, height: 500 }));
  const [face] = await findFaces(photo, 1);
  const signal = new AbortController().signal;
  const segmentations = await segmentPeople(photo, [face!], async () => {});
  const light = (rgb: Uint8Array, { x, y }: { x: number; y: number }) => {
    const at = (Math.round(y) * photo.width + Math.round(x)) * 3;
    return (rgb[at]! + rgb[at + 1]! + rgb[at + 2]!) / 3;
  };
  /** Points in the hairs of the brow at the right, halfway between its upper and lower edges. */
  const hairs = [
    [334, 282],
    [296, 295],
  ].map(([upper, lower]) => ({
    x: (face!.mesh[upper!]!.x + face!.mesh[lower!]!.x) / 2,
    y: (face!.mesh[upper!]!.y + face!.mesh[lower!]!.y) / 2,
  }));
  const forehead = { x: face!.mesh[337]!.x, y: face!.mesh[337]!.y };
  const erased = async (strength: number) => {
    const copy = { ...photo, rgb: new Uint8Array(photo.rgb) };
    await eraseBrows(copy, face!, strength, signal, segmentations);
    return copy.rgb;
  };
  const all = await erased(1);

  test('the brow gradually becomes as light as the skin around it', async () => {
    const [none, half] = [await erased(0), await erased(0.5)];
    expect(Buffer.compare(none, photo.rgb)).toBe(0);
    for (const hair of hairs) {
      expect(light(none, hair)).toBeLessThan(light(none, forehead) - 50);
      expect(light(half, hair)).toBeGreaterThan(light(none, hair) + 15);
      expect(light(all, hair)).toBeGreaterThan(light(half, hair) + 15);
      expect(Math.abs(light(all, hair) - light(all, forehead))).toBeLessThan(40);
    }
  });

  test('eyes, nose and mouth keep every pixel', () => {
    for (const index of [468, 473, 159, 386, 4, 13, 61, 291, 152]) {
      expect(light(all, face!.mesh[index]!)).toBe(light(photo.rgb, face!.mesh[index]!));
    }
  });

  test('the mask covers the brows completely and the eyes never', async () => {
    const region = await readSkinRegion(photo, faceRect(photo, face!), [face!], segmentations, {
      faceSize: 400,
      maxPixels: 1_000_000,
    });
    const mask = maskBrows(region, skinLikelihood(region.place, segmentations), face!);
    const at = ({ x, y }: { x: number; y: number }) => {
      const { place } = region;
      return mask.data[
        Math.round((y - place.y) * place.scale) * place.width + Math.round((x - place.x) * place.scale)
      ]!;
    };
    for (const hair of hairs) expect(at(hair)).toBeGreaterThan(0.95);
    for (const eye of ['leftEye', 'rightEye'] as const) {
      for (const point of outlineOf(face!.mesh, eye, 0.9)) expect(at(point)).toBeLessThan(0.02);
    }
  });

  test('texture of the skin is as rough as the skin, and does not repeat', { tags: ['long'] }, async () => {
    const region = await readSkinRegion(photo, faceRect(photo, face!), [face!], segmentations, {
      faceSize: 400,
      maxPixels: 1_000_000,
    });
    const likely = skinLikelihood(region.place, segmentations);
    const zone = maskBrows(region, likely, face!);
    const texture = learnTexture(photo, region, zone, findBareSkin(region, likely, zone))!;
    const { width, height, data } = texture[1];
    const spreadOf = (values: Iterable<number>) =>
      Math.sqrt([...values].reduce((sum, value, _, all) => sum + value ** 2 / all.length, 0));
    const made = (right: number) => {
      const row: number[] = [];
      const out = new Float32Array(3);
      for (let i = 0; i < 40 * 40; i++) {
        textureAt(texture, right + (i % 40), Math.floor(i / 40), out);
        row.push(out[1]!);
      }
      return row;
    };
    const [one, other] = [made(0), made(2 * width)];
    expect(spreadOf(one) / spreadOf(data)).toBeGreaterThan(0.75);
    expect(spreadOf(one) / spreadOf(data)).toBeLessThan(1.25);
    const alike = one.reduce((sum, value, i) => sum + value * other[i]!, 0) / one.length;
    expect(Math.abs(alike) / spreadOf(one) / spreadOf(other)).toBeLessThan(0.3);
    expect(width * height).toBe(data.length);
  });

  test('a canceled call stops', async () => {
    const cancelled = AbortSignal.abort(new DOMException('cancelled', 'AbortError'));
    await expect(eraseBrows(photo, face!, 1, cancelled)).rejects.toThrow('cancelled');
  });
});

test('thin brows lose their hairs, and the skin between hairs and mesh stays', { tags: ['long'] }, async () => {
  const photo = await photoOf(sample('astronaut'));
  const [face] = await findFaces(photo, 1);
  const erased = { ...photo, rgb: new Uint8Array(photo.rgb) };
  const { place, brows } = (await eraseBrows(erased, face!, 1, new AbortController().signal))!;
  const meshes = maskOf([outlineOf(face!.mesh, 'rightBrow')], place, 0);
  const inside = meshes.data.reduce((sum, value) => sum + value, 0);
  const masked = brows.data.reduce((sum, value, i) => sum + value * meshes.data[i]!, 0);
  expect(masked).toBeGreaterThan(0.1 * inside);
  expect(masked).toBeLessThan(0.85 * inside);
});
