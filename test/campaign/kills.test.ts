/** The campaign of kills in its quick form; the whole is `npm run campaign -- kills`. */
import { expect, it, vi } from 'vitest';
import { playKills } from './kills.ts';

// A round takes seconds; on a machine that is busy with other things, many.
vi.setConfig({ testTimeout: 240_000 });

it.each([0, 1, 2, 3])('loses, doubles, overwrites and pays nothing twice under kills: round %i', async (number) => {
  const { violations, log, ledger, counts } = await playKills({ number, seed: 2026 });
  expect(violations, [...log, ...ledger].join('\n')).toEqual([]);
  expect(counts.commands).toBeGreaterThan(1);
});
