import { describe, expect, it } from 'vitest';
import { pictureOf, subjects } from './subjects.ts';
import { unseen } from './subjects-unseen.ts';

const small = 0.15;

describe('pictureOf', () => {
  it('draws at least two dozen subjects', () => {
    expect(Object.keys(subjects).length).toBeGreaterThanOrEqual(24);
  });

  it('draws the same picture for the same seed only', { tags: ['long'] }, async () => {
    const [first, second, other] = [
      await pictureOf('mug', '1', small),
      await pictureOf('mug', '1', small),
      await pictureOf('mug', '2', small),
    ];
    expect(first.jpeg.equals(second.jpeg)).toBe(true);
    expect(first.alpha.data).toEqual(second.alpha.data);
    expect(first.jpeg.equals(other.jpeg)).toBe(false);
  });

  it.each(['bicycle wheel', 'glass vase'])('keeps openings: %s', { tags: ['long'] }, async (name) => {
    const { alpha } = await pictureOf(name, '1', small);
    const covered = alpha.data.reduce((sum, each) => sum + each, 0) / alpha.data.length;
    expect(covered).toBeGreaterThan(0.01);
    expect(covered).toBeLessThan(0.5);
    expect(Math.max(...alpha.data)).toBeLessThanOrEqual(1 + 1e-6);
  });
});

describe('unseen', () => {
  it('shares no kind with the training samples', () => {
    expect(Object.keys(unseen).filter((kind) => kind in subjects)).toEqual([]);
  });
});
