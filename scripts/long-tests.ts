/** Long tests in groups, so that each CI run plays a different part of them. */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeProjects, type TestRun, windowProjects } from './test-plan.ts';

/** Marks a long test in a file that `npm test` also runs. */
const longTag = "tags: ['long']";

/** Files per vitest run: each start costs seconds, and the remaining time is checked between runs. */
const maxFilesTogether = 4;

interface TestFiles {
  readonly files: readonly string[];
  readonly run: Omit<TestRun, 'files'>;
}

/**
 * Returns all long tests below `root`/test: files named `*.long.*`, and files with tagged tests, which run completely.
 * The kinds alternate, so that any part of the list contains some of each.
 */
export async function longTestRuns(root: string): Promise<TestRun[]> {
  const kinds: TestFiles[] = [
    { files: filesLike(root, '**/*.long.test.ts'), run: { projects: ['long'], opensWindows: false } },
    { files: await taggedFiles(root, '**/*.test.{ts,tsx}'), run: { projects: nodeProjects, opensWindows: false } },
    { files: filesLike(root, '**/*.long.e2e.ts'), run: { projects: ['e2e-long'], opensWindows: true } },
    { files: await taggedFiles(root, '**/*.e2e.ts'), run: { projects: windowProjects, opensWindows: true } },
  ];
  const placed = kinds.flatMap(({ files, run }) =>
    chunksOf(files).map((some, index, all) => ({ at: index / all.length, run: { ...run, files: some } })),
  );
  return placed.toSorted((a, b) => a.at - b.at).map(({ run }) => run);
}

/** `items` rotated to start at index `turn`, modulo their number. */
export function rotated<T>(items: readonly T[], turn: number): T[] {
  const start = items.length === 0 ? 0 : turn % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

function filesLike(root: string, pattern: string): string[] {
  return globSync(join('test', pattern), { cwd: root }).toSorted();
}

async function taggedFiles(root: string, pattern: string): Promise<string[]> {
  const files = filesLike(root, pattern).filter((file) => !file.includes('.long.'));
  const texts = await Promise.all(files.map((file) => readFile(join(root, file), 'utf8')));
  return files.filter((_, index) => texts[index]?.includes(longTag));
}

/** Spreads neighboring files over different chunks. */
function chunksOf(files: readonly string[]): string[][] {
  const count = Math.ceil(files.length / maxFilesTogether);
  return Array.from({ length: count }, (_, index) => files.filter((_, place) => place % count === index));
}
