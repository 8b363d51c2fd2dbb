/** Arguments that start the command line, and the words passed to it. */
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
  // The launcher of a packaged app passes every word to the command line.
  [['burnish', '--no-sandbox', '--cli', '--'], []],
  [['burnish', '--cli', '--', '--help'], ['--help']],
  [
    ['burnish', '--cli', '--', 'dance', '--cli', '--', 'run'],
    ['dance', '--cli', '--', 'run'],
  ],
])('%j runs %j', (argv, words) => expect(commandArguments(argv)).toEqual(words));
