import { joinMessages, type Message, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';

export interface PossibleLosses {
  /** Number of unreadable jobs, as far as known. */
  readonly lostJobs: number;
  /** Photographs of partly readable jobs, which are no longer listed. */
  readonly lostFiles: readonly string[];
  /** Whether the newest jobs may be missing too. */
  readonly hasUnknownLosses: boolean;
  /** Number of listed jobs whose photographs may not be recognized. */
  readonly doubtfulCount: number;
}

export interface RepairReport extends PossibleLosses {
  readonly file: string;
  /** New absolute path of the damaged database. */
  readonly keptAt: string;
  readonly reason: Message;
  /** ms since 1970; null without a backup. */
  readonly backupTime: number | null;
  /** Number of listed jobs. */
  readonly jobs: number;
  /** Number of listed jobs whose charge is uncertain. */
  readonly uncertainCount: number;
  /** Numbers of unreadable other rows, by table. */
  readonly unreadable: Readonly<Record<string, number>>;
  /** Watch folders, paused because they would add forgotten photographs again. */
  readonly pausedFolders: readonly string[];
}

/** Whether photographs may be taken for new ones when they are added again. */
export function hasPossibleLosses({ lostJobs, lostFiles, hasUnknownLosses, doubtfulCount }: PossibleLosses): boolean {
  return lostJobs > 0 || lostFiles.length > 0 || hasUnknownLosses || doubtfulCount > 0;
}

export function repairMessage(report: RepairReport): MessageDescriptor {
  const { jobs, uncertainCount, lostJobs, lostFiles, hasUnknownLosses, doubtfulCount, pausedFolders } = report;
  const { keptAt, backupTime } = report;
  const lost = Math.max(lostJobs, lostFiles.length);
  const isComplete = uncertainCount === 0 && !hasPossibleLosses(report);
  const jobsMessage = jobs === 0 ? msg('store.rescue.noneThere') : msg('store.rescue.there', { count: jobs });
  return joinMessages(
    msg('store.rescue.repaired'),
    isComplete ? msg('store.rescue.allThere') : jobsMessage,
    backupTime === null ? null : msg('store.rescue.fromCopy', { day: { at: backupTime } }),
    lost > 0 ? msg('store.rescue.lost', { count: lost }) : null,
    lost === 0 && hasUnknownLosses ? msg('store.rescue.mayMiss') : null,
    doubtfulCount > 0 ? msg('store.rescue.doubtful', { count: doubtfulCount }) : null,
    hasPossibleLosses(report) ? msg('store.rescue.addedAgain') : null,
    uncertainCount > 0 ? msg('store.rescue.asked', { count: uncertainCount }) : null,
    pausedFolders.length > 0 ? msg('store.rescue.paused', { count: pausedFolders.length }) : null,
    msg('store.rescue.keptAt', { file: keptAt }),
  );
}

/** Returns the text of a file that is read without Burnish. */
export function repairReportText(report: RepairReport, toWords: (message: Message) => string): string {
  const { lostFiles, unreadable, pausedFolders, reason } = report;
  const list = (title: MessageDescriptor, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', toWords(title), ...lines.map((line) => `  ${line}`)];
  return [
    toWords(repairMessage(report)),
    '',
    toWords(msg('store.rescue.why', { why: [reason] })),
    ...list(msg('store.rescue.lostFiles'), lostFiles),
    ...list(msg('store.rescue.pausedFolders'), pausedFolders),
    ...list(
      msg('store.rescue.unreadable'),
      Object.entries(unreadable).map(([table, number]) => `${table}: ${number}`),
    ),
    '',
  ].join('\n');
}
