import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { runExclusive } from '../../../../main/imaging/output/run-exclusive.ts';
import { encode } from '../../../../main/imaging/restore/encode.ts';
import { scratchFolder } from '../../../helpers/photographs.ts';

it('begins when what was there before has ended, also where that failed', async () => {
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

it('is how large AVIF files are written; small ones, such as previews, do not wait', async () => {
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
