/** What `npm test` and `npm run test:all` run, one after the other. */

/** One run of vitest. */
export interface TestRun {
  /** The projects of its configuration; empty for one that has none. */
  readonly projects: readonly string[];
  /** Another configuration than vitest.config.ts. */
  readonly config?: string;
  /** It opens windows: with the runtime of Electron, under a display. */
  readonly opensWindows: boolean;
}

export interface TestPlan {
  readonly runs: readonly TestRun[];
  /** Handed on to vitest: parts of the paths of test files. */
  readonly filters: readonly string[];
}

/**
 * Reads the arguments of `scripts/test.ts`.
 * @param words `--all` adds what is too long for `npm test`; the rest is for vitest.
 * @param platform of this computer: the packaged app is tested on Linux.
 */
export function testPlan(words: readonly string[], platform: NodeJS.Platform): TestPlan {
  const all = words.includes('--all');
  const runs: TestRun[] = [
    {
      projects: ['unit', 'commands', 'processes', 'engine', 'renderer', ...(all ? ['long'] : [])],
      opensWindows: false,
    },
    { projects: ['e2e', ...(all ? ['e2e-long'] : [])], opensWindows: true },
  ];
  // It packages the app for itself, and finds its own display.
  if (all && platform === 'linux')
    runs.push({ projects: [], config: 'vitest.packaged.config.ts', opensWindows: false });
  return { runs, filters: words.filter((word) => word !== '--all') };
}
