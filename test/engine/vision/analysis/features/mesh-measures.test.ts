import { describe, expect, test } from 'vitest';
import {
  cornerLift,
  measureAsymmetry,
  measureSmile,
  mouthOpening,
} from '../../../../../engine/vision/analysis/features/mesh-measures.ts';
import type { Mesh } from '../../../../../engine/vision/face/find-faces.ts';
import { closeUp, type Somebody } from '../../../../helpers/face/closeups.ts';

const meshOf = async (who: Somebody): Promise<Mesh> => (await closeUp(who)).face.mesh;
const emotion = (happy: number) => ({ angry: 0, disgust: 0, fear: 0, happy, sad: 0, surprise: 0, neutral: 1 - happy });
const [smiling, laughing, pouting] = (await Promise.all(
  (['woman', 'leaning', 'pouting'] as const).map((who) => meshOf(who)),
)) as [Mesh, Mesh, Mesh];

test('a laughing mouth is open, a pouting one is not', () => {
  expect(mouthOpening(laughing)).toBeGreaterThan(0.2);
  expect(mouthOpening(pouting)).toBeLessThan(0.12);
});

test('smiles lift the corners of the mouth', () => {
  expect(cornerLift(smiling)).toBeGreaterThan(0.08);
  expect(cornerLift(laughing)).toBeGreaterThan(0.08);
  const hanging = smiling.map((point, i) => (i === 61 || i === 291 ? { ...point, y: point.y + 20 } : point));
  expect(cornerLift(hanging)).toBeLessThan(0);
});

describe('asymmetry', () => {
  test('depends on the face, not on the position, size and rotation of the head', () => {
    const turned = smiling.map(({ x, y, z }) => ({ x: 40 - y * 3, y: x * 3 + 7, z: z * 3 }));
    expect(measureAsymmetry(turned)).toBeCloseTo(measureAsymmetry(smiling), 6);
    expect(measureAsymmetry(smiling)).toBeLessThan(0.06);
  });

  test('grows if one side is pulled down', () => {
    const pulled = smiling.map((point) => (point.x > smiling[168]!.x ? { ...point, y: point.y + 15 } : point));
    expect(measureAsymmetry(pulled)).toBeGreaterThan(measureAsymmetry(smiling) + 0.02);
  });
});

describe('a smile', () => {
  test('a wide smile is detected even if the emotion model finds none', () => {
    expect(measureSmile(smiling, emotion(0)).chance).toBeGreaterThan(0.5);
    expect(measureSmile(laughing, emotion(0)).chance).toBeGreaterThan(0.5);
  });

  test('a pout is no smile even if the emotion model is undecided', () => {
    expect(measureSmile(pouting, emotion(0.5)).chance).toBeLessThan(0.5);
  });

  test('the emotion counts as well as the mouth', () => {
    expect(measureSmile(pouting, emotion(1)).index).toBeGreaterThan(measureSmile(pouting, emotion(0)).index);
  });
});
