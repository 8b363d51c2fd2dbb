import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { decodeFully } from '../../../../main/imaging/read/decode-fully.ts';
import { grainy, portrait, scratchFolder } from '../../../helpers/photographs.ts';
import { gray, tiff } from '../../../helpers/tiff-file.ts';

const folder = scratchFolder();
const put = (name: string, bytes: Uint8Array) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

const rows = 200;
const pixels = Buffer.alloc(rows * rows, 90);
/** One strip, and the directory before it. */
const scan = tiff([{ tags: gray(rows, rows, pixels.length), next: 0 }], pixels);
const camera = readFileSync(portrait);
/** Bytes between two segments, as some phones write them. */
const withStrayBytes = Buffer.concat([camera.subarray(0, 2), Buffer.from([0, 0, 0]), camera.subarray(2)]);

it.each([
  ['a TIFF whose directory comes first', 'tiff', scan],
  [
    'a TIFF with a tag nobody knows',
    'tiff',
    tiff(
      [{ tags: [...gray(rows, rows, pixels.length), { tag: 60_000, type: 3, count: 1, value: 1 }], next: 0 }],
      Buffer.concat([Buffer.alloc(12), pixels]),
    ),
  ],
  [
    'a TIFF whose directories lead in circles',
    'tiff',
    tiff([{ tags: gray(rows, rows, pixels.length), next: 8 }], pixels),
  ],
  ['a JPEG', 'jpeg', camera],
  ['a JPEG with stray bytes', 'jpeg', withStrayBytes],
  ['a JPEG without the mark of its end', 'jpeg', camera.subarray(0, -2)],
] as const)('takes %s for whole', async (_what, format, bytes) => {
  await decodeFully(put('whole', bytes), format);
});

it.each([
  ['a TIFF that ends in the middle of its pixels', 'tiff', scan.subarray(0, scan.length / 2)],
  ['a JPEG that ends early', 'jpeg', camera.subarray(0, camera.length / 2)],
  [
    'a JPEG that ends early and was closed',
    'jpeg',
    Buffer.concat([camera.subarray(0, camera.length / 2), Buffer.from([0xff, 0xd9])]),
  ],
] as const)('refuses %s, which decoders fill up', async (_what, format, bytes) => {
  await expect(decodeFully(put('cut', bytes), format)).rejects.toThrow();
});

it('refuses a PNG that ends early', async () => {
  const png = await grainy(60, 40).png().toBuffer();
  await expect(decodeFully(put('cut.png', png.subarray(0, png.length / 2)), 'png')).rejects.toThrow();
});

it('finds a JPEG damaged that was closed all the same, also beside others that are whole', async () => {
  const closed = put('closed.jpg', Buffer.concat([camera.subarray(0, camera.length / 2), Buffer.from([0xff, 0xd9])]));
  const intactPath = put('other.jpg', camera);
  for (let round = 0; round < 30; round++) {
    const [damaged, ...whole] = await Promise.allSettled(
      [closed, intactPath, intactPath].map((path) => decodeFully(path, 'jpeg')),
    );
    expect(damaged?.status).toBe('rejected');
    expect(whole.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  }
});
