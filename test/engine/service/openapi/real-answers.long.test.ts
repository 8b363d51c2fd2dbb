import { test } from 'vitest';
import { operationIds } from '../../../../contract/operations/operation-spec.ts';
import { describedAnswers } from '../../../helpers/engine/real-answers.ts';

const answers = describedAnswers();

test.each(operationIds)('%s', { timeout: 180_000 }, (id) => answers.ofPortrait(id));

test('face-analyzer-advanced of three people', () => answers.ofThree('face-analyzer-advanced'));
