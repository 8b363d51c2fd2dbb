import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { findFaces } from '../../../../../main/engine/vision/face/human.ts';
import { decodePhoto } from '../../../../../main/engine/vision/photo/decode.ts';
import { lookAtPeople } from '../../../../../main/engine/vision/skin/skin-regions.ts';
import { behind, findBackground, personAt, touchedAt } from '../../../../../main/engine/vision/warp/background.ts';
import { extentOf } from '../../../../../main/engine/vision/warp/face-shape.ts';
import { reshape } from '../../../../../main/engine/vision/warp/reshape.ts';
import { sample } from '../../../../helpers/photographs.ts';

describe('the astronaut', async () => {
  const photo = await decodePhoto(
    await sharp(sample('astronaut'))
      .extract({ left: 60, top: 0, width: 340, height: 280 })
      .resize(1020)
      .png()
      .toBuffer(),
  );
  const [face] = await findFaces(photo, 1);
  const segmentations = await lookAtPeople(photo, [face!], async () => {});
  const background = await findBackground(photo, face!, segmentations);
  const { mesh } = face!;
  const size = extentOf(face!);
  /** Beside the jaw, where the backdrop is seen: so far from the outline, as a part of the face's size. */
  const beside = (away: number) => ({ x: mesh[397]!.x + away * size, y: mesh[361]!.y + 0.12 * size });

  test('people are told from what is behind them', () => {
    for (const index of [4, 10, 152, 50, 280]) {
      expect(personAt(background, mesh[index]!.x, mesh[index]!.y)).toBeGreaterThan(0.95);
    }
    for (const { x, y } of [beside(0.35), { x: 40, y: 40 }, { x: 980, y: 60 }]) {
      expect(personAt(background, x, y)).toBeLessThan(0.05);
      expect(touchedAt(background, x, y)).toBeLessThan(0.05);
    }
  });

  test('from the edge of the face the way leads over it, as far again as the edge is away', () => {
    const out = new Float64Array(2);
    const { x, y } = mesh[397]!;
    behind(background, x, y, out);
    expect(touchedAt(background, out[0]!, out[1]!)).toBeLessThan(0.1);
    expect(Math.hypot(out[0]! - x, out[1]! - y)).toBeLessThan(0.4 * size);
    const free = beside(0.35);
    behind(background, free.x, free.y, out);
    expect([out[0], out[1]]).toEqual([free.x, free.y]);
  });

  test('a line behind a face that is slimmed stays where it was; the face moves', async () => {
    const marked = { ...photo, rgb: new Uint8Array(photo.rgb) };
    const line = Math.round(beside(0.12).x);
    const rows = Array.from({ length: 40 }, (_, i) => Math.round(beside(0).y - 0.05 * size) + i);
    const isFree = (y: number) => touchedAt(background, line + 0.5, y + 0.5) === 0;
    for (const y of rows)
      for (let x = line - 1; x <= line + 1; x++) marked.rgb.fill(0, (y * 1020 + x) * 3, (y * 1020 + x) * 3 + 3);
    const before = new Uint8Array(marked.rgb);
    await reshape(marked, face!, segmentations, { slim: 1, shrink: 1, eyes: 0 });
    const free = rows.filter(isFree);
    expect(free.length).toBeGreaterThan(20);
    for (const y of free)
      expect(Math.abs(marked.rgb[(y * 1020 + line) * 3]! - before[(y * 1020 + line) * 3]!)).toBeLessThan(30);
    const jaw = { x: Math.round(mesh[397]!.x), y: Math.round(mesh[397]!.y) };
    const change = Array.from({ length: 30 }, (_, i) => (jaw.y * 1020 + jaw.x - 15 + i) * 3).map((at) =>
      Math.abs(marked.rgb[at]! - before[at]!),
    );
    expect(Math.max(...change)).toBeGreaterThan(30);
  });
});
