import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { longTestRuns, rotated } from '../../scripts/long-tests.ts';
import { projectRoot } from '../../scripts/setup/paths.ts';

describe('the long tests', () => {
  it('are those in long files and those with the tag, each file once', async () => {
    const runs = await longTestRuns(projectRoot);
    const files = runs.flatMap((run) => run.files ?? []);
    expect(new Set(files).size).toBe(files.length);
    for (const file of files) {
      const isMarked =
        file.includes('.long.') || readFileSync(join(projectRoot, file), 'utf8').includes("tags: ['long']");
      expect(isMarked, file).toBe(true);
    }
    expect(runs.some(({ opensWindows }) => opensWindows)).toBe(true);
  });

  it('take turns', () => {
    expect(rotated(['a', 'b', 'c'], 4)).toEqual(['b', 'c', 'a']);
    expect(rotated([], 4)).toEqual([]);
  });
});
