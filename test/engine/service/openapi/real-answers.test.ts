import { test } from 'vitest';
import { describedAnswers } from '../../../helpers/engine/real-answers.ts';

const answers = describedAnswers();

// Responses that a scripted worker (answers.test.ts) cannot produce. The others are in the long tests.
test.each(['face-key-points', 'skin-analysis', 'face-analyzer-advanced'] as const)('%s', (id) =>
  answers.ofPortrait(id),
);

test('face-key-points of three people', { tags: ['long'] }, () => answers.ofThree('face-key-points'));
