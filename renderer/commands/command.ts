/** What a command does. */
export interface Command {
  /** Called with the key that gave it, if one did. @returns what letting go of the key does after it was held */
  run(event?: KeyboardEvent): unknown;
  /** False while there is nothing that it could be done with; left out: always. */
  possible?(): boolean;
  /**
   * Returns the reason why a command for the current selection does not work now, or null. Menus and the palette show
   * it with the disabled command, and its key shows it as a notification.
   */
  unavailable?(): string | null;
  /** What it is called as things stand; left out: as in the list. */
  label?(): string;
  /** Other screens offer it too: it opens Review first. */
  readonly opensReview?: boolean;
  /** A key that is held gives it again and again. */
  readonly repeats?: boolean;
  /** Only its keys give it: it would not make sense in the list of commands. */
  readonly isForKeys?: boolean;
}

/** The commands of a group, which its name begins with. */
export type CommandsOf<Id extends string, Group extends string> = Readonly<
  Record<Extract<Id, `${Group}.${string}`>, Command>
>;
