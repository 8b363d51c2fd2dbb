/** What `run` says of the photographs it has found: those that are new, and those that had been here before. */
import type { AddReport } from '../../contract/app/action-reports.ts';
import type { Message } from '../../contract/messages/message.ts';
import { countMessages } from './count-messages.ts';

/**
 * The report where some of what was found finished had only just been finished, while the command was already looking: it
 * belongs to what the command goes on with.
 */
export function withLateFinishes(report: AddReport, late: ReadonlySet<number>): AddReport {
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
export function addSummaryMessages(
  { resumed, refusedAgain, undecided, skipped, finishedBefore, resultsGone, notes }: AddReport,
  made: number,
  givenUp: number,
): Message[] {
  return [
    ...countMessages(made, 'cli.taken.new'),
    ...countMessages(resumed - refusedAgain, 'cli.taken.resumed'),
    ...countMessages(undecided, 'cli.taken.undecided'),
    ...countMessages(finishedBefore.length - givenUp, 'cli.taken.finished'),
    ...countMessages(resultsGone, 'cli.taken.resultsGone'),
    ...countMessages(givenUp, 'cli.taken.givenUp'),
    ...countMessages(skipped - finishedBefore.length, 'cli.taken.results'),
    ...notes,
  ];
}
