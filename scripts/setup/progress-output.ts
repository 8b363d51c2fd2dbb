/** What set-up tells the person in front of it: lines of text, and the progress of downloads. */
import { MultiBar, type SingleBar } from 'cli-progress';
import { megabytes } from './format-megabytes.ts';

/** Where words and progress go. `progress` is called often; how much of it is shown is the reporter's choice. */
export type ProgressReporter = {
  log(line: string): void;
  /** `done` and `total` are bytes; `total` is undefined when the server does not tell it. */
  progress(label: string, done: number, total: number | undefined): void;
  /** Called once for each label: its download has ended, well or not. */
  finished(label: string): void;
};

/** Says nothing at all; failures still arrive as errors. */
export const silentReporter: ProgressReporter = { log: () => {}, progress: () => {}, finished: () => {} };

type Output = { isTTY?: boolean; write(text: string): unknown };

/** On a terminal a progress bar for each download; elsewhere a line for each one that has come whole. */
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

/** Bars are drawn together as long as any download goes on; then they stay as they are, and words follow below. */
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
      // Words that wait to be drawn would be lost.
      group?.update();
      group?.stop();
      group = null;
      seen.clear();
    },
  };
}
