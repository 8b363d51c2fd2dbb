import { expect, test } from 'vitest';
import { skinShade } from '../../../../../engine/effects/sticker/painting/face-color.ts';
import { teethColor } from '../../../../../engine/effects/sticker/painting/teeth-color.ts';
import { findFaces } from '../../../../../engine/vision/face/find-faces.ts';
import { maskOf, outlineOf } from '../../../../../engine/vision/face/mesh.ts';
import { photoOf } from '../../../../helpers/face/faces.ts';
import { sample } from '../../../../helpers/photograph/photographs.ts';

const photo = await photoOf(sample('astronaut'));
const [face] = await findFaces(photo, 1);

/** Paints the face in one color and its mouth in another. */
function painted(skin: readonly number[], mouth: readonly number[]) {
  const { width, height } = photo;
  const inside = maskOf([outlineOf(face!.mesh, 'innerMouth')], { x: 0, y: 0, width, height, scale: 1 }, 0);
  const rgb = Uint8Array.from(photo.rgb, (_, i) => (inside.data[Math.floor(i / 3)]! > 0.5 ? mouth : skin)[i % 3]!);
  return { ...photo, rgb };
}

test('teeth on dark skin are light, even if the open mouth is dull and dark', () => {
  const dark = painted([85, 55, 42], [48, 46, 48]);
  expect(teethColor(dark, face!.mesh).L).toBeGreaterThan(skinShade(dark, face!.mesh).L + 25);
});

test('on light skin, teeth keep the lightness visible between the lips', () => {
  const light = painted([215, 170, 145], [225, 218, 205]);
  expect(teethColor(light, face!.mesh).L).toBeGreaterThan(85);
});
