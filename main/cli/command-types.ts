/** What a command that takes photographs in is made of, between reading its words and running the queue. */
import type { AddReport } from '../../contract/app/action-reports.ts';
import type { Session } from './command-session.ts';
import type { Reporter } from './run-report.ts';
import type { SharedRun } from './studio-run.ts';

/** Takes photographs in. @param onJobs told of their jobs */
export type AddPhotos = (onJobs: (jobIds: readonly number[]) => void) => Promise<AddReport>;

/** What a command does, once it is read; `shared`: of a studio. */
export interface PreparedCommand {
  readonly take: AddPhotos;
  readonly shared: SharedRun | null;
}

/** Reads what a command was asked for, before anything is begun; what it answers runs beside the queue. */
export type PrepareCommand = (
  session: Session,
  reporter: Reporter,
) => AddPhotos | PreparedCommand | Promise<AddPhotos | PreparedCommand>;

/** On which terms the batch of a command begins. */
export interface BatchTermOptions {
  /** Only says what it would cost. */
  readonly estimate?: boolean;
  /** The most that its batch may cost, in credits. */
  readonly maxCredits?: number;
  /** So many photographs are done first, and the others wait. */
  readonly trial?: number;
}
