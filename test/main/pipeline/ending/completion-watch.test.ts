import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { excludedCode, type JobError, type JobState } from '../../../../contract/jobs/job.ts';
import { watchCompletion } from '../../../../main/pipeline/ending/completion-watch.ts';
import { messageText } from '../../../helpers/message-matchers.ts';
import { type StoreStage, test } from '../../../helpers/store-stage.ts';

async function collectMessages(stage: StoreStage, ends: readonly JobState[]): Promise<string[]> {
  const messages: string[] = [];
  const stop = watchCompletion(stage.store, (sentence) => messages.push(messageText(sentence)));
  const ids = stage.add(...ends.map((_, index) => `photograph-${index}`));
  await nextTurn();
  for (const [index, end] of ends.entries()) stage.bring(ids[index]!, end);
  await nextTurn();
  stop();
  return messages;
}

test('what a recipe is not for is told apart from what is finished', async ({ stage }) => {
  const messages: string[] = [];
  const stop = watchCompletion(stage.store, (sentence) => messages.push(messageText(sentence)));
  const [one, other] = stage.add('a', 'b');
  await nextTurn();
  stage.finish(one!);
  const error = { kind: 'input', code: excludedCode, message: 'No face', advice: 'none', requestId: null, logId: null };
  stage.store.moves.move(stage.bring(other!, 'preparing'), 'done', { error: error as JobError });
  await nextTurn();
  stop();
  expect(messages).toEqual(['One photograph is finished. One is not what its recipe is for.']);
});

describe('the end of all work', () => {
  test.for<[readonly JobState[], string]>([
    [['done'], 'One photograph is finished.'],
    [['done', 'done'], '2 photographs are finished.'],
    [['done', 'failed', 'uncertain'], 'One photograph is finished. One failed. One needs your decision.'],
    [
      ['done', 'done', 'failed', 'failed', 'uncertain', 'uncertain'],
      '2 photographs are finished. 2 failed. 2 need your decision.',
    ],
    [['failed'], 'One photograph failed.'],
    [['failed', 'failed', 'uncertain'], '2 photographs failed. One needs your decision.'],
    [['uncertain'], 'One photograph needs your decision.'],
    [['cancelled'], 'Nothing is left to do.'],
  ])('%j is told once', async ([ends, words], { stage }) => {
    stage.finish(stage.add('from before')[0]!);
    await nextTurn();
    expect(await collectMessages(stage, ends)).toEqual([words]);
  });
});
