import { expect, test } from 'vitest';
import { lowerKind } from '../../../../engine/vision/clothes/lower-garment-kind.ts';
import { figure, longSkirt, sceneHeight, sceneOf, shorts, skirt, top, trousers } from '../../../helpers/face/scene.ts';

test.each([
  ['trousers', trousers(), 'pants'],
  ['shorts', shorts(), 'pants'],
  ['a skirt', skirt(), 'skirt'],
  ['a long skirt', [longSkirt()], 'skirt'],
  ['what the border cuts off', [{ ...longSkirt(), left: 36, right: 84, bottom: sceneHeight }], 'cut'],
  ['nothing but the end of a shirt', [{ ...longSkirt(), bottom: 150 }], null],
] as const)('%s', (_, lower, kind) => {
  expect(lowerKind(sceneOf([top(), ...lower]), 0, figure)).toBe(kind);
});
