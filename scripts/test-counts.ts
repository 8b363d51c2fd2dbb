/** Reads how many tests passed and failed out of vitest's JSON report. */

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

/** Lines of a failure that are told again: what differs and where, not the whole of two long texts. */
const maxMessageLines = 16;

/**
 * The counts of one run of vitest: `text` is its report, undefined when it wrote none, and `exitCode` how it ended.
 * A test file that could not be loaded is one failure; so is a run that ended badly although no test failed.
 */
export function countTests(text: string | undefined, exitCode: number): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of text === undefined ? [] : (JSON.parse(text) as Report).testResults) {
    let failedHere = 0;
    for (const { status, tags = [] } of file.assertionResults) {
      if (status === 'passed') counts.passed += 1;
      else if (status === 'failed') failedHere += 1;
      // What is long was left out, and not skipped.
      else if (!tags.includes('long')) counts.skipped += 1;
    }
    counts.failed += file.status === 'failed' ? Math.max(1, failedHere) : failedHere;
  }
  if (exitCode !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

/**
 * What failed in one run of vitest, each as its file, its name and the beginning of its message: told again after all runs,
 * where thousands of lines of what passed lie between a failure and the end.
 */
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

/** Two runs as one. */
export function sum(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
}

/** What `npm test` says last. */
export function lastLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
