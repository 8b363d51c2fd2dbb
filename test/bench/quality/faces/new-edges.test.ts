import { expect, test } from 'vitest';
import { findFaces } from '../../../../engine/vision/face/find-faces.ts';
import { madeOf } from '../../../helpers/face/faces.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';
import { newEdges } from './new-edges.ts';

const line = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512"><path d="M 188 115 l 14 20" stroke="#603020" fill="none"/></svg>',
);

test('finds a drawn line, and almost nothing after smoothing', async () => {
  const photo = await madeOf(sample('astronaut'), (image) => image);
  const [face] = await findFaces(photo, 1);
  expect(newEdges(photo, photo, face!)).toEqual({ rims: 0, face: 0, marked: 0 });

  const smooth = newEdges(photo, await madeOf(sample('astronaut'), (image) => image.blur(1.5)), face!);
  expect(smooth.marked).toBeLessThan(0.002);

  const drawn = newEdges(
    photo,
    await madeOf(sample('astronaut'), (image) => image.composite([{ input: line }])),
    face!,
  );

  expect(drawn.marked).toBeGreaterThan(Math.max(0.003, smooth.marked * 3));
});
