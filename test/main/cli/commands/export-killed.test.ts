/** A kill during an export: named files are complete, nothing is lost, and the export can be repeated. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { burnish } from '../../../helpers/command/command-line.ts';
import { runInProcess } from '../../../helpers/command/in-process-cli.ts';
import { type ReviewStage, test } from '../../../helpers/store/review-stage.ts';

const contentOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

async function fill(review: ReviewStage, count: number) {
  const made: Awaited<ReturnType<ReviewStage['finished']>>[] = [];
  for (let number = 0; number < count; number += 1) made.push(await review.finished(`p${number}`, { size: 1200 }));
  return made;
}

/** Exports, and kills the process once `files` more files exist. */
async function killedAfter(files: number, to: string, words: readonly string[]): Promise<void> {
  const before = namesIn(to).length;
  const { child, ended } = burnish(words);
  const isDue = () => namesIn(to).length >= before + files || child.exitCode !== null;
  await expect.poll(isDue, { interval: 2 }).toBe(true);
  child.kill('SIGKILL');
  await ended;
}

async function expectCompleteFiles(folder: string): Promise<void> {
  for (const name of namesIn(folder)) {
    expect(name).toMatch(/^p\d(-\d+)?\.(jpg|png)$/);
    await sharp(join(folder, name), { failOn: 'truncated' }).raw().toBuffer();
  }
}

test('copies are complete, originals and results untouched, and the next run exports the rest', ({ review }) =>
  expectCopies(review, 5, [2]));

test('likewise for more files, killed twice', { tags: ['long'] }, ({ review }) => expectCopies(review, 10, [1, 3]));

async function expectCopies(review: ReviewStage, count: number, kills: readonly number[]): Promise<void> {
  const made = await fill(review, count);
  const before = made.flatMap(({ original, result }) => [original, result].map(contentOf));
  const to = join(review.folder, 'handed');
  mkdirSync(to);
  const words = ['export', '--data', review.folder, '--to', to, '--format', 'jpeg', '--side', '1000'];
  for (const files of kills) {
    await killedAfter(files, to, words);
    await expectCompleteFiles(to);
  }
  const had = namesIn(to).length;
  expect(had).toBeGreaterThanOrEqual(kills.reduce((sum, files) => sum + files, 0));
  expect(await runInProcess(words).ended).toMatchObject({ code: 0, err: '' });
  await expectCompleteFiles(to);
  expect(namesIn(to)).toHaveLength(had + count);
  expect(made.flatMap(({ original, result }) => [original, result].map(contentOf))).toEqual(before);
}

test('a moved result is always at its recorded path, old or new', { tags: ['long'] }, async ({ review }) => {
  const made = await fill(review, 10);
  const contents = made.map(({ result }) => contentOf(result));
  const to = join(review.folder, 'handed');
  mkdirSync(to);
  const words = ['export', '--data', review.folder, '--to', to, '--move', '--no-decisions'];
  for (const files of [1, 2]) {
    await killedAfter(files, to, words);
    await expectCompleteFiles(to);
    for (const [at, { resultId }] of made.entries()) {
      const { path } = (await review.store.results.get(resultId))!;
      expect(contentOf(path!)).toBe(contents[at]);
    }
  }
  expect((await burnish(words).ended).code).toBe(0);
  // Interrupted moves are complete: each file exists once, under its name.
  expect(namesIn(to).sort()).toEqual(made.map((_, at) => `p${at}.png`));
  expect(
    namesIn(to)
      .sort()
      .map((name) => contentOf(join(to, name))),
  ).toEqual(contents);
  expect(namesIn(review.out)).toEqual([]);
});
