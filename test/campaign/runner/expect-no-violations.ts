import { expect } from 'vitest';
import type { RoundReport } from './report.ts';

/** Fails with the violations, the log and the ledger of a round. */
export function expectNoViolations({ violations, log, ledger }: RoundReport): void {
  const lines = [...violations.map(({ kind, text }) => `${kind}: ${text}`), ...log, ...ledger];
  expect(violations, lines.join('\n')).toEqual([]);
}
