import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { marketplaces } from '../../../../contract/recipes/marketplaces.ts';
import { additionalOutput, type Output } from '../../../../contract/recipes/output.ts';
import { readPsdSize } from '../../../../main/imaging/psd/psd-size.ts';
import { runInProcess } from '../../../helpers/command/in-process-cli.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { type ExportStage, failures, test } from '../../../helpers/store/export-stage.ts';

const again = { kind: 'outputs' } as const;
const small = { kind: 'longest', px: 40, enlarge: false } as const;

/** Changes the additional outputs of a job's recipe. */
function edit(stand: ExportStage, jobId: number, ...outputs: Partial<Output>[]): void {
  const { recipe } = stand.store.jobs.get(jobId)!;
  const alsoAs = outputs.map((each, at) => additionalOutput({ template: `{name}-${at + 2}`, ...each }));
  stand.store.recipes.save({ ...recipe, alsoAs });
}
const further = async (stand: ExportStage, jobId: number) =>
  (await stand.store.results.ofJob(jobId)).flatMap((row) => row.further ?? []);

test('an edited recipe makes its additional files for existing results, once', async ({ stand }) => {
  const { jobId, result } = await stand.finished('one', { size: 120 });
  const before = readFileSync(result);
  const out = join(result, '..');
  edit(stand, jobId, { format: 'jpeg', size: small }, { format: 'psd' });
  expect(await stand.run(again)).toMatchObject({ done: 2, failedCount: 0, ending: 'whole' });
  expect(readdirSync(out).sort()).toEqual(['one-2.jpg', 'one-3.psd', 'one.png']);
  expect(await sharp(join(out, 'one-2.jpg')).metadata()).toMatchObject({ width: 40, height: 20 });
  expect(await readPsdSize(join(out, 'one-3.psd'))).toEqual({ width: 120, height: 60 });
  expect(await further(stand, jobId)).toMatchObject([
    { output: 1, width: 40, present: true },
    { output: 2, width: 120, present: true },
  ]);
  expect(readFileSync(result)).toEqual(before);
  // All files exist now.
  expect(await stand.run(again)).toMatchObject({ done: 0, failedCount: 0 });
  expect(readdirSync(out)).toHaveLength(3);
  // Files that Burnish wrote are not added again.
  const [file] = stand.store.writtenFiles.ofResult({ jobId, step: 0, element: '', output: 1 });
  expect(stand.store.writtenFiles.isOwn(file!.hash, '/elsewhere/copy.jpg')).toBe(true);
  expect(stand.store.jobs.get(jobId)?.recipe.alsoAs).toHaveLength(2);
});

test('missing and changed files are made again, next to the existing ones', async ({ stand }) => {
  const { jobId, result } = await stand.finished('one', { size: 120 });
  const out = join(result, '..');
  edit(stand, jobId, { format: 'jpeg', size: small }, { format: 'tiff' });
  await stand.run(again);
  rmSync(join(out, 'one-3.tif'));
  stand.store.availability.forget(join(out, 'one-3.tif'));
  edit(stand, jobId, { format: 'jpeg', size: { ...small, px: 30 } }, { format: 'tiff' });
  expect(await stand.run(again)).toMatchObject({ done: 2 });
  expect(readdirSync(out).sort()).toEqual(['one-2-2.jpg', 'one-2.jpg', 'one-3.tif', 'one.png']);
  const [first] = await further(stand, jobId);
  expect(first).toMatchObject({ path: join(out, 'one-2-2.jpg'), width: 30 });
  // A follower would get the current file, not the previous one.
  const group = stand.store.writtenFiles.ofGroup(jobId).map(({ path, rendering }) => [path, rendering.size]);
  expect(group).toContainEqual([join(out, 'one-2-2.jpg'), { ...small, px: 30 }]);
  expect(group.map(([path]) => path)).not.toContain(join(out, 'one-2.jpg'));
});

test('the verdict of a marketplace is about the latest file', async ({ stand }) => {
  const { jobId, photographId } = await stand.finished('one', { size: 120 });
  const ebay = marketplaces.find(({ id }) => id === 'ebay')!;
  const preset = (minSidePx: number) =>
    stand.store.presets.save({
      ...{ ...ebay, id: 'own-1', name: `From ${minSidePx}`, copiedFrom: null },
      rules: [{ ...ebay.rules[0]!, asks: { kind: 'longest-side', least: minSidePx } }],
    });
  const verdicts = async () =>
    (await stand.store.photographViews.versions(photographId))[0]?.checks?.map(({ output, name, findings }) => [
      ...[output, name],
      ...findings.map(({ passes }) => passes),
    ]);
  preset(50);
  edit(stand, jobId, { format: 'jpeg', size: small, marketplace: 'own-1' }, { format: 'png' });
  await stand.run(again);
  expect(await verdicts()).toEqual([[1, 'From 50', false]]);
  edit(stand, jobId, { format: 'jpeg', size: { ...small, px: 60 }, marketplace: 'own-1' }, { format: 'png' });
  await stand.run(again);
  expect(await verdicts()).toEqual([[1, 'From 50', true]]);
  // A file without a preset carries no verdict of its predecessor.
  edit(stand, jobId, { format: 'jpeg', size: small, marketplace: 'own-gone' }, { format: 'png' });
  await stand.run(again);
  expect(await verdicts()).toEqual([]);
});

test('a missing or edited result is reported, and the others are made', async ({ stand }) => {
  const { jobId } = await stand.finished('one');
  const { result } = await stand.finished('two');
  writeFileSync(result, 'something else');
  edit(stand, jobId, { format: 'jpeg' });
  const report = await stand.run(again);
  expect(report).toMatchObject({ done: 1, failedCount: 1, ending: 'whole' });
  expect(report.failed).toMatchObject([{ message: { key: 'review.touch.otherResult' } }]);
});

test('a folder that cannot be created is named, and the file in its place stays', async ({ stand }) => {
  const { jobId } = await stand.finished('one');
  const folder = join(stand.folder, 'web');
  writeFileSync(folder, 'mine');
  edit(stand, jobId, { format: 'jpeg', folder });
  const report = await stand.run(again);
  expect(report).toMatchObject({ done: 0, failedCount: 1 });
  expect(failures(report)).toEqual([
    `Results cannot be written to “${folder}”: a file exists where the folder should be. Move the file, or choose another folder.`,
  ]);
  expect(readFileSync(folder, 'utf8')).toBe('mine');
});

test('reports recipes without additional files, and complete ones', { tags: ['long'] }, async ({ stand }) => {
  const { jobId } = await stand.finished('one');
  const report = await stand.run(again);
  expect(report).toMatchObject({ done: 0, failedCount: 0, ending: 'trouble' });
  expect(messageText(report.trouble!)).toMatch(/^The recipes of these photographs create no additional files/);
  edit(stand, jobId, { format: 'jpeg' });
  expect(await stand.run(again)).toMatchObject({ done: 1, ending: 'whole' });
  const { code, out } = await runInProcess(['export', '--data', stand.folder, '--as', 'outputs']).ended;
  expect([code, out.trim()]).toEqual([0, 'All additional files already exist. Nothing was created.']);
});

test('the command line does it too', async ({ stand }) => {
  const { jobId, result } = await stand.finished('one');
  edit(stand, jobId, { format: 'webp' });
  const ended = await runInProcess(['export', '--data', stand.folder, '--as', 'outputs']).ended;
  expect(ended).toMatchObject({ code: 0, err: '' });
  expect(readdirSync(join(result, '..')).sort()).toEqual(['one-2.webp', 'one.png']);
  const { code, err } = await runInProcess(['export', '--data', stand.folder]).ended;
  expect(code).toBe(2);
  expect(err).toContain('--to');
});
