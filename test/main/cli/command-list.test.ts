/** Which starts are for the command line, and what it is asked then. */
import { expect, it } from 'vitest';
import { commandArguments } from '../../../main/cli/command-list.ts';

it.each([
  [['burnish'], null],
  [['burnish', '--data=/tmp/x', '--hidden'], null],
  [['burnish', 'dance'], null],
  [
    ['electron', '--no-sandbox', '/checkout', 'status', '--json'],
    ['status', '--json'],
  ],
  [['run'], null],
  // The launcher of a packaged app: every word is the command line's.
  [['burnish', '--no-sandbox', '--cli', '--'], []],
  [['burnish', '--cli', '--', '--help'], ['--help']],
  [
    ['burnish', '--cli', '--', 'dance', '--cli', '--', 'run'],
    ['dance', '--cli', '--', 'run'],
  ],
])('%j asks for %j', (argv, words) => expect(commandArguments(argv)).toEqual(words));
