import { expect, test } from 'vitest';
import { emotions, readExpression } from '../../../../engine/vision/face/expression.ts';
import { closeUp, type Somebody } from '../../../helpers/face/closeups.ts';

async function expectLook(who: Somebody, emotion: 'happy' | 'neutral'): Promise<void> {
  const { photo, face } = await closeUp(who);
  const expression = await readExpression(photo, face.mesh);
  expect(emotions.reduce((sum, name) => sum + expression[name], 0)).toBeCloseTo(1, 4);
  expect(expression[emotion]).toBeGreaterThan(0.6);
}

test('woman looks happy', () => expectLook('woman', 'happy'));
test('leaning looks happy', { tags: ['long'] }, () => expectLook('leaning', 'happy'));
test('pouting looks neutral', () => expectLook('pouting', 'neutral'));
