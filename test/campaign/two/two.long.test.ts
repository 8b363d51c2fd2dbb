/** Short rounds of `npm run campaign -- two`, without the window. */
import { it } from 'vitest';
import { expectNoViolations } from '../runner/expect-no-violations.ts';
import { playTwo } from './two.ts';

it.each(['commands', 'killed', 'retry', 'decide', 'dataFolders', 'outputFolders'])(
  'pays and places each photograph once: %s at once',
  async (only) => expectNoViolations(await playTwo({ number: 0, seed: 2026, only, withWindow: false })),
);
