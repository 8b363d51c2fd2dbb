/** What a rescue of the database saved and what it could not, in words. */

export interface Rescue {
  readonly file: string;
  /** Where the damaged database is now, absolute. */
  readonly keptAt: string;
  /** What was wrong with it, as SQLite says it. */
  readonly why: string;
  /** When the copy that helped was made (ms since 1970); null where there was none. */
  readonly copyAt: number | null;
  /** Jobs that are in the list again. */
  readonly jobs: number;
  /** How many of them wait for the user's decision now, since they may have been sent meanwhile. */
  readonly asked: number;
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
export function mayHaveLost({
  lostJobs,
  lostFiles,
  mayHaveLostMore,
  doubtful,
}: Pick<Rescue, 'lostJobs' | 'lostFiles' | 'mayHaveLostMore' | 'doubtful'>): boolean {
  return lostJobs > 0 || lostFiles.length > 0 || mayHaveLostMore || doubtful > 0;
}

const count = (number: number, one: string, many: string) => (number === 1 ? `One ${one}` : `${number} ${many}`);

/** One paragraph for people. */
export function rescueSentence(rescue: Rescue): string {
  const { jobs, asked, lostJobs, lostFiles, mayHaveLostMore, doubtful, pausedFolders, keptAt, copyAt } = rescue;
  const lost = Math.max(lostJobs, lostFiles.length);
  const isAllThere = asked === 0 && !mayHaveLost(rescue);
  return [
    'Burnish’s database was damaged and has been repaired.',
    isAllThere
      ? 'No photograph was lost.'
      : jobs === 0
        ? 'No photograph is in the list any more.'
        : `${count(jobs, 'photograph is', 'photographs are')} in the list again.`,
    ...(copyAt === null ? [] : [`What could not be read is as it was on ${new Date(copyAt).toLocaleString('en-GB')}.`]),
    ...(lost > 0 ? [`${count(lost, 'photograph', 'photographs')} could not be saved.`] : []),
    ...(lost === 0 && mayHaveLostMore ? ['Photographs that were added last may be missing.'] : []),
    ...(doubtful > 0
      ? [`${count(doubtful, 'photograph may', 'photographs may')} not be recognized when added again.`]
      : []),
    ...(mayHaveLost(rescue)
      ? ['What you add again waits for your decision where a service charges, so that nothing is paid twice unasked.']
      : []),
    ...(asked > 0
      ? [
          `${count(asked, 'photograph needs', 'photographs need')} your decision: nobody knows whether the service has charged for ${asked === 1 ? 'it' : 'them'}.`,
        ]
      : []),
    ...(pausedFolders.length > 0
      ? [
          `${count(pausedFolders.length, 'watch folder is', 'watch folders are')} paused, so that nothing is sent twice.`,
        ]
      : []),
    `The damaged database was kept as ${keptAt}.`,
  ].join(' ');
}

/** The whole of it, for the file beside the damaged database. */
export function rescueText(rescue: Rescue): string {
  const { lostFiles, unreadable, pausedFolders, why } = rescue;
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
  return [
    rescueSentence(rescue),
    '',
    `What SQLite said: ${why}`,
    ...list('Photographs that are not in the list any more:', lostFiles),
    ...list('Watch folders that are paused:', pausedFolders),
    ...list(
      'Other entries that could not be read:',
      Object.entries(unreadable).map(([table, number]) => `${table}: ${number}`),
    ),
    '',
  ].join('\n');
}
