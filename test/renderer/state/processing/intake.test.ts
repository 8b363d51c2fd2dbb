import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import '../../../../renderer/locales/setup.ts';
import type { AddReport } from '../../../../contract/app/action-reports.ts';
import { settingsSchema } from '../../../../contract/app/settings.ts';
import { dataOf } from '../../../../renderer/state/data/appData.ts';
import { formatAddNotice, recipeForAdding, reportText } from '../../../../renderer/state/processing/intake.ts';
import { snapshotOf } from '../../../helpers/window/window-data.ts';

const dataWith = (defaultRecipeId: string) =>
  dataOf(snapshotOf({ settings: settingsSchema.parse({ defaultRecipeId }) }));

describe('recipeForAdding', () => {
  it('returns the last chosen recipe, or the first', () => {
    expect(recipeForAdding(dataWith('product-on-white'))?.id).toBe('product-on-white');
    expect(recipeForAdding(dataWith('deleted'))?.id).toBe('portrait-cutout');
  });

  it('returns undefined without recipes', () => {
    expect(recipeForAdding(dataOf(snapshotOf({ recipes: [] })))).toBeUndefined();
  });
});

const reportOf = (change: Partial<AddReport>): AddReport => ({
  ...{ batchId: 1, accepted: 0, resumed: 0, refusedAgain: 0, undecided: 0, skipped: 0, resultsGone: 0 },
  ...{ finishedBefore: [], refused: [], notes: [] },
  ...change,
});
const refused = [{ path: '/photos/notes.txt', message: 'This is no photograph.' }];

describe('formatAddNotice', () => {
  it.each<[Partial<AddReport>, string | null]>([
    [{ accepted: 6 }, '6 photographs added.'],
    [{ accepted: 6, notes: ['One link points outside “photos” and was not followed.'] }, null],
    [{ resumed: 3 }, '3 photographs resumed where they stopped.'],
    [{ accepted: 1, resumed: 1 }, '1 photograph added. 1 photograph resumed where it stopped.'],
    [{ accepted: 1, refused }, null],
    [{ accepted: 1, undecided: 1 }, null],
    [{ accepted: 1, skipped: 2, finishedBefore: [4, 5] }, null],
    [{}, null],
  ])('%o: %s', (change, text) => {
    expect(formatAddNotice(reportOf(change), i18next.t)).toBe(text);
  });
});

describe('reportText', () => {
  const nothing = { resumed: null, undecided: null, finished: null, own: null };
  const twelve = Array.from({ length: 12 }, (_, index) => index + 1);
  it.each<[Partial<AddReport>, title: string, more: object]>([
    [{}, 'No photographs were found.', {}],
    [{ refused }, '1 could not be added', {}],
    [{ refused, resumed: 1, refusedAgain: 1 }, '1 could not be added', {}],
    [{ accepted: 2, refused }, '2 added, 1 could not be added', {}],
    [{ skipped: 12, finishedBefore: twelve }, 'Nothing new was added', { finished: '12 were already finished.' }],
    [
      { accepted: 1, skipped: 2, finishedBefore: [4, 5], resultsGone: 1 },
      '1 added',
      { finished: '2 were already finished. 1 has a missing result.' },
    ],
    [{ undecided: 1 }, 'Nothing new was added', { undecided: '1 was already sent and is waiting for your decision.' }],
    [
      { resumed: 3, undecided: 2, skipped: 3, finishedBefore: [9] },
      'Nothing new was added',
      {
        undecided: '2 were already sent and are waiting for your decision.',
        resumed: '3 resumed where they stopped.',
        finished: '1 was already finished.',
        own: '2 are Burnish results and were skipped.',
      },
    ],
  ])('%o: %s', (change, title, more) => {
    expect(reportText(reportOf(change), i18next.t)).toEqual({ ...nothing, title, ...more });
  });
});
