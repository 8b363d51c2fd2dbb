/** A kill during an export: files under a final name are complete, nothing is lost, and the export can be repeated. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { burnish } from '../../../helpers/command/command-line.ts';
import { runInProcess } from '../../../helpers/command/in-process-cli.ts';
import { type FinishedPhotograph, test } from '../../../helpers/store/review-stage.ts';

const contentsOf = (photographs: readonly FinishedPhotograph[]) =>
  photographs
    .flatMap(({ original, result }) => [original, result])
    .map((path) => createHash('sha256').update(readFileSync(path)).digest('hex'));
const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

async function expectCompleteFiles(folder: string): Promise<void> {
  for (const name of namesIn(folder)) {
    expect(name).toMatch(/^p\d(-\d+)?\.jpg$/);
    await sharp(join(folder, name), { failOn: 'truncated' }).raw().toBuffer();
  }
}

test('copies are complete, originals and results untouched, and the next run exports all', async ({ review }) => {
  const made: FinishedPhotograph[] = [];
  for (let number = 0; number < 5; number += 1) made.push(await review.finished(`p${number}`, { size: 1200 }));
  const before = contentsOf(made);
  const to = join(review.folder, 'client');
  mkdirSync(to);
  const words = ['export', '--data', review.folder, '--to', to, '--format', 'jpeg', '--side', '1000'];
  const { child, ended } = burnish(words);
  await expect.poll(() => namesIn(to).length >= 2 || child.exitCode !== null, { interval: 2 }).toBe(true);

  child.kill('SIGKILL');
  await ended;

  await expectCompleteFiles(to);
  const exported = namesIn(to).length;
  expect(exported).toBeGreaterThanOrEqual(2);
  expect(await runInProcess(words).ended).toMatchObject({ code: 0, err: '' });
  await expectCompleteFiles(to);
  expect(namesIn(to)).toHaveLength(exported + made.length);
  expect(contentsOf(made)).toEqual(before);
});
