import { expect, test } from 'vitest';
import {
  createCompletionAction,
  sleepCommand,
  type WhenDoneOptions,
} from '../../../../main/pipeline/ending/completion.ts';

type Wish = ReturnType<WhenDoneOptions['settings']>;

/** What was done, in order; `decides` answers the countdown. */
function stage(wish: Wish, more: Partial<WhenDoneOptions> = {}, decides: boolean | 'nobody' = true) {
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

test.for<[string, Wish, Partial<WhenDoneOptions>, boolean, string[]]>([
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

test('work that comes during the countdown calls it off, and the next end counts down anew', async () => {
  const { did, done } = stage(sleeps, {}, 'nobody');
  const first = done.allDone();
  // Another end while it is counting asks nobody a second time.
  await done.allDone();
  done.workCame();
  await first;
  expect(did).toEqual(['countdown']);
  const second = done.allDone();
  done.workCame();
  await second;
  expect(did).toEqual(['countdown', 'countdown']);
});

test('each system has its own way to sleep', () => {
  expect((['darwin', 'win32', 'linux'] as const).map((platform) => sleepCommand(platform)[0])).toEqual([
    'pmset',
    'rundll32.exe',
    'systemctl',
  ]);
});
