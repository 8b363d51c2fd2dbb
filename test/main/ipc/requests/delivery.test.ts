import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import { type ExportOptions, exportOptionsSchema } from '../../../../contract/delivery/export.ts';
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

function exportPage({ store }: ReviewStage) {
  const reader = createReader(store.file);
  const grants = openGrants();
  const exports = {
    store,
    reader,
    bulk: new Bulk(() => undefined),
    place: placeSibling,
    toWords: messageText,
    now: Date.now,
  };
  const shown: string[] = [];
  const desktop = {
    reveal: (path: string) => void shown.push(path),
    dragOut: (paths: readonly string[], picture: Buffer | null) => void shown.push(`${paths} ${picture !== null}`),
    copyFiles: async (paths: readonly string[]) => void shown.push(...paths),
  };
  const context = requestContext({ core: { store, exports }, desktop, grants });
  const handlers = withResolvedPaths(deliveryHandlers(context), grants, store);
  return { handlers, grants, shown, reader };
}

test('a folder needs one grant; then it is remembered, and the page cannot change it', async ({ review }) => {
  const { resultId, result } = await review.finished('one');
  const folder = join(review.folder, 'handed');
  mkdirSync(folder);
  const { store } = review;
  const { handlers, grants, shown, reader } = exportPage(review);
  const on = { versions: [resultId] };
  const options = exportOptionsSchema.parse({ folder });
  await expect(async () => handlers['export.run']({ on, options, preset: null }, 'page')).rejects.toMatchObject({
    name: 'UserError',
  });
  await expect(async () => handlers['export.reveal'](undefined, 'page')).rejects.toThrow(
    matchingError('Choose a folder for the export.'),
  );
  expect(readdirSync(folder)).toEqual([]);
  const granted = { ...options, folder: grants.give('page', 'folder', [folder]) };
  expect(await handlers['export.plan']({ on, options: granted }, 'page')).toMatchObject({
    count: 1,
    firstName: 'one.png',
  });
  // Only the newest question is answered.
  const plans = [1, 2].map(() => handlers['export.plan']({ on, options: granted }, 'page'));
  expect(await Promise.all(plans)).toMatchObject([null, { count: 1 }]);
  expect(await handlers['export.run']({ on, options: granted, preset: null }, 'page')).toMatchObject({
    done: 1,
    folder,
  });
  expect(store.settings.read().lastExport).toEqual(options);
  // The grant is spent, but the folder is stored now.
  await expect(async () => handlers['export.run']({ on, options: granted, preset: null }, 'page')).rejects.toThrow();
  expect(await handlers['export.run']({ on, options, preset: null }, 'page')).toMatchObject({ done: 1 });
  await handlers['export.reveal'](undefined, 'page');
  expect(shown).toEqual([folder]);
  // A table is not remembered as the last export, except its separator, which pictures lack.
  const sheet = exportOptionsSchema.parse({ folder, kind: 'csv', template: '{counter}', separator: 'tab' });
  await handlers['export.run']({ on, options: sheet, preset: null }, 'page');
  expect(store.settings.read().lastExport).toEqual({ ...options, separator: 'tab' });
  await handlers['export.drag']({ on }, 'page');
  expect(await handlers['export.copyFiles']({ on }, 'page')).toBe(1);
  expect(shown.slice(1)).toEqual([`${result} true`, result]);
  await expect(async () => handlers['export.copyFiles']({ on: { versions: [999] } }, 'page')).rejects.toMatchObject({
    name: 'UserError',
  });
  await reader.close();
});

test('a preset replaces the one with its id, and has a unique name; its folder is granted once', async ({ review }) => {
  const { resultId } = await review.finished('one');
  const folder = join(review.folder, 'web');
  mkdirSync(folder);
  const { store } = review;
  const { handlers, grants, reader } = exportPage(review);
  const on = { versions: [resultId] };
  const web = { id: 'web', name: 'For the web', options: exportOptionsSchema.parse({ folder, template: '{counter}' }) };
  // A folder without a grant is rejected, and nothing is stored.
  expect(() => handlers['export.savePreset'](web, 'page')).toThrow(UserError);
  expect(store.exportPresets.list()).toEqual([]);
  const granted = { ...web.options, folder: grants.give('page', 'folder', [folder]) };
  handlers['export.savePreset']({ ...web, options: granted }, 'page');
  expect(store.exportPresets.list()).toEqual([web]);
  const conflictingPreset = { ...web, id: 'other', name: 'for The WEB' };
  expect(() => handlers['export.savePreset'](conflictingPreset, 'page')).toThrow(
    matchingError('An export preset named “For the web” already exists. Choose another name.'),
  );
  handlers['export.savePreset']({ ...web, name: 'for The WEB' }, 'page');
  expect(store.exportPresets.list()).toEqual([{ ...web, name: 'for The WEB' }]);
  const ran = async (options: ExportOptions, preset: string | null) => {
    const report = await handlers['export.run']({ on, options, preset }, 'page');
    return [report.done, store.settings.read().lastExportPreset];
  };
  expect(await ran(web.options, 'web')).toEqual([1, 'web']);
  // Exports of other kinds change neither the preset nor the options of pictures.
  const table = exportOptionsSchema.parse({ folder, kind: 'csv', separator: 'tab', creator: 'Ann' });
  expect(await ran(table, 'a table')).toEqual([1, 'web']);
  expect(store.settings.read().lastExport).toEqual({ ...web.options, separator: 'tab' });
  // After the preset is deleted, its folder is granted once to the sheet filled with it.
  store.settings.save({ lastExport: null });
  const grant = await handlers['export.removePreset']({ id: 'web' }, 'page');
  expect([store.exportPresets.list(), grant?.path]).toEqual([[], folder]);
  await expect(async () => ran(web.options, null)).rejects.toThrow(UserError);
  expect(await ran({ ...web.options, folder: grant!.id }, null)).toEqual([1, null]);
  expect(await handlers['export.removePreset']({ id: 'web' }, 'page')).toBe(null);
  await reader.close();
});

const amazon = marketplaces[0]!;
const mine = { ...amazon, id: 'own-1', name: 'Our shop', copiedFrom: amazon.id };

function checkPage({ store }: ReviewStage) {
  const bulk = new Bulk(() => undefined);
  const exports = {
    store,
    reader: createReader(store.file),
    bulk,
    place: placeSibling,
    toWords: messageText,
    now: Date.now,
  };
  const grants = openGrants();
  const revealed: string[] = [];
  return {
    grants,
    revealed,
    handlers: deliveryHandlers(
      requestContext({ core: { store, exports }, desktop: { reveal: (path) => void revealed.push(path) }, grants }),
    ),
    close: () => exports.reader.close(),
  };
}

test('presets are stored next to the built-in ones, which stay unchanged', async ({ review }) => {
  const { store } = review;
  const { handlers, close } = checkPage(review);
  handlers['presets.save'](mine, 'page');
  expect(store.presets.list()).toEqual([mine]);
  expect([store.presets.find('own-1')?.name, store.presets.find('ebay')?.name]).toEqual(['Our shop', 'eBay']);
  expect([store.presets.find('own-2'), store.presets.find(null)]).toEqual([null, null]);
  expect(() => handlers['presets.save']({ ...mine, id: amazon.id }, 'page')).toThrow(UserError);
  expect(store.presets.find(amazon.id)).toBe(amazon);
  handlers['presets.remove']({ id: 'own-1' }, 'page');
  expect(store.presets.list()).toEqual([]);
  await close();
});

test('selected photographs are checked file by file, and saved as a table on request', async ({ review }) => {
  const [one, other] = [await review.finished('one'), await review.finished('other')];
  rmSync(other.result);
  const folder = join(review.folder, 'tables');
  mkdirSync(folder);
  const { grants, revealed, handlers, close } = checkPage(review);
  const save = (path: string) => Promise.resolve().then(() => handlers['presets.saveChecks']({ folder: path }, 'page'));
  await expect(save(grants.give('page', 'folder', [folder]))).rejects.toThrow(UserError);
  const on = { versions: [one.resultId, other.resultId] };
  const report = await handlers['presets.check']({ on, marketplace: amazon.id }, 'page');
  expect([report.passed, report.failed, report.isStopped]).toEqual([0, 2, false]);
  const [checked, unread] = report.files;
  expect(report.failedPhotographs).toEqual([one.photographId, other.photographId]);
  expect(checked).toMatchObject({
    photographId: one.photographId,
    name: basename(one.result),
    passes: false,
    problem: null,
  });
  expect(checked?.findings.map(({ kind }) => kind)).toEqual(amazon.rules.map(({ asks }) => asks.kind));
  expect([unread?.passes, messageText(unread?.problem ?? null)]).toEqual([
    null,
    expect.stringContaining(basename(other.result)),
  ]);
  await expect(save(folder)).rejects.toThrow(UserError);
  expect(readdirSync(folder)).toEqual([]);
  const name = await save(grants.give('page', 'folder', [folder]));
  handlers['presets.revealChecks'](undefined, 'page');
  expect(revealed).toEqual([folder]);
  expect(name).toMatch(/^Amazon, main image \d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(join(folder, name), 'utf8').trim().split('\n');
  expect(lines[0]).toContain('file,preset,verdict,rule,level,certain,says');
  expect(lines).toHaveLength(1 + amazon.rules.length + 1);
  await expect(async () => handlers['presets.check']({ on, marketplace: 'own-gone' }, 'page')).rejects.toThrow(
    UserError,
  );
  await close();
});

test('files the user has chosen are checked once, and are not added to the list', async ({ review }) => {
  const { result } = await review.finished('one');
  const { grants, handlers, close } = checkPage(review);
  const check = async (grant: string, marketplace = amazon.id) =>
    handlers['presets.checkFiles']({ grant, marketplace }, 'page');
  const grant = grants.give('page', 'photographs', [result, join(review.folder, 'gone.jpg')]);
  await expect(check(result)).rejects.toThrow(UserError);
  await expect(check(grants.give('page', 'folder', [result]))).rejects.toThrow(UserError);
  await expect(check(grant, 'own-gone')).rejects.toThrow(UserError);
  const { files, ...sums } = await check(grant);
  expect(sums).toEqual({ passed: 0, failed: 2, failedPhotographs: [], isStopped: false });
  expect(files.map(({ name, photographId, passes }) => [name, photographId, passes])).toEqual([
    [basename(result), null, false],
    ['gone.jpg', null, null],
  ]);
  await expect(check(grant)).rejects.toThrow(UserError);
  await close();
});
