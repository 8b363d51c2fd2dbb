/** HEIC as phones write it (tiles, rotation, mirroring, several pictures), in inspection and fitting. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { operations } from '../../../../contract/operations/table.ts';
import { fitToInput } from '../../../../main/imaging/fit/fit.ts';
import { inspectImage } from '../../../../main/imaging/read/inspect-image.ts';
import { fieldsOf, heicBytes } from '../../../helpers/photograph/heic.ts';
import { coded, grid, type HeicItem, heicOf, mirrored, tile, turned } from '../../../helpers/photograph/heic-boxes.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

const folder = scratchFolder();
let rounds = 0;
const put = (bytes: Buffer) => {
  const path = join(folder, `IMG_${++rounds}.HEIC`);
  writeFileSync(path, bytes);
  return path;
};
const looked = async (bytes: Buffer) => {
  const facts = await inspectImage(put(bytes));
  if (facts.kind !== 'image') throw new Error(messageText(facts.message));
  return { facts, notes: (facts.developed?.notes ?? []).map(messageText) };
};
/** Prepares the upload for a service. */
const fitted = async (bytes: Buffer) => {
  const operation = operations['smart-face-slimming'];
  const [input] = operation.images;
  const signal = new AbortController().signal;
  return fitToInput({ source: put(bytes), operation, input: input!, to: folder, isFitAllowed: true, signal });
};

const plain = ['red', 'green', 'blue', 'yellow'];
const reversedColors = ['yellow', 'blue', 'green', 'red'];
const tiles = [tile('plain'), tile('other'), tile('other'), tile('plain')];
const tiled = (properties: readonly Buffer[] = [], size = { width: 480, height: 320 }): Buffer =>
  heicOf([...tiles, grid({ rows: 2, columns: 2, ...size, tiles: [1, 2, 3, 4], properties })], 5);

describe('a photograph of tiles', () => {
  const quarter = async (path: string, left: number, top: number) =>
    fieldsOf(await sharp(path).extract({ left, top, width: 240, height: 160 }).png().toBuffer());

  it('is assembled', async () => {
    const { facts, notes } = await looked(tiled());
    expect(facts).toMatchObject({ width: 480, height: 320, orientation: 1 });
    expect(notes).toEqual([]);
    const at = (left: number, top: number) => quarter(facts.path, left, top);
    const quarters = [await at(0, 0), await at(240, 0), await at(0, 160), await at(240, 160)];
    expect(quarters).toEqual([plain, reversedColors, reversedColors, plain]);
  });

  it('is cropped to its size, not to its last tile', async () => {
    const { facts } = await looked(tiled([], { width: 470, height: 310 }));
    expect(facts).toMatchObject({ width: 470, height: 310 });
    expect(await quarter(facts.path, 0, 0)).toEqual(plain);
  });

  it('is turned as a whole', async () => {
    const { facts } = await looked(tiled([turned(3)]));
    expect(facts).toMatchObject({ width: 320, height: 480, orientation: 1 });
    const corner = await sharp(facts.path).extract({ left: 0, top: 0, width: 160, height: 240 }).png().toBuffer();
    expect(await fieldsOf(corner)).toEqual(['green', 'yellow', 'red', 'blue']);
  });

  it('has 16 bits if its tiles have 10', async () => {
    const deep = [tile('deep'), tile('deep'), grid({ rows: 1, columns: 2, width: 480, height: 160, tiles: [1, 2] })];
    const { facts } = await looked(heicOf(deep, 3));
    expect(facts).toMatchObject({ width: 480, height: 160, deep: true });
    expect(await quarter(facts.path, 240, 0)).toEqual(plain);
  });

  const gridOf = (rows: number, side: [width: number, height: number], tiles: number[]) =>
    grid({ rows, columns: rows, width: side[0], height: side[1], tiles });

  it.each<[string, HeicItem[]]>([
    ['lacks a tile', [...tiles.slice(1), gridOf(2, [480, 320], [1, 2, 3])]],
    ['is larger than its tiles', [...tiles, gridOf(2, [14_000, 14_000], [1, 2, 3, 4])]],
    ['is its own tile', [tile('plain'), gridOf(1, [240, 160], [2])]],
  ])('has a message if it %s', async (_, items) => {
    await expect(looked(heicOf(items, items.length))).rejects.toThrow(/is damaged or incomplete/);
  });

  it.each([10, 300, 1200])('has a message if %i bytes are missing', async (bytes) => {
    await expect(looked(tiled().subarray(0, -bytes))).rejects.toThrow(/is damaged or incomplete/);
  });
});

describe('a photograph that the file turns or mirrors', () => {
  it.each([
    ['to the left', [turned(1)], ['green', 'yellow', 'red', 'blue']],
    ['round', [turned(2)], ['yellow', 'blue', 'green', 'red']],
    ['to the right', [turned(3)], ['blue', 'red', 'yellow', 'green']],
    ['upside down in a mirror', [mirrored(0)], ['blue', 'yellow', 'red', 'green']],
    ['as in a mirror', [mirrored(1)], ['green', 'red', 'yellow', 'blue']],
    ['to the left and then as in a mirror', [turned(1), mirrored(1)], ['yellow', 'green', 'blue', 'red']],
  ])('comes out %s once, and is sent that way', async (_, properties, expected) => {
    const bytes = heicOf([coded('plain', ...properties)], 1);
    const { facts } = await looked(bytes);
    expect(facts.orientation).toBe(1);
    expect(await fieldsOf(facts.path)).toEqual(expected);
    const upload = await fitted(bytes);
    expect((await sharp(upload.path).metadata()).orientation ?? 1).toBe(1);
    expect(await fieldsOf(upload.path)).toEqual(expected);
  });
});

describe('a file with several pictures', () => {
  it('opens as the main picture, and a note reports that', async () => {
    const { facts, notes } = await looked(heicOf([coded('plain'), coded('other')], 2));
    expect(await fieldsOf(facts.path)).toEqual(reversedColors);
    expect(notes).toEqual(['Used the main picture (of 2).']);
  });
});

describe('a transparent HEIC', () => {
  it('keeps its transparency, and is sent with it or on white', async () => {
    const { facts } = await looked(heicBytes('alpha'));
    expect(facts).toMatchObject({ width: 240, height: 160, alpha: true });
    const { data } = await sharp(facts.path).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => data.subarray((y * 240 + x) * 4, (y * 240 + x + 1) * 4);
    expect([at(60, 40)[3], at(60, 120)[3], at(180, 120)[3]]).toEqual([0, 0, 255]);
    const off = [51, 179, 51, 128].map((value, k) => Math.abs(at(180, 40)[k]! - value));
    expect(Math.max(...off)).toBeLessThan(8);
    expect((await fitted(heicBytes('alpha'))).width).toBe(240);
  });
});
