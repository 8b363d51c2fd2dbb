import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { encode, runExclusive, usesOptimizedTables } from '../../../../main/imaging/encode/image-encoders.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';

it.each([
  [4_000_000, '4:4:4', true],
  [12_000_000, '4:4:4', false],
  [12_000_000, '4:2:0', true],
  [24_000_000, '4:4:4', false],
  [24_000_000, '4:2:0', false],
] as const)('a JPEG of %i px with %s has code tables of its own: %s', (pixels, chroma, expected) => {
  expect(usesOptimizedTables(pixels, chroma)).toBe(expected);
});

it('runExclusive starts after all earlier work has settled, even if it failed', async () => {
  const log: string[] = [];
  const work = (name: string, ms: number, fails = false) =>
    runExclusive(async () => {
      log.push(`${name} begins`);
      await wait(ms);
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const [first, second, third] = await Promise.allSettled([work('a', 40), work('b', 10, true), work('c', 1)]);
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect([first, third]).toMatchObject([{ value: 'a' }, { value: 'c' }]);
  expect(second).toMatchObject({ status: 'rejected' });
});

it('writes large AVIF files one at a time; small ones, such as previews, do not wait', async () => {
  const folder = scratchFolder();
  const ended: string[] = [];
  const write = async (name: string, width: number, height: number) => {
    const picture = sharp({ create: { width, height, channels: 3, background: '#883311' } });
    await encode(picture, 'avif', 60, join(folder, `${name}.avif`));
    ended.push(name);
  };
  let release = () => {};
  const before = runExclusive(() => new Promise<void>((resolve) => (release = resolve)));
  const large = write('large', 2600, 2000);
  await write('small', 300, 200);
  expect(ended).toEqual(['small']);
  release();
  await Promise.all([before, large]);
  expect(ended).toEqual(['small', 'large']);
});
