import { describe, expect, test } from 'vitest';
import { eraseBrows } from '../../../../../engine/effects/brows/erase/erase-brows.ts';
import { createArc } from '../../../../../engine/effects/brows/matte/arc.ts';
import { cellsPerLength, columnAt, unrollBrow } from '../../../../../engine/effects/brows/matte/brow-chart.ts';
import { browParts, extractBrow, sides } from '../../../../../engine/effects/brows/matte/brow-hairs.ts';
import { findFaces } from '../../../../../engine/vision/face/find-faces.ts';
import { outlineOf } from '../../../../../engine/vision/face/mesh.ts';
import { cutPhoto } from '../../../../../engine/vision/photo/decode.ts';
import { group, photoOf } from '../../../../helpers/face/faces.ts';

const photo = cutPhoto(await photoOf(group(2)), { x: 1330, y: 60, width: 420, height: 440 });
const face = (await findFaces(photo, 1))[0]!;
const shaved = { ...photo, rgb: new Uint8Array(photo.rgb) };
const where = (await eraseBrows(shaved, face, 1, new AbortController().signal))!;

describe.each(sides)('the %s one of two black brows', (side) => {
  const brow = extractBrow(photo, shaved, face, where, side);
  const outline = outlineOf(face.mesh, browParts[side]);
  const coverAt = (x: number, y: number) =>
    brow.cover.data[Math.round(y - brow.rect.y) * brow.cover.width + Math.round(x - brow.rect.x)]!;

  test('is dark on light skin', () => {
    expect(brow.hair[0]).toBeLessThan(brow.skin[0] - 30);
  });

  test('is dense in its middle, and empty at the border of the area', () => {
    const { x, y } = brow.middle!;
    expect(coverAt(x, y)).toBeGreaterThan(0.6);
    const { width, height, data } = brow.cover;
    for (let i = 0; i < width; i++) expect(data[i]! + data[(height - 1) * width + i]!).toBe(0);
  });

  test('has its middle at that of the mesh', () => {
    const xs = outline.map(({ x }) => x);
    expect(brow.middle!.x).toBeGreaterThan(Math.min(...xs));
    expect(brow.middle!.x).toBeLessThan(Math.max(...xs));
  });

  test('does not exist without hair', () => {
    const none = extractBrow(shaved, shaved, face, where, side);
    expect(none.middle).toBeNull();
    expect(Math.max(...none.cover.data)).toBe(0);
  });
});

describe.each([
  ['light', [222, 184, 162], [62, 44, 36]],
  ['dark', [104, 68, 50], [18, 14, 12]],
] as const)('a thick brow drawn on a %s forehead', (_, skin, hair) => {
  const plain = { ...photo, rgb: photo.rgb.map((__, i) => skin[i % 3]!) };
  const painted = { ...photo, rgb: new Uint8Array(plain.rgb) };
  const arc = createArc(face.mesh, 'left');
  const [halfThickness, between] = [0.12, 0.6];
  const there = new Float64Array(2);
  for (let y = 0, i = 0; y < photo.height; y++) {
    for (let x = 0; x < photo.width; x++, i++) {
      arc.coordinatesOf(x + 0.5, y + 0.5, there);
      if (there[0]! < 0 || there[0]! > 1 || Math.abs(there[1]!) > halfThickness) continue;
      const share = x % 4 < 2 ? 1 : between;
      for (let c = 0; c < 3; c++) painted.rgb[i * 3 + c] = Math.round(skin[c]! + share * (hair[c]! - skin[c]!));
    }
  }
  const rect = { x: 0, y: 0, width: photo.width, height: photo.height };
  const all = { width: photo.width, height: photo.height, data: new Float32Array(photo.width * photo.height).fill(1) };
  const brow = extractBrow(painted, plain, face, { place: { ...rect, scale: 1 }, rect, brows: all, skin: all }, 'left');
  const { cover } = unrollBrow(brow, arc, { place: { ...rect, scale: 1 }, rect, brows: all, skin: all });
  const across = Array.from({ length: cover.height }, (__, row) => {
    const inside = cover.data.slice(row * cover.width + columnAt(0.3), row * cover.width + columnAt(0.7));
    return inside.reduce((sum, value) => sum + value, 0) / inside.length;
  });

  test('has the visible coverage', () => {
    expect(across[Math.floor(across.length / 2)]).toBeCloseTo((1 + between) / 2, 1);
  });

  test('has the drawn thickness', () => {
    const amount = across.reduce((sum, value) => sum + value, 0) / Math.max(...across);
    expect(amount / cellsPerLength / (2 * halfThickness)).toBeGreaterThan(0.9);
    expect(amount / cellsPerLength / (2 * halfThickness)).toBeLessThan(1.1);
  });
});
