import { test } from 'vitest';
import { describedAnswers } from '../../../helpers/real-answers.ts';

const answers = describedAnswers();

// One of each shape of answer; the others are in the long tests.
const shapes = [
  'ai-face-rating',
  'face-key-points',
  'skin-analysis',
  'face-analyzer-advanced',
  'ai-red-lip-gloss',
  'commodity-background-removal',
] as const;

test.each(shapes)('%s', (id) => answers.ofPortrait(id));

test('face-key-points of three people', () => answers.ofThree('face-key-points'));
