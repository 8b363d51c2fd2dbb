/** Output of set-up: lines of text, and the progress of downloads. */
import { MultiBar, type SingleBar } from 'cli-progress';
import { megabytes } from './format-megabytes.ts';

/** `progress` is called often; the reporter decides how much it shows. */
export type ProgressReporter = {
  log(line: string): void;
  /** Bytes; `total` is undefined if the server does not state it. */
  progress(label: string, done: number, total: number | undefined): void;
  /** Called once per label, after success or failure. */
  finished(label: string): void;
};

/** Prints nothing; failures are still thrown. */
export const silentReporter: ProgressReporter = { log: () => {}, progress: () => {}, finished: () => {} };

type Output = { isTTY?: boolean; write(text: string): unknown };

/** Shows a progress bar per download on a terminal; otherwise prints a line per finished download. */
export function createProgressReporter(output: Output): ProgressReporter {
  return output.isTTY ? barReporter(output as NodeJS.WriteStream) : lineReporter(output);
}

function lineReporter(output: Output): ProgressReporter {
  const complete = new Map<string, number>();
  return {
    log: (line) => output.write(`${line}\n`),
    progress(label, done, total) {
      if (done === total) complete.set(label, total);
    },
    finished(label) {
      const total = complete.get(label);
      if (total !== undefined) output.write(`  ${label}: ${megabytes(total)}\n`);
      complete.delete(label);
    },
  };
}

/** Bars are drawn together while any download is running; then they stay, and text follows below. */
function barReporter(stream: NodeJS.WriteStream): ProgressReporter {
  let group: MultiBar | null = null;
  const open = new Map<string, SingleBar>();
  const seen = new Map<string, SingleBar>();
  return {
    log(line) {
      if (group === null) stream.write(`${line}\n`);
      else group.log(`${line}\n`);
    },
    progress(label, done, total) {
      const amount = total ? `${megabytes(done)} of ${megabytes(total)}` : megabytes(done);
      const payload = { label, amount };
      group ??= new MultiBar({ format: '  {bar}  {label}  {amount}', stream, barsize: 24, linewrap: false });
      const bar = seen.get(label) ?? group.create(total ?? 0, done, payload);
      seen.set(label, bar);
      open.set(label, bar);
      bar.setTotal(total ?? 0);
      bar.update(done, payload);
    },
    finished(label) {
      open.delete(label);
      if (open.size > 0) return;
      // Undrawn text would be lost.
      group?.update();
      group?.stop();
      group = null;
      seen.clear();
    },
  };
}
