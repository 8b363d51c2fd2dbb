import { expect, it } from 'vitest';
import { msg } from '../../../../contract/messages/message.ts';
import { abandonedMessages, uncertainForJson, uncertainMessages } from '../../../../main/cli/output/uncertain-jobs.ts';
import { terminalTexts } from '../../../helpers/run/message-matchers.ts';

const lost = { cause: 'NO_ANSWER', message: msg('pipeline.tried', { count: 2 }), count: 1 };
// An earlier version stored text.
const old = { cause: 'ANSWER_IS_WEB_PAGE', message: 'A web page came back.', count: 3 };

it('reports each cause in a sentence, then how to decide', () => {
  expect(uncertainMessages([])).toEqual([]);
  expect(terminalTexts(uncertainMessages([lost, old]))).toEqual([
    'One photograph needs your decision (NO_ANSWER): Tried 2 times.',
    '3 photographs need your decision (ANSWER_IS_WEB_PAGE): A web page came back.',
    'To decide, run burnish decide --all with send-again or give-up. Use --cause or --job for only some of them.',
  ]);
});

it('has texts in JSON too', () => {
  expect(uncertainForJson([lost, old])).toEqual([{ ...lost, message: 'Tried 2 times.' }, old]);
});

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
])('reports %j as text', (jobs, lines) => {
  expect(terminalTexts(abandonedMessages(jobs))).toEqual(lines);
});
