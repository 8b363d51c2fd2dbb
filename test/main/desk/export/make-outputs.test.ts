import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, expect } from 'vitest';
import { exportOptionsSchema } from '../../../../contract/delivery/export.ts';
import { marketplaces } from '../../../../contract/marketplaces.ts';
import { furtherOutput, type Output } from '../../../../contract/output.ts';
import { everyPhotograph } from '../../../../contract/review/lists.ts';
import { createBulk } from '../../../../main/desk/bulk.ts';
import { runExport } from '../../../../main/desk/export/run-export.ts';
import type { ExportTools } from '../../../../main/desk/export/tools.ts';
import { createReader } from '../../../../main/desk/reader/reader.ts';
import { psdSize } from '../../../../main/imaging/psd/header.ts';
import { placeBeside } from '../../../../main/pipeline/target/place-beside.ts';
import { placeOfOutput } from '../../../../main/pipeline/target/result-name.ts';
import { burnishHere } from '../../../helpers/command-here.ts';
import { type DeskStage, test } from '../../../helpers/desk-stage.ts';
import { said } from '../../../helpers/said.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
function toolsOf(desk: DeskStage): ExportTools {
  const reader = createReader(desk.store.file);
  closing.push(() => reader.close());
  return {
    ...{ store: desk.store, reader, bulk: createBulk(() => undefined), place: placeBeside, placeOfOutput },
    ...{ toWords: () => '', now: () => Date.UTC(2026, 10, 22, 12) },
  };
}
const all = { query: everyPhotograph, except: [] };
const again = exportOptionsSchema.parse({ kind: 'outputs' });
const small = { kind: 'longest', px: 40, enlarge: false } as const;

/** What the recipe of a job writes beside its first file, from now on. */
function edit(desk: DeskStage, jobId: number, ...outputs: Partial<Output>[]): void {
  const { recipe } = desk.store.jobs.get(jobId)!;
  const alsoAs = outputs.map((each, at) => furtherOutput({ template: `{name}-${at + 2}`, ...each }));
  desk.store.recipes.save({ ...recipe, alsoAs });
}
const further = async (desk: DeskStage, jobId: number) =>
  (await desk.store.results.ofJob(jobId)).flatMap((row) => row.further ?? []);

test('an edited recipe gives its further files to the results that are there, once', async ({ desk }) => {
  const { jobId, result } = await desk.finished('one', { size: 120 });
  const before = readFileSync(result);
  const out = join(result, '..');
  edit(desk, jobId, { format: 'jpeg', size: small }, { format: 'psd' });
  const tools = toolsOf(desk);
  expect(await runExport(all, again, tools)).toMatchObject({ done: 2, failedCount: 0, ending: 'whole' });
  expect(readdirSync(out).sort()).toEqual(['one-2.jpg', 'one-3.psd', 'one.png']);
  expect(await sharp(join(out, 'one-2.jpg')).metadata()).toMatchObject({ width: 40, height: 20 });
  expect(await psdSize(join(out, 'one-3.psd'))).toEqual({ width: 120, height: 60 });
  expect((await further(desk, jobId)).map(({ output, width, present }) => [output, width, present])).toEqual([
    [1, 40, true],
    [2, 120, true],
  ]);
  expect(readFileSync(result)).toEqual(before);
  // All is there now.
  expect(await runExport(all, again, tools)).toMatchObject({ done: 0, failedCount: 0 });
  expect(readdirSync(out)).toHaveLength(3);
  // Nothing that Burnish wrote is taken in again.
  const [file] = desk.store.writtenFiles.ofResult({ jobId, step: 0, element: '', output: 1 });
  expect(desk.store.writtenFiles.isOwn(file!.hash, '/elsewhere/copy.jpg')).toBe(true);
  expect(desk.store.jobs.get(jobId)?.recipe.alsoAs).toHaveLength(2);
});

test('what is missing is made again, and what looks otherwise now, beside what there was', async ({ desk }) => {
  const { jobId, result } = await desk.finished('one', { size: 120 });
  const out = join(result, '..');
  edit(desk, jobId, { format: 'jpeg', size: small }, { format: 'tiff' });
  const tools = toolsOf(desk);
  await runExport(all, again, tools);
  rmSync(join(out, 'one-3.tif'));
  desk.store.looks.forget(join(out, 'one-3.tif'));
  edit(desk, jobId, { format: 'jpeg', size: { ...small, px: 30 } }, { format: 'tiff' });
  expect(await runExport(all, again, tools)).toMatchObject({ done: 2 });
  expect(readdirSync(out).sort()).toEqual(['one-2-2.jpg', 'one-2.jpg', 'one-3.tif', 'one.png']);
  const [first] = await further(desk, jobId);
  expect(first).toMatchObject({ path: join(out, 'one-2-2.jpg'), width: 30 });
  // A twin would get the file as it is now, and not the one before.
  const group = desk.store.writtenFiles.ofGroup(jobId).map(({ path, look }) => [path, look.size]);
  expect(group).toContainEqual([join(out, 'one-2-2.jpg'), { ...small, px: 30 }]);
  expect(group.map(([path]) => path)).not.toContain(join(out, 'one-2.jpg'));
});

test('what a marketplace says of a file is said of the one that was made last', async ({ desk }) => {
  const { jobId, photographId } = await desk.finished('one', { size: 120 });
  const ebay = marketplaces.find(({ id }) => id === 'ebay')!;
  const preset = (least: number) =>
    desk.store.presets.save({
      ...{ ...ebay, id: 'own-1', name: `From ${least}`, copiedFrom: null },
      rules: [{ ...ebay.rules[0]!, asks: { kind: 'longest-side', least } }],
    });
  const verdicts = async () =>
    (await desk.store.photographViews.versions(photographId))[0]?.checks?.map(({ output, name, findings }) => [
      ...[output, name],
      ...findings.map(({ passes }) => passes),
    ]);
  const tools = toolsOf(desk);
  preset(50);
  edit(desk, jobId, { format: 'jpeg', size: small, marketplace: 'own-1' }, { format: 'png' });
  await runExport(all, again, tools);
  expect(await verdicts()).toEqual([[1, 'From 50', false]]);
  edit(desk, jobId, { format: 'jpeg', size: { ...small, px: 60 }, marketplace: 'own-1' }, { format: 'png' });
  await runExport(all, again, tools);
  expect(await verdicts()).toEqual([[1, 'From 50', true]]);
  // A file that no preset is for any more says nothing of the one there was before it.
  edit(desk, jobId, { format: 'jpeg', size: small, marketplace: 'own-gone' }, { format: 'png' });
  await runExport(all, again, tools);
  expect(await verdicts()).toEqual([]);
});

test('a result that is gone or painted over is told of, and the others are made', async ({ desk }) => {
  const one = await desk.finished('one');
  const two = await desk.finished('two');
  writeFileSync(two.result, 'something else');
  edit(desk, one.jobId, { format: 'jpeg' });
  const report = await runExport(all, again, toolsOf(desk));
  expect(report).toMatchObject({ done: 1, failedCount: 1, ending: 'whole' });
  expect(JSON.stringify(report.failed[0]?.message)).toContain('desk.touch.otherResult');
});

test('a folder that cannot be made is named, and what stands in its place stays', async ({ desk }) => {
  const { jobId } = await desk.finished('one');
  const folder = join(desk.folder, 'web');
  writeFileSync(folder, 'mine');
  edit(desk, jobId, { format: 'jpeg', folder });
  const report = await runExport(all, again, toolsOf(desk));
  expect(report).toMatchObject({ done: 0, failedCount: 1 });
  expect(said(report.failed[0]!.message)).toBe(
    `Results cannot be written to “${folder}”: a file stands where the folder should be. Move it away, or choose another folder.`,
  );
  expect(readFileSync(folder, 'utf8')).toBe('mine');
});

test('says where recipes make no further files, and where all are there', async ({ desk }) => {
  const { jobId } = await desk.finished('one');
  const report = await runExport(all, again, toolsOf(desk));
  expect(report).toMatchObject({ done: 0, failedCount: 0, ending: 'trouble' });
  expect(said(report.trouble!)).toMatch(/^The recipes of these photographs make no further files/);
  edit(desk, jobId, { format: 'jpeg' });
  expect(await runExport(all, again, toolsOf(desk))).toMatchObject({ done: 1, ending: 'whole' });
  const { code, out } = await burnishHere(['export', '--data', desk.folder, '--as', 'outputs']).ended;
  expect([code, out.trim()]).toEqual([0, 'All further files are there already; nothing had to be made.']);
});

test('the command line does it, too', async ({ desk }) => {
  const { jobId, result } = await desk.finished('one');
  edit(desk, jobId, { format: 'webp' });
  const ended = await burnishHere(['export', '--data', desk.folder, '--as', 'outputs']).ended;
  expect(ended).toMatchObject({ code: 0, err: '' });
  expect(readdirSync(join(result, '..')).sort()).toEqual(['one-2.webp', 'one.png']);
  const { code, err } = await burnishHere(['export', '--data', desk.folder]).ended;
  expect(code).toBe(2);
  expect(err).toContain('--to');
});
