import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'vitest';
import { marketplaces } from '../../../contract/recipes/marketplaces.ts';
import { openGrants } from '../../../main/ipc/path-grants.ts';
import { presetHandlers } from '../../../main/ipc/preset-handlers.ts';
import { UserError } from '../../../main/ipc/user-error.ts';
import { placeSibling } from '../../../main/pipeline/output/place-sibling.ts';
import { Bulk } from '../../../main/review/actions/bulk-work.ts';
import { createReader } from '../../../main/review/lists/query-reader.ts';
import { messageText } from '../../helpers/message-matchers.ts';
import { type ReviewStage, test } from '../../helpers/review-stage.ts';

const amazon = marketplaces[0]!;
const mine = { ...amazon, id: 'own-1', name: 'Our shop', copiedFrom: amazon.id };

function page({ store }: ReviewStage) {
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
    handlers: presetHandlers({ store, exports }, { reveal: (path) => void revealed.push(path) }, grants),
    close: () => exports.reader.close(),
  };
}

test('presets are kept beside the built-in ones, which stay as they are', async ({ review }) => {
  const { store } = review;
  const { handlers, close } = page(review);
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

test('what is chosen is checked file by file, and kept as a table where the user wants it', async ({ review }) => {
  const [one, other] = [await review.finished('one'), await review.finished('other')];
  rmSync(other.result);
  const folder = join(review.folder, 'tables');
  mkdirSync(folder);
  const { grants, revealed, handlers, close } = page(review);
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

test('files are checked that the user has chosen, once, and are no photographs of the list', async ({ review }) => {
  const { result } = await review.finished('one');
  const { grants, handlers, close } = page(review);
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
