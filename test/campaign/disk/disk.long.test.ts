/** Short rounds of `npm run campaign -- disk` that need no root. */
import { it } from 'vitest';
import { expectNoViolations } from '../runner/expect-no-violations.ts';
import { playDisk } from './disk.ts';

it.each(['the photographs are away', 'the watched folder is away', 'the database is damaged'])(
  'reports it, loses nothing and pays nothing twice: %s',
  async (only) => expectNoViolations(await playDisk({ number: 0, seed: 2026, only, quick: true })),
);
