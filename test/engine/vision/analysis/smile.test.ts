import { expect, test } from 'vitest';
import { smileOf } from '../../../../engine/vision/analysis/smile.ts';
import { closeUp } from '../../../helpers/closeups.ts';

const emotion = (happy: number) => ({ angry: 0, disgust: 0, fear: 0, happy, sad: 0, surprise: 0, neutral: 1 - happy });
const meshOf = async (who: 'woman' | 'leaning' | 'pouting') => (await closeUp(who)).face.mesh;
const [smiling, laughing, pouting] = await Promise.all([meshOf('woman'), meshOf('leaning'), meshOf('pouting')]);

test('a wide smile is one, even where the emotion model sees none', () => {
  expect(smileOf(smiling, emotion(0)).chance).toBeGreaterThan(0.5);
  expect(smileOf(laughing, emotion(0)).chance).toBeGreaterThan(0.5);
});

test('a pout is none, even where the emotion model cannot say', () => {
  expect(smileOf(pouting, emotion(0.5)).chance).toBeLessThan(0.5);
});

test('the emotion counts beside the mouth', () => {
  expect(smileOf(pouting, emotion(1)).index).toBeGreaterThan(smileOf(pouting, emotion(0)).index);
});
