import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { imageSignature } from '../../../../main/imaging/measure/similarity.ts';
import { groupIntoStacks, maxBurstGapMs, type Shot } from '../../../../main/review/stacks/group-shots.ts';
import { pictureOf } from '../../../helpers/face/degraded-images.ts';
import { testPhotographs } from '../../../helpers/photograph/photographs.ts';

const gray = '8080'.repeat(16);

/** Returns a hash that differs from zero in `bits` bits, from bit `from` on. */
function hash(bits: number, from = 0): string {
  const ones = ((1n << BigInt(bits)) - 1n) << BigInt(from);
  return ones.toString(16).padStart(16, '0');
}

let ids = 0;
const shot = (change: Partial<Shot>): Shot => ({
  id: ++ids,
  takenAt: 0,
  camera: 'one',
  hash: hash(0),
  tint: gray,
  width: 6000,
  height: 4000,
  ...change,
});

/** Returns stacks as text, each shot as its 0-based index in `shots`. */
function grouped(shots: readonly Partial<Shot>[]): string[] {
  const completeShots = shots.map((each) => shot(each));
  const indexOf = (id: number) => completeShots.findIndex((each) => each.id === id);
  return groupIntoStacks(completeShots).map((stack) => stack.map(indexOf).join(''));
}

const at = (...times: number[]) => times.map((takenAt) => ({ takenAt }));

describe('a burst', () => {
  it.each<[string, Partial<Shot>[], string[]]>([
    ['is what was taken one after the other', at(0, 100, 200, 300), ['0123']],
    ['may be slow, and in whole seconds', at(0, 1000, 1000, 3000, 6000), ['01234']],
    ['ends with a pause', at(0, 500, 500 + maxBurstGapMs + 1, 4000), ['01', '23']],
    ['goes on over the longest pause', at(0, maxBurstGapMs), ['01']],
    ['is in order of time, not of arrival', at(300, 100, 200), ['120']],
    ['is never one photograph', at(0, 10_000, 20_000), []],
    [
      'ends where the picture changes',
      [{ takenAt: 0 }, { takenAt: 1 }, { takenAt: 2, hash: hash(15) }, { takenAt: 3, hash: hash(15) }],
      ['01', '23'],
    ],
    ['goes on while the camera moves a little', [{ takenAt: 0 }, { takenAt: 1, hash: hash(14) }], ['01']],
    [
      'does not drift from one picture to another',
      [0, 6, 12, 18, 24, 30].map((bits, i) => ({ takenAt: i * 100, hash: hash(bits) })),
      ['0123', '45'],
    ],
    [
      'is of one camera, where two take turns',
      [0, 1, 2, 3, 4, 5].map((i) => ({ takenAt: i * 100, camera: i % 2 ? 'one' : 'two', hash: hash(i % 2 ? 30 : 0) })),
      ['024', '135'],
    ],
    ['is of cameras that do not say which they are', at(0, 1).map((each) => ({ ...each, camera: null })), ['01']],
    [
      'may hold the same photograph finished twice',
      [
        { takenAt: 5, width: 600 },
        { takenAt: 5, width: 6000 },
      ],
      ['01'],
    ],
  ])('%s', (_, shots, stacks) => {
    expect(grouped(shots)).toEqual(stacks);
  });
});

describe('without a capture time', () => {
  const untimed = (...shots: Partial<Shot>[]) => shots.map((each) => ({ takenAt: null, camera: null, ...each }));
  it.each<[string, Partial<Shot>[], string[]]>([
    ['the same picture saved twice is a stack', untimed({}, { hash: hash(30) }, { hash: hash(2) }), ['02']],
    ['pictures that are only alike are none', untimed({}, { hash: hash(3) }), []],
    ['pictures of another size are none', untimed({}, { width: 3000, height: 2000 }), []],
    ['products of another colour are none', untimed({}, { tint: `8380${gray.slice(4)}` }), []],
    ['no chain leads from one to another', untimed({}, { hash: hash(2) }, { hash: hash(4) }), ['01']],
    ['one with a time is not joined', [...untimed({}), { takenAt: 0 }], []],
  ])('%s', (_, shots, stacks) => {
    expect(grouped(shots)).toEqual(stacks);
  });
});

describe('real photographs, a tenth of a second apart', async () => {
  const paths = ['m35', 'f3', 'm83', 'm5'].map((name) => join(testPhotographs, 'people', `${name}.jpg`));

  const series = async (pictures: Buffer[]): Promise<Partial<Shot>[]> =>
    Promise.all(
      pictures.map(async (rgb, i) => ({
        takenAt: i * 100,
        ...(await imageSignature({ width: 400, height: 400, rgb })),
      })),
    );

  it('are a stack despite small movements of the hand', async () => {
    for (const path of paths) {
      const frames = await Promise.all(
        [0, 3, 7, 12, 9, 4].map((px, i) =>
          sharp(path)
            .extract({ left: 40 + px, top: 40 + (i % 3) * 2, width: 400, height: 400 })
            .raw()
            .toBuffer(),
        ),
      );
      expect(grouped(await series(frames))).toEqual(['012345']);
    }
  });

  it('are no stack if each shows another person', async () => {
    const frames = await Promise.all(
      paths.map(async (path) => (await pictureOf(path, { left: 0, top: 0, width: 400, height: 400 })).rgb),
    );
    expect(grouped(await series(frames))).toEqual([]);
  });

  it('never connect one person to another, not even step by step', async () => {
    const [from, to] = await Promise.all(
      [paths[0]!, paths[1]!].map(
        async (path) => (await pictureOf(path, { left: 50, top: 50, width: 400, height: 400 })).rgb,
      ),
    );
    const steps = Array.from({ length: 21 }, (_, i) =>
      Buffer.from(from!.map((value, at) => value + ((to![at]! - value) * i) / 20)),
    );
    const stacks = grouped(await series(steps));
    expect(stacks.length).toBeGreaterThan(1);
    expect(stacks.filter((stack) => stack.startsWith('0') && stack.endsWith('20'))).toEqual([]);
  });
});
