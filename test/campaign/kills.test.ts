/** The campaign of kills in its quick form; the whole is `npm run campaign -- kills`. */
import { expect, it } from 'vitest';
import { playKills } from './kills.ts';

it.each([0, 1])('loses, doubles, overwrites and pays nothing twice under kills: round %i', async (number) => {
  const { violations, log, ledger, counts } = await playKills({ number, seed: 2026 });
  expect(violations, [...log, ...ledger].join('\n')).toEqual([]);
  expect(counts.commands).toBeGreaterThan(1);
});
