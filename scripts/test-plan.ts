/** The vitest runs of `npm test` and `npm run test:all`, in order. */
import { parseArgs } from 'node:util';

/** One run of vitest. */
export interface TestRun {
  /** Projects of the configuration; empty if it has none. */
  readonly projects: readonly string[];
  /** Default: vitest.config.ts. */
  readonly config?: string;
  /** In vitest's syntax. Default: all tests. */
  readonly tagsFilter?: string;
  /** Parts of the paths of test files. Default: all. */
  readonly files?: readonly string[];
  /** Whether it needs the Electron runtime and a display. */
  readonly opensWindows: boolean;
}

export interface TestPlan {
  readonly runs: readonly TestRun[];
  /** Parts of the paths of test files, for vitest. */
  readonly filters: readonly string[];
  /** Runs long tests afterwards: starts new ones for `forMs`, and not after `until` (ms since 1970). */
  readonly longTests: { readonly forMs: number; readonly until: number } | null;
}

export const nodeProjects = ['unit', 'commands', 'processes', 'engine', 'renderer'];
export const windowProjects = ['e2e'];

/**
 * Parses the arguments of `scripts/test.ts`.
 * @param words `--all` adds the long tests, `--long-minutes=N` a part of them, started before `--long-until` (s since
 *   1970); the rest is for vitest
 * @param platform of this computer: the packaged app is tested on Linux
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
  // Packages the app and opens its own displays.
  if (isAll && platform === 'linux')
    runs.push({ projects: [], config: 'vitest.packaged.config.ts', opensWindows: false });
  const minutes = Number(values['long-minutes'] ?? 0);
  const until = Number(values['long-until'] ?? Number.POSITIVE_INFINITY) * 1000;
  const longTests = minutes > 0 ? { forMs: minutes * 60_000, until } : null;
  return { runs, filters: words.filter((word) => !own.includes(word)), longTests };
}
