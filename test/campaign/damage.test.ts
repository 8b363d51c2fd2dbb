import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Base, damages, makeBase, tryDamage } from './damage.ts';

let base: Base;
beforeAll(async () => {
  base = await makeBase(48);
}, 120_000);
afterAll(() => base.remove());

describe('a damaged database', () => {
  it.each(Object.keys(damages).map((kind, index) => [kind, index % 2 === 0 ? 'with' : 'without'] as const))(
    'starts with what can be saved, and sends nothing again by itself: %s, %s a copy',
    (kind, copy) => {
      expect(tryDamage(base, kind, `quick/${kind}`, copy === 'with').violations).toEqual([]);
    },
  );
});
