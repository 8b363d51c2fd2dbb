import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { type ExportOptions, exportOptionsSchema } from '../../../../contract/delivery/export.ts';
import type { ExportPreset } from '../../../../contract/delivery/export-presets.ts';
import { marketplaces } from '../../../../contract/recipes/marketplaces.ts';
import { openGrants } from '../../../../main/ipc/bridge/path-grants.ts';
import { withResolvedPaths } from '../../../../main/ipc/bridge/resolve-paths.ts';
import { UserError } from '../../../../main/ipc/bridge/user-error.ts';
import { deliveryHandlers } from '../../../../main/ipc/requests/delivery.ts';
import { placeSibling } from '../../../../main/pipeline/output/place-sibling.ts';
import { Bulk } from '../../../../main/review/actions/bulk-work.ts';
import { createReader } from '../../../../main/review/lists/query-reader.ts';
import { matchingError, messageText } from '../../../helpers/run/message-matchers.ts';
import { type ReviewStage, test } from '../../../helpers/store/review-stage.ts';
import { requestContext } from '../../../helpers/window/request-context.ts';

function windowOf({ store }: ReviewStage) {
  const reader = createReader(store.file);
  onTestFinished(() => reader.close());
  const grants = openGrants();
  const bulk = new Bulk(() => undefined);
  const exports = { store, reader, bulk, place: placeSibling, toWords: messageText, now: Date.now };
  const shown: string[] = [];
  const desktop = {
    reveal: (path: string) => void shown.push(path),
    dragOut: (paths: readonly string[], picture: Buffer | null) => void shown.push(`${paths} ${picture !== null}`),
    copyFiles: async (paths: readonly string[]) => void shown.push(...paths),
  };
  const context = requestContext({ core: { store, exports }, desktop, grants });
  const handlers = withResolvedPaths(deliveryHandlers(context), grants, store);
  return { handlers, shown, grants, grantFolder: (path: string) => grants.give('page', 'folder', [path]) };
}

const expectRejected = (request: () => unknown) => expect(async () => request()).rejects.toThrow(UserError);

test('a folder needs one grant; then it is remembered, and the page cannot change it', async ({ review }) => {
  const { resultId } = await review.finished('one');
  const folder = join(review.folder, 'client');
  mkdirSync(folder);
  const { handlers, shown, grantFolder } = windowOf(review);
  const on = { versions: [resultId] };
  const options = exportOptionsSchema.parse({ folder });
  const run = async (of: ExportOptions) => handlers['export.run']({ on, options: of, preset: null }, 'page');
  await expectRejected(() => run(options));
  await expectRejected(() => handlers['export.reveal'](undefined, 'page'));
  expect(readdirSync(folder)).toEqual([]);

  const granted = { ...options, folder: grantFolder(folder) };
  const plan = async () => handlers['export.plan']({ on, options: granted }, 'page');
  expect(await plan()).toMatchObject({ count: 1, firstName: 'one.png' });
  // Only the newest question is answered.
  expect(await Promise.all([plan(), plan()])).toMatchObject([null, { count: 1 }]);
  expect(await run(granted)).toMatchObject({ done: 1, folder });

  expect(review.store.settings.read().lastExport).toEqual(options);
  // The grant is spent, but the folder is stored now.
  await expectRejected(() => run(granted));
  expect(await run(options)).toMatchObject({ done: 1 });
  await handlers['export.reveal'](undefined, 'page');
  expect(shown).toEqual([folder]);
});

test('results are dragged and copied as files, if there are any', async ({ review }) => {
  const { resultId, result } = await review.finished('one');
  const { handlers, shown } = windowOf(review);
  const on = { versions: [resultId] };

  await handlers['export.drag']({ on }, 'page');
  expect(await handlers['export.copyFiles']({ on }, 'page')).toBe(1);

  expect(shown).toEqual([`${result} true`, result]);
  await expectRejected(() => handlers['export.copyFiles']({ on: { versions: [999] } }, 'page'));
});

test('a preset replaces the one with its id, and has a unique name', async ({ review }) => {
  const folder = join(review.folder, 'web');
  const presets = review.store.exportPresets;
  const { handlers, grantFolder } = windowOf(review);
  const save = (preset: ExportPreset) => handlers['export.savePreset'](preset, 'page');
  const web = { id: 'web', name: 'For the web', options: exportOptionsSchema.parse({ folder, template: '{counter}' }) };
  // A folder without a grant is rejected, and nothing is stored.
  expect(() => save(web)).toThrow(UserError);
  expect(presets.list()).toEqual([]);

  save({ ...web, options: { ...web.options, folder: grantFolder(folder) } });
  expect(presets.list()).toEqual([web]);

  expect(() => save({ ...web, id: 'other', name: 'for The WEB' })).toThrow(
    matchingError('An export preset named “For the web” already exists. Choose another name.'),
  );
  save({ ...web, name: 'for The WEB' });
  expect(presets.list()).toEqual([{ ...web, name: 'for The WEB' }]);
});

test('an export remembers its preset and options, and the folder of a deleted preset is granted once', async ({
  review,
}) => {
  const { resultId } = await review.finished('one');
  const folder = join(review.folder, 'web');
  mkdirSync(folder);
  const { settings, exportPresets } = review.store;
  const options = exportOptionsSchema.parse({ folder, template: '{counter}' });
  exportPresets.save({ id: 'web', name: 'For the web', options });
  const { handlers } = windowOf(review);
  const run = async (of: ExportOptions, preset: string | null) => {
    const report = await handlers['export.run']({ on: { versions: [resultId] }, options: of, preset }, 'page');
    return [report.done, settings.read().lastExportPreset];
  };
  expect(await run(options, 'web')).toEqual([1, 'web']);

  // Exports of other kinds change neither the preset nor the options of pictures, which lack a separator.
  const table = exportOptionsSchema.parse({ folder, kind: 'csv', separator: 'tab', creator: 'Ann' });
  expect(await run(table, 'a table')).toEqual([1, 'web']);
  expect(settings.read().lastExport).toEqual({ ...options, separator: 'tab' });

  settings.save({ lastExport: null });
  const grant = await handlers['export.removePreset']({ id: 'web' }, 'page');
  expect([exportPresets.list(), grant?.path]).toEqual([[], folder]);
  await expectRejected(() => run(options, null));
  expect(await run({ ...options, folder: grant!.id }, null)).toEqual([1, null]);
  expect(await handlers['export.removePreset']({ id: 'web' }, 'page')).toBe(null);
});

const amazon = marketplaces[0]!;

test('presets of marketplaces are stored next to the built-in ones, which stay unchanged', async ({ review }) => {
  const { presets } = review.store;
  const { handlers } = windowOf(review);
  const mine = { ...amazon, id: 'own-1', name: 'Our shop', copiedFrom: amazon.id };

  handlers['presets.save'](mine, 'page');

  expect(presets.list()).toEqual([mine]);
  const names = ['own-1', 'ebay', 'own-2', null].map((id) => presets.find(id)?.name);
  expect(names).toEqual(['Our shop', 'eBay', undefined, undefined]);
  expect(() => handlers['presets.save']({ ...mine, id: amazon.id }, 'page')).toThrow(UserError);
  expect(presets.find(amazon.id)).toBe(amazon);
  handlers['presets.remove']({ id: 'own-1' }, 'page');
  expect(presets.list()).toEqual([]);
});

test('selected photographs are checked file by file, and saved as a table on request', async ({ review }) => {
  const [one, other] = [await review.finished('one'), await review.finished('other')];
  rmSync(other.result);
  const folder = join(review.folder, 'tables');
  mkdirSync(folder);
  const { grantFolder, shown, handlers } = windowOf(review);
  const save = async (path: string) => handlers['presets.saveChecks']({ folder: path }, 'page');
  await expectRejected(() => save(grantFolder(folder)));
  const check = async (marketplace: string) =>
    handlers['presets.check']({ on: { versions: [one.resultId, other.resultId] }, marketplace }, 'page');
  await expectRejected(() => check('own-gone'));

  const { files, ...sums } = await check(amazon.id);

  const failedPhotographs = [one.photographId, other.photographId];
  expect(sums).toEqual({ passed: 0, failed: 2, failedPhotographs, isStopped: false });
  const name = basename(one.result);
  expect(files[0]).toMatchObject({ photographId: one.photographId, name, passes: false, problem: null });
  expect(files[0]?.findings.map(({ kind }) => kind)).toEqual(amazon.rules.map(({ asks }) => asks.kind));
  expect(files[1]?.passes).toBe(null);
  expect(messageText(files[1]?.problem ?? null)).toContain(basename(other.result));
  await expectRejected(() => save(folder));
  expect(readdirSync(folder)).toEqual([]);
  const table = await save(grantFolder(folder));
  handlers['presets.revealChecks'](undefined, 'page');
  expect(shown).toEqual([folder]);
  expect(table).toMatch(/^Amazon, main image \d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(join(folder, table), 'utf8').trim().split('\n');
  expect(lines[0]).toContain('file,preset,verdict,rule,level,certain,says');
  expect(lines).toHaveLength(1 + amazon.rules.length + 1);
});

test('files the user has chosen are checked once, and are not added to the list', async ({ review }) => {
  const { result } = await review.finished('one');
  const { grants, grantFolder, handlers } = windowOf(review);
  const check = async (grant: string, marketplace = amazon.id) =>
    handlers['presets.checkFiles']({ grant, marketplace }, 'page');
  const grant = grants.give('page', 'photographs', [result, join(review.folder, 'gone.jpg')]);
  for (const path of [result, grantFolder(result)]) await expectRejected(() => check(path));
  await expectRejected(() => check(grant, 'own-gone'));

  const { files, ...sums } = await check(grant);

  expect(sums).toEqual({ passed: 0, failed: 2, failedPhotographs: [], isStopped: false });
  expect(files).toMatchObject([
    { name: basename(result), photographId: null, passes: false },
    { name: 'gone.jpg', photographId: null, passes: null },
  ]);
  await expectRejected(() => check(grant));
});
