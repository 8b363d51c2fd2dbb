/** The campaign of disks in its quick form, with what needs no rights; the whole is `npm run campaign -- disk`. */
import { expect, it } from 'vitest';
import { describeReport } from '../runner/round.ts';
import { playDisk } from './disk.ts';

it.each(['the photographs are away', 'the watched folder is away', 'the database is damaged'])(
  '%s: nothing is lost or paid twice, and it is said',
  async (only) => {
    const report = await playDisk({ number: 0, seed: 2026, only, quick: true });
    expect(report.violations, describeReport(report)).toEqual([]);
  },
);
