/** What a rescue of the database saved and what it could not, for people. */
import { joinMessages, type Message, type MessageDescriptor, msg } from '../../../contract/messages/message.ts';

export interface RepairReport {
  readonly file: string;
  /** Where the damaged database is now, absolute. */
  readonly keptAt: string;
  /** What was wrong with it, as SQLite says it or as we found it. */
  readonly why: Message;
  /** When the copy that helped was made (ms since 1970); null where there was none. */
  readonly copyAt: number | null;
  /** Jobs that are in the list again. */
  readonly jobs: number;
  /** How many of them wait for the user's decision now, since they may have been sent meanwhile. */
  readonly uncertainCount: number;
  /** Jobs that could not be read, as far as their number is known. */
  readonly lostJobs: number;
  /** Photographs of jobs that could be read in part only, and are not in the list any more. */
  readonly lostFiles: readonly string[];
  /** How many other rows could not be read, by table. */
  readonly unreadable: Readonly<Record<string, number>>;
  /** Whether the newest jobs were among what was lost cannot be known. */
  readonly mayHaveLostMore: boolean;
  /** Jobs in the list that may not be found again by their photograph. */
  readonly doubtful: number;
  /** Watch folders that wait, since they would take in again what nobody remembers any more. */
  readonly pausedFolders: readonly string[];
}

/** True where photographs may be missing from the list, or not be known again: named again, they would be taken for new ones. */
export function hasPossibleLosses({
  lostJobs,
  lostFiles,
  mayHaveLostMore,
  doubtful,
}: Pick<RepairReport, 'lostJobs' | 'lostFiles' | 'mayHaveLostMore' | 'doubtful'>): boolean {
  return lostJobs > 0 || lostFiles.length > 0 || mayHaveLostMore || doubtful > 0;
}

/** One paragraph for people. */
export function repairMessage(rescue: RepairReport): MessageDescriptor {
  const { jobs, uncertainCount, lostJobs, lostFiles, mayHaveLostMore, doubtful, pausedFolders, keptAt, copyAt } =
    rescue;
  const lost = Math.max(lostJobs, lostFiles.length);
  const isAllThere = uncertainCount === 0 && !hasPossibleLosses(rescue);
  const jobsMessage = jobs === 0 ? msg('store.rescue.noneThere') : msg('store.rescue.there', { count: jobs });
  return joinMessages(
    msg('store.rescue.repaired'),
    isAllThere ? msg('store.rescue.allThere') : jobsMessage,
    copyAt === null ? null : msg('store.rescue.fromCopy', { day: { at: copyAt } }),
    lost > 0 ? msg('store.rescue.lost', { count: lost }) : null,
    lost === 0 && mayHaveLostMore ? msg('store.rescue.mayMiss') : null,
    doubtful > 0 ? msg('store.rescue.doubtful', { count: doubtful }) : null,
    hasPossibleLosses(rescue) ? msg('store.rescue.addedAgain') : null,
    uncertainCount > 0 ? msg('store.rescue.asked', { count: uncertainCount }) : null,
    pausedFolders.length > 0 ? msg('store.rescue.paused', { count: pausedFolders.length }) : null,
    msg('store.rescue.keptAt', { file: keptAt }),
  );
}

/** The whole of it, for the file beside the damaged database: people open that without Burnish, so it holds words. */
export function repairReportText(rescue: RepairReport, toWords: (message: Message) => string): string {
  const { lostFiles, unreadable, pausedFolders, why } = rescue;
  const list = (title: MessageDescriptor, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', toWords(title), ...lines.map((line) => `  ${line}`)];
  return [
    toWords(repairMessage(rescue)),
    '',
    toWords(msg('store.rescue.why', { why: [why] })),
    ...list(msg('store.rescue.lostFiles'), lostFiles),
    ...list(msg('store.rescue.pausedFolders'), pausedFolders),
    ...list(
      msg('store.rescue.unreadable'),
      Object.entries(unreadable).map(([table, number]) => `${table}: ${number}`),
    ),
    '',
  ].join('\n');
}
