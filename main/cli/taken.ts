/** What `run` says of photographs that had been here before. */
import type { AddReport } from '../../preload/contract/channels.ts';

/** @param givenUp how many of those that were finished before were given up in truth */
export function takenLines(
  { resumed, skipped, finishedBefore, resultsGone, notes }: AddReport,
  givenUp: number,
): string[] {
  const say = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? one : `${count} ${many}`];
  return [
    ...say(resumed, 'One photograph continues with its earlier job.', 'photographs continue with their earlier jobs.'),
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
    ...notes,
  ];
}
