/** A short round of each theme of `npm run campaign -- faults`. */
import { it } from 'vitest';
import { expectNoViolations } from '../runner/expect-no-violations.ts';
import { themeNames } from './fault-themes.ts';
import { playFaults } from './faults.ts';

it.each(themeNames)('finishes every photograph after %s', async (theme) =>
  expectNoViolations(await playFaults({ number: themeNames.indexOf(theme), seed: 2026, quick: true })),
);
