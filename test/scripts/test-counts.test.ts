import { describe, expect, it } from 'vitest';
import { countTests, failuresIn, lastLine, sum } from '../../scripts/test-counts.ts';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((test) => ({ status: test })),
});
const report = (...testResults: object[]) => JSON.stringify({ testResults });

const longReport = report({
  status: 'passed',
  assertionResults: [{ status: 'passed' }, { status: 'skipped', tags: ['long'] }],
});

describe('countTests', () => {
  it.each([
    ['all well', report(file('passed', 'passed', 'passed')), 0, { passed: 2, failed: 0, skipped: 0 }],
    ['one failed', report(file('failed', 'passed', 'failed')), 1, { passed: 1, failed: 1, skipped: 0 }],
    ['skipped ones', report(file('passed', 'passed', 'pending', 'todo')), 0, { passed: 1, failed: 0, skipped: 2 }],
    ['nothing of what is long and was left out', longReport, 0, { passed: 1, failed: 0, skipped: 0 }],
    ['a file that could not be loaded', report(file('failed')), 1, { passed: 0, failed: 1, skipped: 0 }],
    ['a hook that failed', report(file('failed', 'passed')), 1, { passed: 1, failed: 1, skipped: 0 }],
    ['an error outside of all tests', report(file('passed', 'passed')), 1, { passed: 1, failed: 1, skipped: 0 }],
    ['a runner that died', undefined, 139, { passed: 0, failed: 1, skipped: 0 }],
  ])('counts %s', (_, text, code, counts) => {
    expect(countTests(text, code)).toEqual(counts);
  });
});

describe('failuresIn', () => {
  it('lists failed tests and files that did not load, with the beginning of each message', () => {
    const failed = { status: 'failed', fullName: 'a thing holds', failureMessages: ['Error: no\n    at here'] };
    const text = report(
      { ...file('failed', 'passed'), name: 'a.test.ts', assertionResults: [{ status: 'passed' }, failed] },
      { ...file('failed'), name: 'b.test.ts', message: Array(40).fill('line').join('\n') },
      { ...file('passed', 'passed'), name: 'c.test.ts' },
    );
    const [one, two, ...more] = failuresIn(text);
    expect(one).toBe('FAILED a.test.ts > a thing holds\n  Error: no\n      at here');
    expect(two?.split('\n')).toHaveLength(17);
    expect(two).toMatch(/^FAILED b\.test\.ts\n {2}line/);
    expect(more).toEqual([]);
    expect(failuresIn(undefined)).toEqual([]);
  });
});

describe('lastLine', () => {
  it('names skipped tests only when there are some', () => {
    const counts = { passed: 3, failed: 0, skipped: 0 };
    expect(lastLine(counts)).toBe('3 passed, 0 failed');
    expect(lastLine(sum(counts, { passed: 1, failed: 2, skipped: 1 }))).toBe('4 passed, 2 failed, 1 skipped');
  });
});
