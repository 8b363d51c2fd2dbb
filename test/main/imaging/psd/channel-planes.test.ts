/** Packed rows unpack unchanged and never exceed the promised length. */
import { expect, it } from 'vitest';
import { maxPackedLength, packRow } from '../../../../main/imaging/psd/channel-planes.ts';
import { createSeededRandom } from '../../../helpers/run/seeded-random.ts';

/** Unpacks a row as specified in TIFF 6.0, section 9. */
function unpacked(bytes: Uint8Array): number[] {
  const row: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const count = (bytes[at++]! << 24) >> 24;
    if (count === -128) continue;
    if (count >= 0) {
      row.push(...bytes.subarray(at, at + count + 1));
      at += count + 1;
    } else row.push(...Array<number>(1 - count).fill(bytes[at++]!));
  }
  return row;
}

const packedOf = (row: Uint8Array) => {
  const room = new Uint8Array(maxPackedLength(row.length) + 8);
  const end = packRow(row, room, 3);
  expect(end - 3).toBeLessThanOrEqual(maxPackedLength(row.length));
  return room.subarray(3, end);
};

it('of every kind', () => {
  const chance = createSeededRandom('rows');
  for (let round = 0; round < 400; round++) {
    const shades = chance.pick([1, 2, 3, 200]);
    const row = Uint8Array.from({ length: chance.below(700) }, () => chance.below(shades));
    expect(unpacked(packedOf(row))).toEqual([...row]);
  }
});

it('takes two bytes for 128 of the same', () => {
  expect([...packedOf(new Uint8Array(128).fill(7))]).toEqual([129, 7]);
  expect([...packedOf(Uint8Array.of(1, 1, 2, 3, 3, 3))]).toEqual([2, 1, 1, 2, 254, 3]);
});
