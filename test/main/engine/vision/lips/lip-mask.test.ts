import { describe, expect, test } from 'vitest';
import { findFaces } from '../../../../../main/engine/vision/face/human.ts';
import { lipMask } from '../../../../../main/engine/vision/lips/lip-mask.ts';
import { readMouth } from '../../../../../main/engine/vision/lips/mouth.ts';
import { cutPhoto } from '../../../../../main/engine/vision/photo/decode.ts';
import { group, photoOf } from '../../../../helpers/faces.ts';
import { sample } from '../../../../helpers/photographs.ts';

async function maskIn(path: string, rect: { x: number; y: number; width: number; height: number }) {
  const photo = cutPhoto(await photoOf(path), rect);
  const face = (await findFaces(photo, 1))[0]!;
  const mouth = (await readMouth(photo, face))!;
  const mask = lipMask(mouth);
  const { place } = mouth;
  const around = (x: number, y: number) =>
    mask.data[Math.floor((y - place.y) * place.scale) * mask.width + Math.floor((x - place.x) * place.scale)]!;
  /** Between two points of the mesh. */
  const between = (a: number, b: number, share = 0.5) => {
    const [p, q] = [face.mesh[a]!, face.mesh[b]!];
    return around(p.x + (q.x - p.x) * share, p.y + (q.y - p.y) * share);
  };
  return { mask, mouth, between };
}

describe.each([
  ['an open mouth', sample('astronaut'), { x: 120, y: 20, width: 220, height: 220 }, 'open'],
  ['an open mouth, head leaning', group(1), { x: 1380, y: 130, width: 400, height: 400 }, 'open'],
  ['a closed mouth', group(6), { x: 1080, y: 250, width: 380, height: 420 }, 'closed'],
] as const)('%s', async (_, path, rect, state) => {
  const { mask, mouth, between } = await maskIn(path, rect);

  test('both lips are in', () => {
    expect(between(14, 17)).toBeGreaterThan(0.8);
    expect(between(13, 0)).toBeGreaterThan(0.6);
  });

  test('skin above and below is not', () => {
    expect(between(17, 152, 0.3)).toBe(0);
    expect(between(0, 2, 0.5)).toBe(0);
  });

  test(state === 'open' ? 'teeth are not' : 'lips that touch are one', () => {
    if (state === 'open') expect(between(13, 14)).toBeLessThan(0.1);
    else expect(between(13, 14)).toBeGreaterThan(0.7);
  });

  test('it ends where the mesh can no longer be wrong', () => {
    for (let i = 0; i < mask.data.length; i++) if (mouth.outer.data[i]! < 0.02) expect(mask.data[i]).toBe(0);
  });
});
