/** Counts passed and failed tests in vitest's JSON report. */

export type Counts = { passed: number; failed: number; skipped: number };

type Report = {
  testResults: {
    name: string;
    status: string;
    /** Why the file could not be loaded. */
    message?: string;
    assertionResults: { status: string; tags?: string[]; fullName?: string; failureMessages?: string[] }[];
  }[];
};

/** Lines of a failure that are repeated at the end. */
const maxMessageLines = 16;

/**
 * Returns the counts of a vitest run: `text` is its report, undefined if there is none, `exitCode` its exit code. A
 * test file that could not be loaded counts as one failure; so does a run that failed without a failed test.
 */
export function countTests(text: string | undefined, exitCode: number): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of text === undefined ? [] : (JSON.parse(text) as Report).testResults) {
    let failedHere = 0;
    for (const { status, tags = [] } of file.assertionResults) {
      if (status === 'passed') counts.passed += 1;
      else if (status === 'failed') failedHere += 1;
      // Long tests were left out, not skipped.
      else if (!tags.includes('long')) counts.skipped += 1;
    }
    counts.failed += file.status === 'failed' ? Math.max(1, failedHere) : failedHere;
  }
  if (exitCode !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** Returns the failures of a vitest run with file, name and beginning of the message, to repeat them after all runs. */
export function failuresIn(text: string | undefined): string[] {
  if (text === undefined) return [];
  return (JSON.parse(text) as Report).testResults.flatMap((file) => {
    if (file.status !== 'failed') return [];
    const tests = file.assertionResults.filter(({ status }) => status === 'failed');
    if (tests.length === 0) return [formatFailure(file.name, '', file.message ?? '')];
    return tests.map((test) => formatFailure(file.name, test.fullName ?? '', (test.failureMessages ?? []).join('\n')));
  });
}

function formatFailure(file: string, name: string, message: string): string {
  const own = message.split('\n').filter((line) => !line.includes('/node_modules/'));
  const lines = own.slice(0, maxMessageLines);
  return [`FAILED ${file}${name === '' ? '' : ` > ${name}`}`, ...lines.map((line) => `  ${line}`)].join('\n');
}

export function sum(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
}

/** Returns the last line of `npm test`. */
export function lastLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
