/** A command that adds photographs, between parsing its options and running the queue. */
import type { AddReport } from '../../../contract/app/action-reports.ts';
import type { Session } from '../session/command-session.ts';
import type { Reporter } from './run-report.ts';
import type { SharedRun } from './shared-run.ts';

/** Adds the photographs of a command. @param onJobs called with their jobs */
export type AddPhotos = (onJobs: (jobIds: readonly number[]) => void) => Promise<AddReport>;

export interface PreparedCommand {
  /** Runs alongside the queue. */
  readonly add: AddPhotos;
  /** Null unless a studio processes the photographs. */
  readonly shared: SharedRun | null;
}

/** Parses the options of a command before anything is added. @throws UsageError */
export type PrepareCommand = (session: Session, reporter: Reporter) => PreparedCommand | Promise<PreparedCommand>;
