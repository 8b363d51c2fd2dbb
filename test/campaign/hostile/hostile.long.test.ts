/** Short rounds of `npm run campaign -- hostile`. */
import { it } from 'vitest';
import { expectNoViolations } from '../runner/expect-no-violations.ts';
import { playHostile } from './hostile.ts';

it.each([
  ['responses with the key', 'key'],
  ['tasks', 'task'],
  ['analyses', 'analyses'],
])('explains each of a hostile service’s %s', async (_what, only) =>
  expectNoViolations(await playHostile({ number: 0, seed: 2026, quick: true, only })),
);
