import { describe, expect, it } from 'vitest';
import { msg, toLogText } from '../../../../contract/messages/message.ts';
import { type RepairReport, repairMessage, repairReportText } from '../../../../main/store/repair/repair-report.ts';
import { messageText } from '../../../helpers/message-matchers.ts';

const rescued: RepairReport = {
  file: '/data/burnish.db',
  keptAt: '/data/burnish.db-damaged-1',
  reason: 'database disk image is malformed',
  backupTime: null,
  jobs: 3,
  uncertainCount: 0,
  lostJobs: 0,
  lostFiles: [],
  unreadable: {},
  hasUnknownLosses: false,
  doubtfulCount: 0,
  pausedFolders: [],
};
const first = 'Burnish’s database was damaged and has been repaired.';
const last = 'The damaged database was kept as /data/burnish.db-damaged-1.';
const again =
  'What you add again waits for your decision where a service charges, so that nothing is paid for twice without your say.';

describe('what is said of a rescue', () => {
  it.each<[Partial<RepairReport>, string]>([
    [{}, 'No photograph was lost.'],
    [{ jobs: 0, lostJobs: 1 }, `No photographs are left in the list. One photograph could not be saved. ${again}`],
    [
      { jobs: 1, lostFiles: ['/a.jpg', '/b.jpg'] },
      `One photograph is in the list again. 2 photographs could not be saved. ${again}`,
    ],
    [
      { jobs: 1200, hasUnknownLosses: true, pausedFolders: ['/in'] },
      `1,200 photographs are in the list again. Photographs that were added last may be missing. ${again} One watch folder is paused, so that nothing is sent twice.`,
    ],
    [
      { doubtfulCount: 2 },
      `3 photographs are in the list again. 2 photographs may not be recognized when you add them again. ${again}`,
    ],
    [
      { uncertainCount: 1 },
      '3 photographs are in the list again. One photograph needs your decision: nobody knows whether the service has charged for it.',
    ],
  ])('%j', (more, between) => {
    expect(messageText(repairMessage({ ...rescued, ...more }))).toBe(`${first} ${between} ${last}`);
  });

  it('names the day of the copy that helped', () => {
    const backupTime = new Date(2020, 10, 20, 9, 5).getTime();
    expect(messageText(repairMessage({ ...rescued, backupTime }))).toMatch(
      /What could not be read is as it was on Nov 20, 2020, 9:05\sAM\./,
    );
  });
});

describe('the file beside the damaged database', () => {
  const report = {
    ...rescued,
    reason: msg('store.unsound.log'),
    lostFiles: ['/a.jpg'],
    unreadable: { recipes: 2 },
    hasUnknownLosses: true,
  };
  it('holds words, for people who open it without Burnish', () => {
    expect(repairReportText(report, messageText).split('\n').slice(2)).toEqual([
      'What was wrong with it: Its log is damaged.',
      '',
      'Photographs that are not in the list any more:',
      '  /a.jpg',
      '',
      'Other entries that could not be read:',
      '  recipes: 2',
      '',
    ]);
  });

  it('holds what would be logged where nobody puts it into words', () => {
    expect(repairReportText(report, toLogText)).toContain('store.rescue.repaired');
  });
});
