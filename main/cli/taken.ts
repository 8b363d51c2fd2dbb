/** What `run` says of the photographs it has found: those that are new, and those that had been here before. */

import type { AddReport } from '../../preload/contract/channels.ts';
import { addressed } from './addressed.ts';

/**
 * The report where some of what was found finished had only just been finished, while the command was already looking: it
 * belongs to what the command goes on with.
 */
export function withLate(report: AddReport, late: ReadonlySet<number>): AddReport {
  return {
    ...report,
    resumed: report.resumed + late.size,
    skipped: report.skipped - late.size,
    finishedBefore: report.finishedBefore.filter((id) => !late.has(id)),
  };
}

/**
 * @param made how many new jobs there are; also of what is wrong with it, and listed as that
 * @param givenUp how many of those that were finished before were given up in truth
 */
export function takenLines(
  { resumed, undecided, skipped, finishedBefore, resultsGone, notes }: AddReport,
  made: number,
  givenUp: number,
): string[] {
  const say = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? one : `${count} ${many}`];
  return [
    ...say(made, 'One photograph was taken in.', 'photographs were taken in.'),
    ...say(resumed, 'One photograph continues with its earlier job.', 'photographs continue with their earlier jobs.'),
    ...say(undecided, 'One photograph waits for your decision.', 'photographs wait for your decision.'),
    ...say(
      finishedBefore.length - givenUp,
      'One photograph was finished before (--again makes it once more).',
      'photographs were finished before (--again makes them once more).',
    ),
    ...say(resultsGone, 'The result of one of them is no longer there.', 'of their results are no longer there.'),
    ...say(
      givenUp,
      'One photograph was given up before; it may have been charged. burnish decide send-again --job <number>, or --again, sends it once more.',
      'photographs were given up before; they may have been charged. burnish decide send-again --job <number> sends one of them once more, --again sends all of them.',
    ),
    ...say(
      skipped - finishedBefore.length,
      'One file in the folder is a result of Burnish and was left alone.',
      'files in the folder are results of Burnish and were left alone.',
    ),
    ...notes.map((note) => addressed(note, 'terminal')),
  ];
}
