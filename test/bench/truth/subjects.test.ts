import { describe, expect, it } from 'vitest';
import { pictureOf, subjects } from './subjects.ts';
import { unseen } from './subjects-unseen.ts';

const small = 0.15;

describe('pictureOf', () => {
  it('draws at least two dozen subjects', () => {
    expect(Object.keys(subjects).length).toBeGreaterThanOrEqual(24);
  });

  it('makes the same picture of the same seed, and another of another', { tags: ['long'] }, async () => {
    const [one, again, other] = [
      await pictureOf('mug', '1', small),
      await pictureOf('mug', '1', small),
      await pictureOf('mug', '2', small),
    ];
    expect(one.jpeg.equals(again.jpeg)).toBe(true);
    expect(one.alpha.data).toEqual(again.alpha.data);
    expect(one.jpeg.equals(other.jpeg)).toBe(false);
  });

  it.each(['bicycle wheel', 'glass vase'])(
    'keeps what can be seen through open: %s',
    { tags: ['long'] },
    async (name) => {
      const { alpha } = await pictureOf(name, '1', small);
      const covered = alpha.data.reduce((sum, each) => sum + each, 0) / alpha.data.length;
      expect(covered).toBeGreaterThan(0.01);
      expect(covered).toBeLessThan(0.5);
      expect(Math.max(...alpha.data)).toBeLessThanOrEqual(1 + 1e-6);
    },
  );
});

describe('unseen', () => {
  it('holds no kind that training samples are drawn from', () => {
    expect(Object.keys(unseen).filter((kind) => kind in subjects)).toEqual([]);
  });
});
