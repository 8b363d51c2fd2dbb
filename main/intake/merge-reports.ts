/** What became of photographs that were taken in bit by bit, told as one. */
import type { AddReport } from '../../contract/app/action-reports.ts';
import type { Message } from '../../contract/messages/message.ts';

export function mergeReports(reports: readonly AddReport[], batchId: number | null): AddReport {
  const sum = (count: (report: AddReport) => number) => reports.reduce((total, report) => total + count(report), 0);
  return {
    batchId,
    accepted: sum(({ accepted }) => accepted),
    resumed: sum(({ resumed }) => resumed),
    refusedAgain: sum(({ refusedAgain }) => refusedAgain),
    undecided: sum(({ undecided }) => undecided),
    skipped: sum(({ skipped }) => skipped),
    finishedBefore: reports.flatMap(({ finishedBefore }) => finishedBefore),
    resultsGone: sum(({ resultsGone }) => resultsGone),
    refused: reports.flatMap(({ refused }) => refused),
    notes: together(reports.flatMap(({ notes }) => notes)),
  };
}

/** Notes that say the same of different numbers say it once. */
function together(notes: readonly Message[]): Message[] {
  const byKey = Map.groupBy(notes, (note) => (typeof note === 'string' ? note : note.key));
  return [...byKey.values()].flatMap((same) => {
    const counts = same.map((note) => countOf(note));
    const [first] = same;
    if (first === undefined || typeof first === 'string' || counts.includes(null)) return same;
    return [{ ...first, values: { count: counts.reduce<number>((total, count) => total + (count ?? 0), 0) } }];
  });
}

/** Of a sentence that names nothing else. */
function countOf(note: Message): number | null {
  if (typeof note === 'string' || note.values === undefined) return null;
  const { count, ...others } = note.values;
  return typeof count === 'number' && Object.keys(others).length === 0 ? count : null;
}
