/** Rows of other stations are untrusted: no file outside the share is read, moved or deleted, whatever they name. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { afterEach, expect } from 'vitest';
import { type ExportOptions, exportOptionsSchema } from '../../../../contract/delivery/export.ts';
import type { Message } from '../../../../contract/messages/message.ts';
import { compositionSchema } from '../../../../contract/recipes/composition.ts';
import { marketplaces } from '../../../../contract/recipes/marketplaces.ts';
import { additionalOutput } from '../../../../contract/recipes/output.ts';
import { checkSelection } from '../../../../main/delivery/check/check-selection.ts';
import type { ExportContext } from '../../../../main/delivery/common/export-context.ts';
import { availableFiles } from '../../../../main/delivery/export/available-files.ts';
import { runExport } from '../../../../main/delivery/export/run-export.ts';
import { toStoredPath } from '../../../../main/files/stored-path.ts';
import { addPhotographs } from '../../../../main/intake/add-photographs.ts';
import { isSourceFixed } from '../../../../main/intake/locate-source.ts';
import { reprocess } from '../../../../main/intake/reprocess.ts';
import { placeSibling } from '../../../../main/pipeline/output/place-sibling.ts';
import { Bulk } from '../../../../main/review/actions/bulk-work.ts';
import { moveToTrash } from '../../../../main/review/actions/trash-results.ts';
import { readIfUnchanged } from '../../../../main/review/background/read-unchanged.ts';
import { createReader } from '../../../../main/review/lists/query-reader.ts';
import { createPresenceLookup } from '../../../../main/review/offline/file-presence.ts';
import { relink } from '../../../../main/review/offline/relink.ts';
import { makePreview, postponeUnavailable } from '../../../../main/review/preview-cache/make-preview.ts';
import { createViewableFileFinder } from '../../../../main/review/preview-cache/viewable-file.ts';
import { locateTouchUpFiles } from '../../../../main/review/touch-up/touch-up-eligibility.ts';
import { recipeOf } from '../../../helpers/queue/queue-stage.ts';
import { matchingError, messageText } from '../../../helpers/run/message-matchers.ts';
import { addMirroredRow, fileHash, type MirroredIds, type MirroredRow } from '../../../helpers/store/mirrored-rows.ts';
import { type StoreStage, test } from '../../../helpers/store/store-stage.ts';
import { errorOf } from '../../../helpers/window/window-data.ts';

const recipe = recipeOf('portrait-background-removal');
const leadsOut = /points outside its share/;
const noneDone = { done: 0, failed: [expect.stringMatching(leadsOut)] };
const { signal } = new AbortController();
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Places {
  readonly share: string;
  readonly secret: string;
  readonly handed: string;
}

async function picture(path: string): Promise<string> {
  mkdirSync(dirname(path), { recursive: true });
  const image = sharp({ create: { width: 120, height: 60, channels: 4, background: '#c0713aff' } });
  writeFileSync(path, await (path.endsWith('.png') ? image.png() : image.jpeg()).toBuffer());
  return path;
}

/** A share with a valid photograph and its result, and links in it to a private folder. */
async function openPlaces({ folder }: StoreStage): Promise<Places> {
  const places = { share: join(folder, 'share'), secret: join(folder, 'secret'), handed: join(folder, 'handed') };
  await picture(join(places.share, 'in', 'a.jpg'));
  await picture(join(places.share, 'out', 'a.png'));
  await picture(join(places.secret, 'a.jpg'));
  await picture(join(places.secret, 'a.png'));
  mkdirSync(places.handed);
  symlinkSync(places.secret, join(places.share, 'link'), 'junction');
  symlinkSync(join(places.secret, 'a.png'), join(places.share, 'out', 'leaf.png'));
  return places;
}

const rowOf = async (stage: StoreStage, { share }: Places, row: Partial<MirroredRow> = {}): Promise<MirroredIds> => {
  const ids = await addMirroredRow(stage.store, share, { path: 'in/a.jpg', result: 'out/a.png', recipe, ...row });
  if (ids === null) throw new Error('the row is not shown');
  return ids;
};
const honestRow = (stage: StoreStage, places: Places, row: Partial<MirroredRow> = {}) =>
  rowOf(stage, places, {
    contentHash: fileHash(join(places.share, 'in', 'a.jpg')),
    hashes: [fileHash(join(places.share, 'out', 'a.png'))],
    ...row,
  });
/** A row that names private files whose content the other station knows. */
const hostileRow = (stage: StoreStage, places: Places, row: Partial<MirroredRow> = {}) =>
  rowOf(stage, places, {
    ...{ path: 'link/a.jpg', result: 'link/a.png', contentHash: fileHash(join(places.secret, 'a.jpg')) },
    hashes: [fileHash(join(places.secret, 'a.png'))],
    ...row,
  });

function contextOf({ store }: StoreStage): ExportContext {
  const reader = createReader(store.file);
  closing.push(() => reader.close());
  return {
    ...{ store, reader, bulk: new Bulk(() => undefined), place: placeSibling },
    ...{ toWords: messageText, now: () => Date.UTC(2026, 10, 22, 12) },
  };
}
const exported = async (stage: StoreStage, { handed }: Places, ids: MirroredIds, options: Partial<ExportOptions>) => {
  const choice = { versions: [ids.resultId] };
  const report = await runExport(choice, exportOptionsSchema.parse({ folder: handed, ...options }), contextOf(stage));
  return { done: report.done, failed: report.failed.map(({ message }) => messageText(message)) };
};
const texts = (refused: readonly { readonly message: Message }[]) => refused.map(({ message }) => messageText(message));

test('rows with a path outside their share are not shown', async ({ stage }) => {
  const { share } = await openPlaces(stage);
  const above = ['../secret/a.jpg', 'in/../../secret/a.jpg', '/etc/hosts', 'C:/Users/a.jpg', 'in\\..\\..\\a.jpg'];
  const odd = ['in//a.jpg', 'in/a.jpg:stream', 'in/nul.jpg', 'in/a.jpg\0', './a.jpg'];
  const product = { sku: '1', name: 'Shoe', folder: '../../secret' };
  const rows: Partial<MirroredRow>[] = [
    ...[...above, ...odd].flatMap((path) => [{ path }, { path: 'in/b.jpg', result: path }]),
    ...['../../secret', '..', 'a\\b', 'C:'].map((relativeFolder) => ({ relativeFolder })),
    { recipe: { ...recipe, product } },
  ];
  for (const row of rows) {
    const added = addMirroredRow(stage.store, share, { recipe, path: 'in/a.jpg', result: 'out/a.png', ...row });
    expect(await added, JSON.stringify(row)).toBeNull();
  }
  expect(stage.store.views.summaries()).toEqual([]);
});

test('a private file behind a link is not shown, and no preview of it is stored', async ({ stage }) => {
  const places = await openPlaces(stage);
  const { store } = stage;
  const ids = await hostileRow(stage, places);
  const finder = createViewableFileFinder(store, store.availability, () => undefined);
  const read: string[] = [];
  const look = async (path: string) => read.push(path);
  const subjects = [
    { subject: 'photograph', id: ids.photographId },
    { subject: 'result', id: ids.resultId },
  ] as const;
  for (const subject of subjects) {
    expect(await finder.read(subject, look)).toBeNull();
    const paths = store.filePlaces.pathsOf(subject);
    const item = { ...subject, photographId: ids.photographId, paths, bytes: null, tries: 0, at: 0 };
    const context = { store, availability: store.availability, clock: { now: Date.now }, signal };
    expect(await postponeUnavailable([item], context)).toEqual([]);
    expect(await makePreview(item, context)).toBe('not');
  }
  expect([read, store.keptPreviews.space().pictures]).toEqual([[], 0]);
  const [presence] = await createPresenceLookup(store, store.availability)([ids.photographId]);
  expect([presence?.original.state, presence?.results[0]?.state]).toEqual(['outside', 'outside']);
  const sourcePath = toStoredPath(join(places.share, 'link', 'a.jpg'));
  const contentHash = fileHash(join(places.secret, 'a.jpg'));
  const measured = { id: ids.photographId, folderId: 1, sourcePath, foundPath: null, contentHash };
  expect(await readIfUnchanged(measured, store.availability, signal)).toBe('gone');

  const honest = await honestRow(stage, places);
  expect(await finder.read({ subject: 'result', id: honest.resultId }, async (path) => path)).toBe(
    join(places.share, 'out', 'a.png'),
  );
});

test('a private file behind a link is not exported, dragged, checked or put on a sheet', async ({ stage }) => {
  const places = await openPlaces(stage);
  for (const [index, row] of [{}, { result: 'out/leaf.png' }].entries()) {
    const ids = await hostileRow(stage, places, { path: `link/${index}.jpg`, ...row });
    for (const kind of ['files', 'paths', 'sheetPictures'] as const) {
      const { done, failed } = await exported(stage, places, ids, { kind });
      expect([kind === 'sheetPictures' ? 0 : done, failed], kind).toEqual([0, [expect.stringMatching(leadsOut)]]);
    }
    const choice = { versions: [ids.resultId] };
    await expect(availableFiles(choice, contextOf(stage))).rejects.toThrow(matchingError(leadsOut));
    const { files } = await checkSelection(choice, marketplaces[0]!, contextOf(stage));
    expect(files.map(({ problem }) => problem && messageText(problem))).toEqual([expect.stringMatching(leadsOut)]);
  }
  const honest = await honestRow(stage, places);
  expect(await exported(stage, places, honest, {})).toEqual({ done: 1, failed: [] });
  const available = await availableFiles({ versions: [honest.resultId] }, contextOf(stage));
  expect(available).toEqual([join(places.share, 'out', 'a.png')]);
});

test('only files recorded as written by a station are moved', async ({ stage }) => {
  const places = await openPlaces(stage);
  const [secret, original] = [join(places.secret, 'a.png'), await picture(join(places.share, 'in', 'own.png'))];
  const move = (ids: MirroredIds) => exported(stage, places, ids, { move: true });
  const hidden = await hostileRow(stage, places);
  expect(await move(hidden)).toEqual(noneDone);
  // In the share, but not a result: a photograph that no station has added.
  const notWritten = expect.stringMatching(/not the file that Burnish wrote/);
  const foreign = await rowOf(stage, places, { path: 'in/b.jpg', result: 'in/own.png', hashes: ['0'.repeat(64)] });
  expect(await move(foreign)).toEqual({ done: 0, failed: [notWritten] });
  expect([existsSync(secret), existsSync(original), readdirSync(places.handed)]).toEqual([true, true, []]);
  const honest = await honestRow(stage, places, { path: 'in/a.jpg' });
  const content = readFileSync(join(places.share, 'out', 'a.png'));
  writeFileSync(join(places.share, 'out', 'a.png'), 'edited');
  expect(await move(honest)).toEqual({ done: 0, failed: [notWritten] });
  writeFileSync(join(places.share, 'out', 'a.png'), content);
  expect(await move(honest)).toEqual({ done: 1, failed: [] });
  expect(readdirSync(join(places.share, 'out'))).toEqual(['leaf.png']);
});

test('a private file is not retouched, trashed, located or processed', async ({ stage }) => {
  const places = await openPlaces(stage);
  const { store, folder } = stage;
  const ids = await hostileRow(stage, places);
  await expect(locateTouchUpFiles(store, store.touchUps.get(ids.resultId)!)).rejects.toThrow(matchingError(leadsOut));
  const trashed: string[] = [];
  const trash = async (path: string) => void trashed.push(path);
  const path = toStoredPath(join(places.share, 'link', 'a.png'));
  const file = { path, hash: fileHash(join(places.secret, 'a.png')) };
  await expect(moveToTrash(file, { store, trash })).rejects.toThrow(matchingError(leadsOut));
  expect(trashed).toEqual([]);
  const subject = { subject: 'photograph', id: ids.photographId } as const;
  expect(await relink(subject, places.handed, { store, availability: store.availability })).toMatchObject({ found: 0 });
  const error = errorOf({ code: 'SOURCE_MISSING', advice: 'replace-file' });
  const failed = { sourcePath: join(places.share, 'link', 'a.jpg'), contentHash: '', bytes: 0, createdAt: 0 };
  expect(await isSourceFixed({ ...failed, state: 'failed', error }, store.availability)).toBe(false);

  const process = async ({ jobId }: MirroredIds) => {
    const reader = createReader(store.file);
    closing.push(() => reader.close());
    const sources = await reader.ask('jobs.sources', { ids: [jobId] });
    return reprocess(sources, {
      ...{ store, origin: 'drop' },
      targetFor: () => ({ recipe, outputFolder: join(folder, 'results') }),
      take: (files, target, batch) =>
        addPhotographs(files, { ...target, store, batch, profileId: 'built-in', from: 'hand' }),
    });
  };
  const report = await process(ids);
  expect([report.accepted, texts(report.refused)]).toEqual([0, [expect.stringMatching(leadsOut)]]);
  const honest = await process(await honestRow(stage, places));
  expect([honest.accepted, texts(honest.refused)]).toEqual([1, []]);
});

test('additional files are not written outside the share, nor made from pictures there', async ({ stage }) => {
  const places = await openPlaces(stage);
  const background = { kind: 'picture', path: 'share://photos/link/a.jpg' } as const;
  const composition = compositionSchema.parse({ background });
  const composed = { ...recipe, alsoAs: [additionalOutput({ template: '{name}-web', format: 'jpeg', composition })] };
  const asOutputs = { kind: 'outputs' } as const;
  for (const row of [{ outputFolder: 'share://photos/link' }, { recipe: composed, path: 'in/c.jpg' }]) {
    const ids = await honestRow(stage, places, row);
    expect(await exported(stage, places, ids, asOutputs)).toEqual(noneDone);
  }
  expect(readdirSync(places.secret).sort()).toEqual(['a.jpg', 'a.png']);
  const inside = compositionSchema.parse({ background: { kind: 'picture', path: 'share://photos/in/a.jpg' } });
  const further = additionalOutput({ template: '{name}-web', format: 'jpeg', composition: inside });
  const honest = await honestRow(stage, places, { path: 'in/a.jpg', recipe: { ...recipe, alsoAs: [further] } });
  expect(await exported(stage, places, honest, asOutputs)).toEqual({ done: 1, failed: [] });
  expect(readdirSync(join(places.share, 'out'))).toContain('a-web.jpg');
});

test('a link that replaces a file later is detected when the file is opened', async ({ stage }) => {
  const places = await openPlaces(stage);
  const honest = await honestRow(stage, places);
  const out = join(places.share, 'out');
  renameSync(out, join(places.share, 'before'));
  symlinkSync(places.secret, out, 'junction');
  expect(await exported(stage, places, honest, {})).toEqual(noneDone);
  rmSync(out);
  renameSync(join(places.share, 'before'), out);
  expect(await exported(stage, places, honest, {})).toEqual({ done: 1, failed: [] });
});
