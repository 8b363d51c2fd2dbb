import { expect, test } from 'vitest';
import { emotions, readExpression } from '../../../../engine/vision/face/expression.ts';
import { closeUp } from '../../../helpers/closeups.ts';

test.each([
  ['woman', 'happy'],
  ['leaning', 'happy'],
  ['pouting', 'neutral'],
] as const)('%s looks %s', async (who, emotion) => {
  const { photo, face } = await closeUp(who);
  const expression = await readExpression(photo, face.mesh);
  expect(emotions.reduce((sum, name) => sum + expression[name], 0)).toBeCloseTo(1, 4);
  expect(expression[emotion]).toBeGreaterThan(0.6);
});
