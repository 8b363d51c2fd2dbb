/** The campaign of faults in its quick form, one round of each theme; the whole is `npm run campaign -- faults`. */
import { expect, it, vi } from 'vitest';
import { themeNames } from './fault-plans.ts';
import { playFaults } from './faulty.ts';

// A round takes seconds; on a machine that is busy with other things, many.
vi.setConfig({ testTimeout: 240_000 });

it.each([...themeNames.entries()])('round %i: comes through %s', async (number) => {
  const { violations, log, ledger } = await playFaults({ number, seed: 2026, quick: true });
  expect(violations, [...log, ...ledger].join('\n')).toEqual([]);
});
