import { expect, it } from 'vitest';
import { abandonedMessages } from '../../../main/cli/abandoned-jobs.ts';
import { terminalTexts } from '../../helpers/message-matchers.ts';

it.each([
  [[], []],
  [
    [{ id: 7, sourcePath: '/a.jpg' }],
    ['One photograph was given up and may have been charged.', '/a.jpg (job 7): given up.'],
  ],
  [
    [
      { id: 7, sourcePath: '/a.jpg' },
      { id: 9, sourcePath: '/b.jpg' },
    ],
    [
      '2 photographs were given up and may have been charged.',
      '/a.jpg (job 7): given up.',
      '/b.jpg (job 9): given up.',
    ],
  ],
])('%j is told in words', (jobs, lines) => {
  expect(terminalTexts(abandonedMessages(jobs))).toEqual(lines);
});
