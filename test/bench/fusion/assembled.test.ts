import { expect, test } from 'vitest';
import { createSeededRandom } from '../../helpers/run/seeded-random.ts';
import { pictured } from '../truth/subjects/subjects.ts';
import { assembled } from './assembled.ts';

test('random assemblies are visible, and do not fill the picture', async () => {
  for (const seed of [1, 2, 3]) {
    const grayBackground = async (width: number, height: number) => new Float32Array(width * height * 3).fill(0.5);

    const { alpha } = await pictured(assembled, `${seed}`, createSeededRandom(seed), 0.1, grayBackground);

    const seen = alpha.data.reduce((sum, value) => sum + value, 0) / alpha.data.length;
    expect(seen).toBeGreaterThan(0.005);
    expect(seen).toBeLessThan(0.95);
  }
});
