/** Draws marks on a clean face, and checks that moles are found and clear skin has none. */
import sharp from 'sharp';
import { expect } from 'vitest';
import { createFaceChart } from '../../../engine/vision/analysis/chart/skin-chart.ts';
import { findMarks } from '../../../engine/vision/analysis/findings/skin-marks.ts';
import { decodePhoto } from '../../../engine/vision/photo/decode.ts';
import { closeUp, found } from '../face/closeups.ts';
import { at, dot, drawnOn, sizeOf } from '../face/draw-accessories.ts';
import { group } from '../face/faces.ts';

export async function clearFace() {
  const { photo, face } = await closeUp('woman');
  const size = sizeOf(face);
  const clear = findMarks(await createFaceChart(photo, face));
  const drawn = async (shapes: string) => findMarks(await createFaceChart(await drawnOn(photo, shapes, 0.6), face));
  return { face, size, clear, drawn };
}

/** Checks that a dark dot at a point of the mesh is found as a mole, with more confidence if it is larger. */
export async function expectMole(
  { face, size, drawn }: Awaited<ReturnType<typeof clearFace>>,
  index: number,
): Promise<void> {
  const small = await drawn(dot(at(face, index), size * 0.012, '#3a2218', 0.75));
  const large = await drawn(dot(at(face, index), size * 0.016, '#2a160e', 0.95));
  expect([small.mole.value, large.mole.value]).toEqual([1, 1]);
  // The dot also lowers the quality of the whole picture, and so the confidence, a little.
  expect(large.mole.confidence).toBeGreaterThan(small.mole.confidence - 0.01);
  expect(large.acne.value).toBe(0);
}

/** Checks that part of a group photograph shows a face without acne and moles. */
export async function expectNoMarks(
  number: Parameters<typeof group>[0],
  place: { left: number; top: number },
): Promise<void> {
  const head = await sharp(group(number))
    .extract({ ...place, width: 420, height: 440 })
    .png()
    .toBuffer();
  const { photo, face } = await found(await decodePhoto(head));
  const { acne, mole } = findMarks(await createFaceChart(photo, face));
  expect([acne.value, mole.value]).toEqual([0, 0]);
}
