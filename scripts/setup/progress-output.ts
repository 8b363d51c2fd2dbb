/** What set-up tells the person in front of it: lines of text, and the progress of downloads. */
import { megabytes } from './format-megabytes.ts';

/** Where words and progress go. `progress` is called often; how much of it is shown is the teller's choice. */
export type ProgressReporter = {
  log(line: string): void;
  /** `done` and `total` are bytes; `total` is undefined when the server does not tell it. */
  progress(label: string, done: number, total: number | undefined): void;
  /** Takes `label` off the progress line, so that the next words start on a line of their own. */
  finished(label: string): void;
};

type Screen = { isTTY?: boolean; columns?: number; write(text: string): unknown };

/** Says nothing at all; failures still arrive as errors. */
export const silentReporter: ProgressReporter = { log: () => {}, progress: () => {}, finished: () => {} };

/** A bar that redraws itself on a terminal; a line for every quarter when the output goes to a file or a log. */
export function createProgressReporter(screen: Screen): ProgressReporter {
  return screen.isTTY ? barTeller(screen) : lineTeller(screen);
}

function lineTeller(screen: Screen): ProgressReporter {
  const quarters = new Map<string, number>();
  return {
    log: (line) => screen.write(`${line}\n`),
    progress(label, done, total) {
      if (!total) return;
      const quarter = Math.floor((4 * done) / total);
      if (quarter <= (quarters.get(label) ?? 0) || quarter > 4) return;
      quarters.set(label, quarter);
      screen.write(`  ${label}: ${quarter * 25} % of ${megabytes(total)}\n`);
    },
    finished: (label) => quarters.delete(label),
  };
}

function barTeller(screen: Screen): ProgressReporter {
  const width = 24;
  const under = new Map<string, { done: number; total: number | undefined }>();
  let lastDrawn = 0;
  let isShown = false;
  const clear = () => {
    if (isShown) screen.write('\r\x1b[K');
    isShown = false;
  };
  return {
    log(line) {
      clear();
      screen.write(`${line}\n`);
    },
    progress(label, doneOfOne, totalOfOne) {
      under.set(label, { done: doneOfOne, total: totalOfOne });
      const now = Date.now();
      if (now - lastDrawn < 80 && doneOfOne !== totalOfOne) return;
      lastDrawn = now;
      const { done, total } = inAll([...under.values()]);
      const filled = total ? Math.min(width, Math.round((width * done) / total)) : 0;
      const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`;
      const amount = total ? `${megabytes(done)} of ${megabytes(total)}` : megabytes(done);
      const text = `  ${bar}  ${amount}  ${[...under.keys()].join(', ')}`.slice(0, (screen.columns ?? 80) - 1);
      screen.write(`\r\x1b[K${text}`);
      isShown = true;
    },
    finished(label) {
      under.delete(label);
      clear();
    },
  };
}

/** Several downloads as one; without a size where one of them has none. */
function inAll(downloads: readonly { done: number; total: number | undefined }[]) {
  const done = downloads.reduce((sum, each) => sum + each.done, 0);
  const total = downloads.reduce<number | undefined>(
    (sum, each) => (sum === undefined || each.total === undefined ? undefined : sum + each.total),
    0,
  );
  return { done, total };
}
