import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { UserFacingError } from '../../../contract/messages/message.ts';
import { exitCodeFor, exitCodeOfError, exitCodeOfSignal, exitCodes, UsageError } from '../../../main/cli/exit-codes.ts';

it('exit codes match the documentation', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/command-line.md'), 'utf8');
  const table = text.slice(text.indexOf('## Exit codes'), text.indexOf('## run'));
  const codes = [...table.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
  expect(codes).toEqual(Object.values(exitCodes));
});

it('exit codes distinguish an incomplete command from an invalid one', () => {
  expect([exitCodeFor(true), exitCodeFor(false)]).toEqual([0, 1]);
  expect(exitCodeOfError(new UsageError('no such recipe'))).toBe(2);
  expect(exitCodeOfError(new UserFacingError('disk full'))).toBe(1);
  expect(exitCodeOfError(new Error('unexpected'))).toBe(1);
});

it('the exit code of a signal is that of a shell', () => {
  expect(exitCodeOfSignal('SIGINT')).toBe(130);
});
