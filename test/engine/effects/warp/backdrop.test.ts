import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { backdropOf, personAt, touchedAt } from '../../../../engine/effects/warp/backdrop.ts';
import { extentOf } from '../../../../engine/effects/warp/face-shape.ts';
import { analyzePerson, stiffnessAt } from '../../../../engine/effects/warp/person.ts';
import { reshapeIn } from '../../../../engine/effects/warp/reshape.ts';
import { findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { decodePhoto } from '../../../../engine/vision/photo/decode.ts';
import { segmentPeople } from '../../../../engine/vision/skin/skin-regions.ts';
import { sample } from '../../../helpers/photographs.ts';

describe('the astronaut', async () => {
  const photo = await decodePhoto(
    await sharp(sample('astronaut'))
      .extract({ left: 60, top: 0, width: 340, height: 280 })
      .resize(680)
      .png()
      .toBuffer(),
  );
  const { width } = photo;
  const [face] = await findFaces(photo, 1);
  const segmentations = await segmentPeople(photo, [face!], async () => {});
  const view = await analyzePerson(photo, face!, segmentations);
  const { mesh } = face!;
  const size = extentOf(face!);
  const backdrop = backdropOf(photo, view, view.rect, size, () => 0.05 * size);
  /** Beside the jaw, where the backdrop is seen: so far from the outline, as a part of the face's size. */
  const pointBesideJaw = (away: number) => ({ x: mesh[397]!.x + away * size, y: mesh[361]!.y + 0.12 * size });
  const colorAt = ({ x, y }: { x: number; y: number }) => {
    const at = (Math.floor(y) * width + Math.floor(x)) * 3;
    return photo.rgb.subarray(at, at + 3);
  };

  test('people are told from what is behind them', () => {
    for (const index of [4, 10, 152, 50, 280]) {
      const { x, y } = mesh[index]!;
      expect(personAt(backdrop, x, y, colorAt(mesh[index]!))).toBeGreaterThan(0.9);
    }
    for (const place of [pointBesideJaw(0.35), { x: 30, y: 30 }, { x: 650, y: 40 }]) {
      expect(personAt(backdrop, place.x, place.y, colorAt(place))).toBeLessThan(0.08);
      expect(touchedAt(backdrop, place.x, place.y)).toBe(0);
    }
  });

  test('a face is stiffer than nothing, hair gives way', () => {
    const stiffness = stiffnessAt(view, () => 0.5);
    expect(stiffness(mesh[50]!.x, mesh[50]!.y)).toBeGreaterThan(10);
    expect(stiffness(30, 30)).toBeLessThan(0.05);
    expect(stiffness(mesh[10]!.x, mesh[10]!.y - 0.25 * size)).toBeLessThan(5);
  });

  test('a line behind a face that is slimmed stays where it was; the face moves', () => {
    const marked = { ...photo, rgb: new Uint8Array(photo.rgb) };
    const line = Math.round(pointBesideJaw(0.12).x);
    const rows = Array.from({ length: 30 }, (_, i) => Math.round(pointBesideJaw(0).y - 0.05 * size) + i);
    const free = rows.filter((y) => touchedAt(backdrop, line + 0.5, y + 0.5) === 0);
    for (const y of rows)
      for (let x = line - 1; x <= line + 1; x++) marked.rgb.fill(0, (y * width + x) * 3, (y * width + x) * 3 + 3);
    const before = new Uint8Array(marked.rgb);
    reshapeIn(view, marked, face!, { slim: 1, shrink: 1, eyes: 0 });
    expect(free.length).toBeGreaterThan(15);
    for (const y of free) expect(marked.rgb[(y * width + line) * 3]).toBe(before[(y * width + line) * 3]);
    const jaw = { x: Math.round(mesh[397]!.x), y: Math.round(mesh[397]!.y) };
    const change = Array.from({ length: 30 }, (_, i) => (jaw.y * width + jaw.x - 15 + i) * 3).map((at) =>
      Math.abs(marked.rgb[at]! - before[at]!),
    );
    expect(Math.max(...change)).toBeGreaterThan(30);
  });
});
