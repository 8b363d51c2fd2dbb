/** The campaign of files in its quick form; the whole is `npm run campaign -- files`. */
import { expect, it } from 'vitest';
import { playFiles } from './files.ts';

it.each([0, 1])('finishes the good ones, and says what is wrong with the others: round %i', async (number) => {
  const { violations, log, ledger, counts } = await playFiles({ number, seed: 2026, quick: true });
  expect(violations, [...log, ...ledger].join('\n')).toEqual([]);
  expect(counts.files).toBeGreaterThan(40);
});
