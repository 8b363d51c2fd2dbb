/** The exit codes of `burnish`, which docs/command-line.md lists for users. */
import { constants } from 'node:os';
import { UserFacingError } from '../../contract/messages/message.ts';

export const exitCodes = {
  /** Everything that the command was given is done. */
  done: 0,
  /** Something failed, is unfinished, or needs the user; also after any error that is not a `UsageError`. */
  incomplete: 1,
  /** The command or its options are invalid. */
  invalid: 2,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export function exitCodeFor(isComplete: boolean): ExitCode {
  return isComplete ? exitCodes.done : exitCodes.incomplete;
}

/** Returns the code of a process that a second stop signal ends, as shells report it. */
export function exitCodeOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}

/** An invalid command line. Its message states which input is valid. */
export class UsageError extends UserFacingError {
  override name = 'UsageError';
}

export function exitCodeOfError(error: unknown): ExitCode {
  return error instanceof UsageError ? exitCodes.invalid : exitCodes.incomplete;
}
