import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { aiLipBiteExpressions } from '../../../engine/operations/ai-lip-bite-expressions.ts';
import { callOf } from '../../helpers/face/faces.ts';
import { sheet } from '../../helpers/operation/stickers.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

/** Several models process each photograph, which takes long on a busy machine. */
const patience = 240_000;

/** Finds the first opaque pixel of a row from the left, and the first opaque one that is not white. */
function edgeOf({ width, at }: Awaited<ReturnType<typeof sheet>>, y: number) {
  const row = Array.from({ length: width }, (_, x) => at(x, y));
  const paper = row.findIndex(([, , , alpha]) => alpha === 255);
  const head = row.findIndex(
    ([red, green, blue, alpha], x) => x > paper && alpha === 255 && Math.min(red!, green!, blue!) < 200,
  );
  return { paper, head, row };
}

test('one sticker has the requested height', { timeout: patience }, async () => {
  const result = await sheet(sample('astronaut'), { grid_count: 1, aspect_ratio: '9:16' });
  expect([result.width, result.height]).toEqual([1152, 2048]);
  for (const [x, y] of [
    [0, 0],
    [1151, 0],
    [0, 2047],
    [1151, 2047],
  ] as const)
    expect(result.at(x, y)[3]).toBe(0);
  const { paper, head, row } = edgeOf(result, 900);
  expect(head - paper).toBeGreaterThan(15);
  for (const pixel of row.slice(paper + 2, paper + 12)) expect(pixel).toEqual([255, 255, 255, 255]);
  for (let x = 476; x < 676; x++) expect(result.at(x, 1024)[3]).toBe(255);
});

test('the default is four different stickers on a square', {
  timeout: patience,
  tags: ['long'],
}, async () => {
  const result = await sheet(sample('astronaut'));
  expect([result.width, result.height]).toEqual([2048, 2048]);
  for (const [x, y] of [
    [0, 0],
    [2047, 0],
    [0, 2047],
    [2047, 2047],
    [1023, 1023],
  ] as const)
    expect(result.at(x, y)[3]).toBe(0);
  const { paper, head, row } = edgeOf(result, 400);
  expect(head - paper).toBeGreaterThan(15);
  for (const pixel of row.slice(paper + 2, paper + 12)) expect(pixel).toEqual([255, 255, 255, 255]);
  const cells = [
    [0, 0],
    [1024, 0],
    [0, 1024],
    [1024, 1024],
  ] as const;
  for (const [i, [x, y]] of cells.entries()) {
    const opaque = Array.from({ length: 200 }, (_, k) => result.at(x + 412 + k, y + 512)[3]);
    expect(opaque.every((alpha) => alpha === 255)).toBe(true);
    for (const [u, v] of cells.slice(i + 1)) {
      let apart = 0;
      for (let k = 0; k < 1024 * 1024; k += 97) {
        const [dx, dy] = [k % 1024, Math.floor(k / 1024)];
        const [a, b] = [result.at(x + dx, y + dy), result.at(u + dx, v + dy)];
        if (Math.abs(a[0]! - b[0]!) + Math.abs(a[1]! - b[1]!) > 40) apart++;
      }
      expect(apart).toBeGreaterThan(200);
    }
  }
});

test('a picture without a face is rejected, and a canceled request stops', async () => {
  await expect(sheet(sample('coffee'))).rejects.toMatchObject({ code: 'ERROR_NO_FACE_IN_FILE' });
  const call = callOf('ai-lip-bite-expressions', await readFile(sample('astronaut')), {}, AbortSignal.abort());
  await expect(aiLipBiteExpressions(call)).rejects.toThrow('aborted');
});
