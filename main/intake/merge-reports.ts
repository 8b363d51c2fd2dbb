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
    notes: mergeNotes(reports.flatMap(({ notes }) => notes)),
  };
}

/** Adds up the counts of notes that differ only in their count. */
function mergeNotes(notes: readonly Message[]): Message[] {
  const byKey = Map.groupBy(notes, (note) => (typeof note === 'string' ? note : note.key));
  return [...byKey.values()].flatMap((same) => {
    const counts = same.map((note) => countOf(note));
    const [first] = same;
    if (first === undefined || typeof first === 'string' || counts.includes(null)) return same;
    return [{ ...first, values: { count: counts.reduce<number>((total, count) => total + (count ?? 0), 0) } }];
  });
}

/** Returns the count of a message without other values, or null. */
function countOf(note: Message): number | null {
  if (typeof note === 'string' || note.values === undefined) return null;
  const { count, ...others } = note.values;
  return typeof count === 'number' && Object.keys(others).length === 0 ? count : null;
}
