/** What the campaign of files puts beside good photographs: each case by name, what it makes, and what may become of that. */
import type { SeededRandom } from '../../helpers/seeded-random.ts';

/** `done`: finished; `refused`: it failed, or is in the report, with a sentence; `passed`: nothing is said of it. */
export type Outcome = 'done' | 'refused' | 'passed';

export interface Item {
  readonly path: string;
  readonly may: readonly Outcome[];
  /** The photograph a finished one must show; null where nobody can tell what is in it. */
  readonly content: number | null;
}

export interface Making {
  /** Absolute; nobody else's, and there. */
  readonly folder: string;
  /** The folder that is named to the command. */
  readonly source: string;
  /** Folder of the round beside it, which no walk meets. */
  readonly outside: string;
  readonly chance: SeededRandom;
  /** The number of a photograph that there is not yet. */
  newContent(): number;
}

export interface BadFile {
  readonly group: string;
  readonly name: string;
  make(making: Making): Promise<readonly Item[]>;
  /** What goes on in the folder from the moment the command is started until `signal` fires. */
  meanwhile?(making: Making, signal: AbortSignal): Promise<void>;
  /** It takes seconds or hundreds of megabytes. */
  readonly isHeavy?: boolean;
  /** It changes its own files, so that they are not looked at for changes afterwards. */
  readonly changes?: boolean;
  /** Releases what outlives a removal of its folder: mounts, sockets. */
  undo?(making: Making): Promise<void>;
}

/** Finished, and shows its photograph. */
export const fine = (path: string, content: number): Item => ({ path, may: ['done'], content });
/** Said to be no use. */
export const refused = (path: string): Item => ({ path, may: ['refused'], content: null });
/** Nothing is said. */
export const passed = (path: string): Item => ({ path, may: ['passed'], content: null });
/** Not a photograph by its name: named alone in the report, or counted with others. */
export const counted = (path: string): Item => ({ path, may: ['refused', 'passed'], content: null });
/** Finished as what it shows, or refused: never finished as half of it. */
export const doneOrRefused = (path: string, content: number | null): Item => ({
  path,
  may: ['done', 'refused'],
  content,
});
