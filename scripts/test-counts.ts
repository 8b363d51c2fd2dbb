/** Reads how many tests passed and failed out of vitest's JSON report. */

export type Counts = { passed: number; failed: number; skipped: number };

type Report = {
  testResults: { status: string; assertionResults: { status: string }[] }[];
};

/**
 * The counts of one run of vitest: `text` is its report, undefined when it wrote none, and `exitCode` how it ended.
 * A test file that could not be loaded is one failure; so is a run that ended badly although no test failed.
 */
export function countTests(text: string | undefined, exitCode: number): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of text === undefined ? [] : (JSON.parse(text) as Report).testResults) {
    let failedHere = 0;
    for (const { status } of file.assertionResults) {
      if (status === 'passed') counts.passed += 1;
      else if (status === 'failed') failedHere += 1;
      else counts.skipped += 1;
    }
    counts.failed += file.status === 'failed' ? Math.max(1, failedHere) : failedHere;
  }
  if (exitCode !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** Two runs as one. */
export function sum(one: Counts, other: Counts): Counts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

/** What `npm test` says last. */
export function lastLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
