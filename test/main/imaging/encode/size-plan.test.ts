import { expect, test } from 'vitest';
import { outputSizeSchema } from '../../../../contract/recipes/output.ts';
import { planSize } from '../../../../main/imaging/encode/size-plan.ts';

const [own, upright, long, small] = [
  { width: 6000, height: 4000 },
  { width: 400, height: 600 },
  { width: 9000, height: 3 },
  { width: 100, height: 50 },
];
const square = { kind: 'exact', width: 200, height: 200 };

/** Rows end with the size of the picture, the size of the canvas, the picture's position, and whether it is scaled. */
test.each([
  ['the photograph’s', own, { kind: 'photograph' }, [6000, 4000, 6000, 4000, 0, 0, false]],
  ['a longest side', own, { kind: 'longest', px: 2048 }, [2048, 1365, 2048, 1365, 0, 0, true]],
  ['a longest side upright', upright, { kind: 'longest', px: 300 }, [200, 300, 200, 300, 0, 0, true]],
  ['a longest side beyond its own', own, { kind: 'longest', px: 9000 }, [6000, 4000, 6000, 4000, 0, 0, false]],
  ['the same, enlarged', own, { kind: 'longest', px: 9000, enlarge: true }, [9000, 6000, 9000, 6000, 0, 0, true]],
  ['a side that leaves almost nothing', long, { kind: 'longest', px: 16 }, [16, 1, 16, 1, 0, 0, true]],
  ['a square', own, { kind: 'exact', width: 2000, height: 2000 }, [2000, 1333, 2000, 2000, 0, 333, true]],
  ['a canvas upright', own, { kind: 'exact', width: 1801, height: 2600 }, [1801, 1201, 1801, 2600, 0, 699, true]],
  ['a canvas beyond it', small, square, [100, 50, 200, 200, 50, 75, false]],
  ['the same, filled', small, { ...square, enlarge: true }, [200, 100, 200, 200, 0, 50, true]],
] as const)('%s', (_, size, wanted, [width, height, canvasWidth, canvasHeight, left, top, isScaled]) => {
  expect(planSize(size, outputSizeSchema.parse(wanted))).toEqual({
    picture: { width, height },
    canvas: { width: canvasWidth, height: canvasHeight },
    ...{ left, top, isScaled },
  });
});
