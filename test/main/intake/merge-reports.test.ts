import { expect, it } from 'vitest';
import type { AddReport } from '../../../contract/app/action-reports.ts';
import { msg } from '../../../contract/messages/message.ts';
import { mergeReports } from '../../../main/intake/merge-reports.ts';

const report = (change: Partial<AddReport>): AddReport => ({
  ...{ batchId: null, accepted: 0, resumed: 0, refusedAgain: 0, undecided: 0, skipped: 0 },
  ...{ finishedBefore: [], resultsGone: 0, refused: [], notes: [] },
  ...change,
});

it('adds reports up, and merges messages that differ only in numbers', () => {
  const links = msg('intake.links.again', { name: 'a', count: 1 });
  const first = report({ accepted: 2, finishedBefore: [1], notes: [msg('intake.pair.jpeg', { count: 2 }), links] });
  const second = report({
    accepted: 1,
    skipped: 3,
    finishedBefore: [4],
    notes: [msg('intake.pair.jpeg', { count: 3 })],
  });
  expect(mergeReports([first, second], 7)).toEqual(
    report({
      ...{ batchId: 7, accepted: 3, skipped: 3, finishedBefore: [1, 4] },
      notes: [msg('intake.pair.jpeg', { count: 5 }), links],
    }),
  );
});
