import { describe, expect, it } from 'vitest';
import { msg, toLogText } from '../../../../contract/messages/message.ts';
import { type RepairReport, repairMessage, repairReportText } from '../../../../main/store/repair/repair-report.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';

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
  'If a service charges, photographs you add again wait for your decision. Nothing is paid for twice without your approval.';

describe('the report of a rescue', () => {
  it.each<[Partial<RepairReport>, string]>([
    [{}, 'No photograph was lost.'],
    [{ jobs: 0, lostJobs: 1 }, `No photographs are left in the list. One photograph could not be recovered. ${again}`],
    [
      { jobs: 1, lostFiles: ['/a.jpg', '/b.jpg'] },
      `One photograph was restored to the list. 2 photographs could not be recovered. ${again}`,
    ],
    [
      { jobs: 1200, hasUnknownLosses: true, pausedFolders: ['/in'] },
      `1,200 photographs were restored to the list. The photographs added most recently may be missing. ${again} One watch folder was paused to avoid sending photographs twice.`,
    ],
    [
      { doubtfulCount: 2 },
      `3 photographs were restored to the list. 2 photographs may not be recognized when you add them again. ${again}`,
    ],
    [
      { uncertainCount: 1 },
      '3 photographs were restored to the list. One photograph needs your decision: the service may already have charged for it.',
    ],
  ])('%j', (more, between) => {
    expect(messageText(repairMessage({ ...rescued, ...more }))).toBe(`${first} ${between} ${last}`);
  });

  it('names the day of the backup it used', () => {
    const backupTime = new Date(2020, 10, 20, 9, 5).getTime();
    expect(messageText(repairMessage({ ...rescued, backupTime }))).toMatch(
      /Data that could not be read was restored from the backup \(Nov 20, 2020, 9:05\sAM\)\./,
    );
  });
});

describe('the file next to the damaged database', () => {
  const report = {
    ...rescued,
    reason: msg('store.unsound.log'),
    lostFiles: ['/a.jpg'],
    unreadable: { recipes: 2 },
    hasUnknownLosses: true,
  };
  it('holds text for people who open it without Burnish', () => {
    expect(repairReportText(report, messageText).split('\n').slice(2)).toEqual([
      'Problem: Its log is damaged.',
      '',
      'Photographs no longer in the list:',
      '  /a.jpg',
      '',
      'Other entries that could not be read:',
      '  recipes: 2',
      '',
    ]);
  });

  it('holds the log entry if no text is available', () => {
    expect(repairReportText(report, toLogText)).toContain('store.rescue.repaired');
  });
});
