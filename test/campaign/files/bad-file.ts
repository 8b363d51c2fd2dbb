/** Cases of the files campaign. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SeededRandom } from '../../helpers/run/seeded-random.ts';

/** `done`: finished; `refused`: rejected with a message; `passed`: ignored without a message. */
export type Outcome = 'done' | 'refused' | 'passed';

export interface Item {
  readonly path: string;
  /** Possible outcomes. */
  readonly may: readonly Outcome[];
  /** Photograph shown by the result; null if unknown. */
  readonly content: number | null;
}

export interface Making {
  /** Folder of this case. */
  readonly folder: string;
  /** Folder of this case outside the photographs. */
  readonly outside: string;
  readonly chance: SeededRandom;
  /** Returns the number of a new photograph. */
  newContent(): number;
}

export interface BadFile {
  readonly group: string;
  readonly name: string;
  make(making: Making): Promise<readonly Item[]>;
  /** Changes the folder while the command runs, until `signal` is aborted. */
  change?(making: Making, signal: AbortSignal): Promise<void>;
  /** Whether it takes seconds or hundreds of megabytes. */
  readonly isHeavy?: boolean;
  /** Whether its own files change, so that they are not compared. */
  readonly changes?: boolean;
  /** Releases sockets and other resources. */
  undo?(making: Making): Promise<void>;
}

/** Returns the cases of a group. */
export const casesOf = (
  group: string,
  makes: Readonly<Record<string, BadFile['make']>>,
  more: Partial<BadFile> = {},
): BadFile[] => Object.entries(makes).map(([name, make]) => ({ group, name, make, ...more }));

const itemOf =
  (...may: readonly Outcome[]) =>
  (path: string, content: number | null = null): Item => ({ path, may, content });

export const fine: (path: string, content: number) => Item = itemOf('done');
export const refused = itemOf('refused');
export const passed = itemOf('passed');
export const refusedOrPassed = itemOf('refused', 'passed');
export const doneOrRefused = itemOf('done', 'refused');
export const anyOutcome = itemOf('done', 'refused', 'passed');

/** Writes a file into the folder of a case. */
export async function put({ folder }: Making, name: string, bytes: Buffer | string, item: (path: string) => Item) {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return [item(path)];
}
