/** The campaign of two at once in its quick form, without the window; the whole is `npm run campaign -- two`. */
import { expect, it } from 'vitest';
import { describeReport } from '../runner/round.ts';
import { playTwo } from './two.ts';

it.each(['commands', 'killed', 'retry', 'decide', 'dataFolders', 'outputFolders'])(
  '%s at once: paid once, placed once',
  async (only) => {
    const report = await playTwo({ number: 0, seed: 2026, only, withWindow: false });
    expect(report.violations, describeReport(report)).toEqual([]);
  },
);
