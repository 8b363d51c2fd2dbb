import { expect, test } from 'vitest';
import { findFaces } from '../../../../../main/engine/vision/human.ts';
import { blemishArea } from '../../../../../main/engine/vision/skin/blemish-area.ts';
import { photoOf } from '../../../../helpers/faces.ts';
import { sample } from '../../../../helpers/photographs.ts';
import { madeSkin, regionOf } from '../../../../helpers/skin.ts';

test('nostrils are no place for blemishes; the cheek beside them is', async () => {
  const [face] = await findFaces(await photoOf(sample('astronaut')), 1);
  const region = { ...regionOf(madeSkin()), faceSize: 100 };
  region.place = { ...region.place, x: 120, y: 30 };
  const area = blemishArea(region, face!);
  const at = (x: number, y: number) => area.data[(y - region.place.y) * area.width + x - region.place.x];
  expect(at(222, 133)).toBeLessThan(0.2);
  expect(at(190, 130)).toBe(1);
});
