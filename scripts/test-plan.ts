/** What `npm test` and `npm run test:all` run, one after the other. */
import { parseArgs } from 'node:util';

/** One run of vitest. */
export interface TestRun {
  /** The projects of its configuration; empty for one that has none. */
  readonly projects: readonly string[];
  /** Another configuration than vitest.config.ts. */
  readonly config?: string;
  /** Which tests by their tags, as vitest reads it; absent: all. */
  readonly tagsFilter?: string;
  /** Parts of the paths of test files; absent: all. */
  readonly files?: readonly string[];
  /** It opens windows: with the runtime of Electron, under a display. */
  readonly opensWindows: boolean;
}

export interface TestPlan {
  readonly runs: readonly TestRun[];
  /** Handed on to vitest: parts of the paths of test files. */
  readonly filters: readonly string[];
  /** Long tests are begun for so long (ms) after these runs, and not after this moment (ms since 1970). */
  readonly longTests: { readonly forMs: number; readonly until: number } | null;
}

export const nodeProjects = ['unit', 'commands', 'processes', 'engine', 'renderer'];
export const windowProjects = ['e2e'];

/**
 * Reads the arguments of `scripts/test.ts`.
 * @param words `--all` adds what is too long for `npm test`, `--long-minutes=N` some of it, begun before `--long-until` (s since
 *   1970); the rest is for vitest.
 * @param platform of this computer: the packaged app is tested on Linux.
 */
export function testPlan(words: readonly string[], platform: NodeJS.Platform): TestPlan {
  const own = words.filter((word) => /^--(all$|long-)/.test(word));
  const { values } = parseArgs({
    args: own,
    options: { all: { type: 'boolean' }, 'long-minutes': { type: 'string' }, 'long-until': { type: 'string' } },
  });
  const isAll = values.all === true;
  const short = isAll ? {} : { tagsFilter: '!long' };
  const runs: TestRun[] = [
    { projects: [...nodeProjects, ...(isAll ? ['long'] : [])], opensWindows: false, ...short },
    { projects: [...windowProjects, ...(isAll ? ['e2e-long'] : [])], opensWindows: true, ...short },
  ];
  // It packages the app for itself, and finds its own display.
  if (isAll && platform === 'linux')
    runs.push({ projects: [], config: 'vitest.packaged.config.ts', opensWindows: false });
  const minutes = Number(values['long-minutes'] ?? 0);
  const until = Number(values['long-until'] ?? Number.POSITIVE_INFINITY) * 1000;
  const longTests = minutes > 0 ? { forMs: minutes * 60_000, until } : null;
  return { runs, filters: words.filter((word) => !own.includes(word)), longTests };
}
