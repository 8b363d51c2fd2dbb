import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, expect } from 'vitest';
import { exportOptionsSchema } from '../../../../contract/delivery/export.ts';
import { marketplaces } from '../../../../contract/recipes/marketplaces.ts';
import { additionalOutput, type Output } from '../../../../contract/recipes/output.ts';
import { everyPhotograph } from '../../../../contract/review/list-queries.ts';
import type { ExportContext } from '../../../../main/delivery/common/export-context.ts';
import { runExport } from '../../../../main/delivery/export/run-export.ts';
import { readPsdSize } from '../../../../main/imaging/psd/psd-size.ts';
import { placeSibling } from '../../../../main/pipeline/output/place-sibling.ts';
import { Bulk } from '../../../../main/review/actions/bulk-work.ts';
import { createReader } from '../../../../main/review/lists/query-reader.ts';
import { runInProcess } from '../../../helpers/command/in-process-cli.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { type ReviewStage, test } from '../../../helpers/store/review-stage.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
function toolsOf(review: ReviewStage): ExportContext {
  const reader = createReader(review.store.file);
  closing.push(() => reader.close());
  return {
    ...{ store: review.store, reader, bulk: new Bulk(() => undefined), place: placeSibling },
    ...{ toWords: () => '', now: () => Date.UTC(2026, 10, 22, 12) },
  };
}
const all = { query: everyPhotograph, except: [] };
const again = exportOptionsSchema.parse({ kind: 'outputs' });
const small = { kind: 'longest', px: 40, enlarge: false } as const;

/** Changes the additional outputs of a job's recipe. */
function edit(review: ReviewStage, jobId: number, ...outputs: Partial<Output>[]): void {
  const { recipe } = review.store.jobs.get(jobId)!;
  const alsoAs = outputs.map((each, at) => additionalOutput({ template: `{name}-${at + 2}`, ...each }));
  review.store.recipes.save({ ...recipe, alsoAs });
}
const further = async (review: ReviewStage, jobId: number) =>
  (await review.store.results.ofJob(jobId)).flatMap((row) => row.further ?? []);

test('an edited recipe makes its additional files for existing results, once', async ({ review }) => {
  const { jobId, result } = await review.finished('one', { size: 120 });
  const before = readFileSync(result);
  const out = join(result, '..');
  edit(review, jobId, { format: 'jpeg', size: small }, { format: 'psd' });
  const tools = toolsOf(review);
  expect(await runExport(all, again, tools)).toMatchObject({ done: 2, failedCount: 0, ending: 'whole' });
  expect(readdirSync(out).sort()).toEqual(['one-2.jpg', 'one-3.psd', 'one.png']);
  expect(await sharp(join(out, 'one-2.jpg')).metadata()).toMatchObject({ width: 40, height: 20 });
  expect(await readPsdSize(join(out, 'one-3.psd'))).toEqual({ width: 120, height: 60 });
  expect((await further(review, jobId)).map(({ output, width, present }) => [output, width, present])).toEqual([
    [1, 40, true],
    [2, 120, true],
  ]);
  expect(readFileSync(result)).toEqual(before);
  // All files exist now.
  expect(await runExport(all, again, tools)).toMatchObject({ done: 0, failedCount: 0 });
  expect(readdirSync(out)).toHaveLength(3);
  // Files that Burnish wrote are not added again.
  const [file] = review.store.writtenFiles.ofResult({ jobId, step: 0, element: '', output: 1 });
  expect(review.store.writtenFiles.isOwn(file!.hash, '/elsewhere/copy.jpg')).toBe(true);
  expect(review.store.jobs.get(jobId)?.recipe.alsoAs).toHaveLength(2);
});

test('missing and changed files are made again, next to the existing ones', async ({ review }) => {
  const { jobId, result } = await review.finished('one', { size: 120 });
  const out = join(result, '..');
  edit(review, jobId, { format: 'jpeg', size: small }, { format: 'tiff' });
  const tools = toolsOf(review);
  await runExport(all, again, tools);
  rmSync(join(out, 'one-3.tif'));
  review.store.availability.forget(join(out, 'one-3.tif'));
  edit(review, jobId, { format: 'jpeg', size: { ...small, px: 30 } }, { format: 'tiff' });
  expect(await runExport(all, again, tools)).toMatchObject({ done: 2 });
  expect(readdirSync(out).sort()).toEqual(['one-2-2.jpg', 'one-2.jpg', 'one-3.tif', 'one.png']);
  const [first] = await further(review, jobId);
  expect(first).toMatchObject({ path: join(out, 'one-2-2.jpg'), width: 30 });
  // A follower would get the current file, not the previous one.
  const group = review.store.writtenFiles.ofGroup(jobId).map(({ path, rendering }) => [path, rendering.size]);
  expect(group).toContainEqual([join(out, 'one-2-2.jpg'), { ...small, px: 30 }]);
  expect(group.map(([path]) => path)).not.toContain(join(out, 'one-2.jpg'));
});

test('the verdict of a marketplace is about the latest file', async ({ review }) => {
  const { jobId, photographId } = await review.finished('one', { size: 120 });
  const ebay = marketplaces.find(({ id }) => id === 'ebay')!;
  const preset = (minSidePx: number) =>
    review.store.presets.save({
      ...{ ...ebay, id: 'own-1', name: `From ${minSidePx}`, copiedFrom: null },
      rules: [{ ...ebay.rules[0]!, asks: { kind: 'longest-side', least: minSidePx } }],
    });
  const verdicts = async () =>
    (await review.store.photographViews.versions(photographId))[0]?.checks?.map(({ output, name, findings }) => [
      ...[output, name],
      ...findings.map(({ passes }) => passes),
    ]);
  const tools = toolsOf(review);
  preset(50);
  edit(review, jobId, { format: 'jpeg', size: small, marketplace: 'own-1' }, { format: 'png' });
  await runExport(all, again, tools);
  expect(await verdicts()).toEqual([[1, 'From 50', false]]);
  edit(review, jobId, { format: 'jpeg', size: { ...small, px: 60 }, marketplace: 'own-1' }, { format: 'png' });
  await runExport(all, again, tools);
  expect(await verdicts()).toEqual([[1, 'From 50', true]]);
  // A file without a preset carries no verdict of its predecessor.
  edit(review, jobId, { format: 'jpeg', size: small, marketplace: 'own-gone' }, { format: 'png' });
  await runExport(all, again, tools);
  expect(await verdicts()).toEqual([]);
});

test('a missing or edited result is reported, and the others are made', async ({ review }) => {
  const first = await review.finished('one');
  const second = await review.finished('two');
  writeFileSync(second.result, 'something else');
  edit(review, first.jobId, { format: 'jpeg' });
  const report = await runExport(all, again, toolsOf(review));
  expect(report).toMatchObject({ done: 1, failedCount: 1, ending: 'whole' });
  expect(JSON.stringify(report.failed[0]?.message)).toContain('review.touch.otherResult');
});

test('a folder that cannot be created is named, and the file in its place stays', async ({ review }) => {
  const { jobId } = await review.finished('one');
  const folder = join(review.folder, 'web');
  writeFileSync(folder, 'mine');
  edit(review, jobId, { format: 'jpeg', folder });
  const report = await runExport(all, again, toolsOf(review));
  expect(report).toMatchObject({ done: 0, failedCount: 1 });
  expect(messageText(report.failed[0]!.message)).toBe(
    `Results cannot be written to “${folder}”: a file exists where the folder should be. Move the file, or choose another folder.`,
  );
  expect(readFileSync(folder, 'utf8')).toBe('mine');
});

test('reports recipes without additional files, and complete ones', { tags: ['long'] }, async ({ review }) => {
  const { jobId } = await review.finished('one');
  const report = await runExport(all, again, toolsOf(review));
  expect(report).toMatchObject({ done: 0, failedCount: 0, ending: 'trouble' });
  expect(messageText(report.trouble!)).toMatch(/^The recipes of these photographs create no additional files/);
  edit(review, jobId, { format: 'jpeg' });
  expect(await runExport(all, again, toolsOf(review))).toMatchObject({ done: 1, ending: 'whole' });
  const { code, out } = await runInProcess(['export', '--data', review.folder, '--as', 'outputs']).ended;
  expect([code, out.trim()]).toEqual([0, 'All additional files already exist. Nothing was created.']);
});

test('the command line does it too', async ({ review }) => {
  const { jobId, result } = await review.finished('one');
  edit(review, jobId, { format: 'webp' });
  const ended = await runInProcess(['export', '--data', review.folder, '--as', 'outputs']).ended;
  expect(ended).toMatchObject({ code: 0, err: '' });
  expect(readdirSync(join(result, '..')).sort()).toEqual(['one-2.webp', 'one.png']);
  const { code, err } = await runInProcess(['export', '--data', review.folder]).ended;
  expect(code).toBe(2);
  expect(err).toContain('--to');
});
