import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { excludedCode, type JobError, type JobState } from '../../../../contract/jobs/job.ts';
import {
  type CompletionActionOptions,
  createCompletionAction,
  sleepCommand,
  watchCompletion,
} from '../../../../main/pipeline/ending/completion.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { type StoreStage, test } from '../../../helpers/store/store-stage.ts';

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

test('excluded photographs are counted apart from finished ones', async ({ stage }) => {
  const messages: string[] = [];
  const stop = watchCompletion(stage.store, (sentence) => messages.push(messageText(sentence)));
  const [one, other] = stage.add('a', 'b');
  await nextTurn();
  stage.finish(one!);
  const error = { kind: 'input', code: excludedCode, message: 'No face', advice: 'none', requestId: null, logId: null };
  stage.store.moves.move(stage.bring(other!, 'preparing'), 'done', { error: error as JobError });
  await nextTurn();
  stop();
  expect(messages).toEqual(['One photograph is finished. One does not match its recipe.']);
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
  ])('%j is reported once', async ([ends, words], { stage }) => {
    stage.finish(stage.add('from before')[0]!);
    await nextTurn();
    expect(await collectMessages(stage, ends)).toEqual([words]);
  });
});

type Wish = ReturnType<CompletionActionOptions['settings']>;

/** Records the actions in order; `decides` is the answer to the countdown. */
function stage(wish: Wish, more: Partial<CompletionActionOptions> = {}, decides: boolean | 'nobody' = true) {
  const did: string[] = [];
  const done = createCompletionAction({
    settings: () => wish,
    hasWork: () => false,
    isEnding: () => false,
    countDown: (signal) => {
      did.push('countdown');
      if (decides !== 'nobody') return Promise.resolve(decides);
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(true)));
    },
    sleep: async () => void did.push('sleep'),
    run: (command) => did.push(command),
    ...more,
  });
  return { did, done };
}

const sleeps: Wish = { whenDone: 'sleep', doneCommand: '' };
const runs: Wish = { whenDone: 'command', doneCommand: 'say "all done"' };

test.for<[string, Wish, Partial<CompletionActionOptions>, boolean, string[]]>([
  ['nothing more', { whenDone: 'nothing', doneCommand: 'x' }, {}, true, []],
  ['sleep after a countdown', sleeps, {}, true, ['countdown', 'sleep']],
  ['no sleep once the user has said no', sleeps, {}, false, ['countdown']],
  ['no sleep when there is work again', sleeps, { hasWork: () => true }, true, ['countdown']],
  ['the command as it was typed', runs, {}, true, ['say "all done"']],
  ['no command where none was confirmed', { ...runs, doneCommand: '' }, {}, true, []],
  ['no sleep once Burnish was told to stop', sleeps, { isEnding: () => true }, true, []],
  ['no command once Burnish was told to stop', runs, { isEnding: () => true }, true, []],
])('%s', async ([, wish, more, decides, expected]) => {
  const { did, done } = stage(wish, more, decides);
  await done.allDone();
  expect(did).toEqual(expected);
});

test('new work cancels the countdown, and the next end starts another one', async () => {
  const { did, done } = stage(sleeps, {}, 'nobody');
  const first = done.allDone();
  // If the queue drains during the countdown, no second one starts.
  await done.allDone();
  done.cancelCountdown();
  await first;
  expect(did).toEqual(['countdown']);
  const second = done.allDone();
  done.cancelCountdown();
  await second;
  expect(did).toEqual(['countdown', 'countdown']);
});

test('each system has its own sleep command', () => {
  expect((['darwin', 'win32', 'linux'] as const).map((platform) => sleepCommand(platform)[0])).toEqual([
    'pmset',
    'rundll32.exe',
    'systemctl',
  ]);
});
