import i18next from 'i18next';
import { expect, it } from 'vitest';
import '../../../../renderer/locales/setup.ts';
import type { AddReport } from '../../../../contract/app/action-reports.ts';
import { comparisonReport } from '../../../../renderer/screens/comparisons/comparisons.ts';
import { reportText } from '../../../../renderer/state/processing/intake.ts';

const report: AddReport = {
  ...{ batchId: 1, accepted: 4, resumed: 2, refusedAgain: 0, undecided: 0, resultsGone: 0, notes: [] },
  ...{ skipped: 3, finishedBefore: [1, 2, 3], refused: [{ path: '/a.txt', message: 'It is no photograph.' }] },
};

it('reports rejected photographs, and offers no results that would be charged again', () => {
  const shown = comparisonReport(report, 5)!;
  expect(shown.refused).toEqual(report.refused);
  expect(reportText(shown, i18next.t)).toEqual({
    title: '5 added, 1 could not be added',
    ...{ resumed: null, undecided: null, finished: null, own: null },
  });
  expect(comparisonReport({ ...report, refused: [] }, 5)).toBe(null);
});
