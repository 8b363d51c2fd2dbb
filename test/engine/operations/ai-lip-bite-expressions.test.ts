import sharp from 'sharp';
import { expect, test } from 'vitest';
import { group } from '../../helpers/face/faces.ts';
import { sheet } from '../../helpers/operation/stickers.ts';
import { sample } from '../../helpers/photograph/photographs.ts';

/** Several models process each photograph, which takes long on a busy machine. */
const timeout = 240_000;

type Sheet = Awaited<ReturnType<typeof sheet>>;

/** Expects empty pixels at places, and an even white border of the head in a row. */
function expectCutOut({ at, width }: Sheet, empty: readonly (readonly [number, number])[], y: number): void {
  for (const place of empty) expect(at(...place)[3]).toBe(0);
  const row = Array.from({ length: width }, (_, x) => at(x, y));
  const paper = row.findIndex(([, , , alpha]) => alpha === 255);
  const head = row.findIndex(
    ([red, green, blue, alpha], x) => x > paper && alpha === 255 && Math.min(red!, green!, blue!) < 200,
  );
  expect(head - paper).toBeGreaterThan(15);
  for (const pixel of row.slice(paper + 2, paper + 12)) expect(pixel).toEqual([255, 255, 255, 255]);
}

const corners = (width: number, height: number) =>
  [
    [0, 0],
    [width - 1, 0],
    [0, height - 1],
    [width - 1, height - 1],
  ] as const;

test('one sticker has the requested height', { timeout }, async () => {
  const result = await sheet(sample('astronaut'), { grid_count: 1, aspect_ratio: '9:16' });

  expect([result.width, result.height]).toEqual([1152, 2048]);
  expectCutOut(result, corners(1152, 2048), 900);
  for (let x = 476; x < 676; x++) expect(result.at(x, 1024)[3]).toBe(255);
});

test('the default is four different stickers on a square', { timeout, tags: ['long'] }, async () => {
  const result = await sheet(sample('astronaut'));

  expect([result.width, result.height]).toEqual([2048, 2048]);
  expectCutOut(result, [...corners(2048, 2048), [1023, 1023]], 400);
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

/** A face in a photograph, 700 px wide. */
const closeUp = (path: string, left: number, top: number, side: number) =>
  sharp(path).extract({ left, top, width: side, height: side }).resize(700).png().toBuffer();

test('a half-averted mouth is rejected', { timeout, tags: ['long'] }, async () => {
  const profile = await closeUp(group(2), 210, 37, 464);

  await expect(sheet(profile, { grid_count: 1 })).rejects.toMatchObject({ code: 'ERROR_FACE_NOT_FACING_FORWARD' });
});

test('a man turned aside, in gray, gets gray stickers', { timeout, tags: ['long'] }, async () => {
  const { data } = await sheet(await closeUp(sample('camera'), 148, 82, 158), { grid_count: 1 });

  let colored = 0;
  for (let i = 0; i < data.length; i += 4) {
    const [red, green, blue] = data.subarray(i, i + 3);
    if (Math.max(red!, green!, blue!) - Math.min(red!, green!, blue!) > 3) colored++;
  }
  expect(colored).toBe(0);
});
