export interface Command {
  /** May return a function for the release of a held key. */
  run(event?: KeyboardEvent): unknown;
  possible?(): boolean;
  /** Returns the reason. */
  unavailable?(): string | null;
  label?(): string;
  readonly opensReview?: boolean;
  /** While its key is held. */
  readonly repeats?: boolean;
  /** Not in the palette. */
  readonly isForKeys?: boolean;
}

export type CommandsOf<Id extends string, Group extends string> = Readonly<
  Record<Extract<Id, `${Group}.${string}`>, Command>
>;
