import { describe, expect, it } from 'vitest';
import { countTests, lastLine, sum } from '../../scripts/test-counts.ts';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});
const report = (...testResults: object[]) => JSON.stringify({ testResults });

describe('countTests', () => {
  it.each([
    ['all well', report(file('passed', 'passed', 'passed')), 0, { passed: 2, failed: 0, skipped: 0 }],
    ['one failed', report(file('failed', 'passed', 'failed')), 1, { passed: 1, failed: 1, skipped: 0 }],
    ['skipped ones', report(file('passed', 'passed', 'pending', 'todo')), 0, { passed: 1, failed: 0, skipped: 2 }],
    ['a file that could not be loaded', report(file('failed')), 1, { passed: 0, failed: 1, skipped: 0 }],
    ['a hook that failed', report(file('failed', 'passed')), 1, { passed: 1, failed: 1, skipped: 0 }],
    ['an error outside of all tests', report(file('passed', 'passed')), 1, { passed: 1, failed: 1, skipped: 0 }],
    ['a runner that died', undefined, 139, { passed: 0, failed: 1, skipped: 0 }],
  ])('counts %s', (_, text, code, counts) => {
    expect(countTests(text, code)).toEqual(counts);
  });
});

describe('lastLine', () => {
  it('names skipped tests only when there are some', () => {
    const one = { passed: 3, failed: 0, skipped: 0 };
    expect(lastLine(one)).toBe('3 passed, 0 failed');
    expect(lastLine(sum(one, { passed: 1, failed: 2, skipped: 1 }))).toBe('4 passed, 2 failed, 1 skipped');
  });
});
