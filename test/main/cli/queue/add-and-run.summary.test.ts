import { expect, it } from 'vitest';
import type { AddReport } from '../../../../contract/app/action-reports.ts';
import { addSummaryMessages, withLateFinishes } from '../../../../main/cli/queue/add-and-run.ts';
import { terminalTexts } from '../../../helpers/run/message-matchers.ts';
import { test } from '../../../helpers/store/store-stage.ts';

const nothing: AddReport = {
  ...{ batchId: null, accepted: 0, resumed: 0, refusedAgain: 0, undecided: 0, skipped: 0 },
  ...{ finishedBefore: [], resultsGone: 0, refused: [], notes: [] },
};
const before = (finished: number, givenUp: number, more: Partial<AddReport> = {}, made = 0) =>
  addSummaryMessages(
    { ...nothing, skipped: finished, finishedBefore: Array.from({ length: finished }, (_, index) => index), ...more },
    made,
    givenUp,
  );

it.each([
  ['nothing', before(0, 0), []],
  ['one finished photograph', before(1, 0), ['One photograph was already finished (use --again to process it again).']],
  [
    'two finished photographs',
    before(2, 0),
    ['2 photographs were already finished (use --again to process them again).'],
  ],
  [
    'one given-up photograph',
    before(1, 1),
    [
      'One photograph was given up earlier and may have been charged. To send it again, run burnish decide send-again --job <number>, or use --again.',
    ],
  ],
  [
    'finished and given-up photographs',
    before(3, 2),
    [
      'One photograph was already finished (use --again to process it again).',
      '2 photographs were given up earlier and may have been charged. To send one of them again, run burnish decide send-again --job <number>. To send all of them, use --again.',
    ],
  ],
  [
    'a resumed job, a missing result and a file that is a result',
    before(2, 0, { resultsGone: 1, resumed: 1, skipped: 3 }),
    [
      'One photograph resumes its earlier job.',
      '2 photographs were already finished (use --again to process them again).',
      'The result of one of them is missing.',
      'One file in the folder is a Burnish result and was skipped.',
    ],
  ],
  [
    'one added and two undecided photographs',
    before(0, 0, { undecided: 2 }, 1),
    ['One photograph was added.', '2 photographs are waiting for your decision.'],
  ],
  [
    'seven added photographs and an undecided one',
    before(0, 0, { undecided: 1 }, 7),
    ['7 photographs were added.', 'One photograph is waiting for your decision.'],
  ],
])('the summary names %s', (_, lines, expected) => {
  expect(terminalTexts(lines)).toEqual(expected);
});

it('counts photographs finished during the scan as resumed', () => {
  const report = { ...nothing, resumed: 14, skipped: 7, finishedBefore: [1, 2, 3, 4, 5, 6] };
  expect(withLateFinishes(report, new Set([2]))).toEqual({
    ...report,
    resumed: 15,
    skipped: 6,
    finishedBefore: [1, 3, 4, 5, 6],
  });
});

test('given-up photographs are distinguished from done or canceled ones, also once removed from the list', ({
  stage,
}) => {
  const { actions, views } = stage.store;
  const [givenUp, gone, done, cancelled] = stage.add('a', 'b', 'c', 'd');
  const decide = {
    kind: 'uncertain',
    code: 'X',
    message: 'X',
    advice: 'decide',
    requestId: null,
    logId: null,
  } as const;
  for (const id of [givenUp!, gone!]) {
    stage.store.moves.move(stage.bring(id, 'submitting'), 'uncertain', { error: decide });
    actions.decide([id], 'give-up');
  }
  actions.remove([gone!]);
  stage.finish(done!);
  actions.cancel([cancelled!]);
  expect(views.givenUp([givenUp!, gone!, done!, cancelled!, 4711])).toBe(2);
});
