import { describe, expect, test } from 'vitest';
import { around, differenceOf } from '../../helpers/operation/changes.ts';
import { beautify, cheekByCheek } from '../../helpers/operation/cheek-by-cheek.ts';

describe('two people cheek to cheek', async () => {
  const { upload, before, largest, other, made } = await cheekByCheek();

  test('only the largest face is retouched, more with higher levels', async () => {
    const changes = [];
    for (const level of [0.2, 0.6, 1]) {
      const result = await made({ beauty_level: level });
      changes.push(differenceOf(before, result, { area: around(largest.box, 0) }).mean);
      expect(differenceOf(before, result, { area: around(other.box, -0.2) }).most).toBeLessThanOrEqual(1);
    }
    expect(changes[0]).toBeGreaterThan(0.3);
    expect(changes[1]).toBeGreaterThan(changes[0]! * 1.5);
    expect(changes[2]).toBeGreaterThan(changes[1]! * 1.2);
  });

  test('the highest level is the default', async () => {
    const [all, omitted] = [await beautify(upload, { beauty_level: 1 }), await beautify(upload, {})];
    expect(Buffer.compare(Buffer.from(all.bytes), Buffer.from(omitted.bytes))).toBe(0);
  });
});
