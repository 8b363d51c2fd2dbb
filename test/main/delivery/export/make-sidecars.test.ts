import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect } from 'vitest';
import { type ExportOptions, exportOptionsSchema } from '../../../../contract/delivery/export.ts';
import { everyPhotograph } from '../../../../contract/review/list-queries.ts';
import { detailsChangeSchema } from '../../../../contract/review/photo-info.ts';
import { runExport } from '../../../../main/delivery/export/run-export.ts';
import { decisionFromXmp } from '../../../../main/imaging/xmp/decision-xmp.ts';
import { mergeXmp } from '../../../../main/imaging/xmp/merge-xmp.ts';
import { readXmp } from '../../../../main/imaging/xmp/read-xmp.ts';
import { placeSibling } from '../../../../main/pipeline/output/place-sibling.ts';
import { Bulk } from '../../../../main/review/actions/bulk-work.ts';
import { createReader } from '../../../../main/review/lists/query-reader.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { type ReviewStage, test } from '../../../helpers/store/review-stage.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function sidecars(review: ReviewStage, options: Partial<ExportOptions> = {}) {
  const folder = join(review.folder, 'handed');
  mkdirSync(folder, { recursive: true });
  const reader = createReader(review.store.file);
  closing.push(() => reader.close());
  const tools = {
    ...{ store: review.store, reader, bulk: new Bulk(() => undefined), place: placeSibling },
    ...{ toWords: messageText, now: Date.now },
  };
  const all = { query: everyPhotograph, except: [] };
  return runExport(all, exportOptionsSchema.parse({ kind: 'sidecars', folder, ...options }), tools);
}
const written = (review: ReviewStage, name: string) => readFileSync(join(review.folder, 'handed', name));

test('writes decisions about raw photographs, merged with their existing sidecars, under their names', async ({
  review,
}) => {
  const raw = await review.finished('DSC_1', { extension: '.NEF' });
  const otherRaw = await review.finished('DSC_2', { extension: '.arw' });
  await review.finished('DSC_3', { extension: '.cr3' });
  const jpeg = await review.finished('plain');
  review.store.photographs.decide([raw.photographId], { stars: 4, label: 5, flag: 1 });
  review.store.photographs.decide([otherRaw.photographId, jpeg.photographId], { flag: -1, stars: 2 });
  const existingXmp = mergeXmp(null, { title: 'Harbour', rating: 1 });
  writeFileSync(join(review.card, 'DSC_1.xmp'), existingXmp);

  expect(await sidecars(review)).toMatchObject({ done: 2, failedCount: 0, ending: 'whole', trouble: null });
  expect(readdirSync(join(review.folder, 'handed')).sort()).toEqual(['DSC_1.xmp', 'DSC_2.xmp']);
  const facts = readXmp(written(review, 'DSC_1.xmp'));
  expect(facts).toMatchObject({ title: 'Harbour', rating: 4, label: 'Purple' });
  expect(decisionFromXmp(facts)).toEqual({ flag: 1, stars: 4, label: 5 });
  expect(decisionFromXmp(readXmp(written(review, 'DSC_2.xmp')))).toEqual({ flag: -1, stars: 2, label: 0 });
  expect(readFileSync(join(review.card, 'DSC_1.xmp')).equals(existingXmp)).toBe(true);
});

test('writes the photo info of raw photographs, with the keywords of their sidecars', async ({ review }) => {
  const raw = await review.finished('DSC_1', { extension: '.NEF' });
  await review.finished('DSC_2', { extension: '.NEF' });
  writeFileSync(join(review.card, 'DSC_1.xmp'), mergeXmp(null, { title: 'Harbour', creator: 'Somebody' }));
  const change = detailsChangeSchema.parse({ creator: 'Ana', headline: 'Größe', add: ['sea', '海'] });
  review.store.photographDetails.set([raw.photographId], change);
  expect(await sidecars(review)).toMatchObject({ done: 1, failedCount: 0, ending: 'whole' });
  const packet = written(review, 'DSC_1.xmp');
  expect(readXmp(packet)).toMatchObject({ title: 'Harbour', creator: 'Ana' });
  expect(packet.toString()).toMatch(/Headline="Größe".*<rdf:li>sea<\/rdf:li><rdf:li>海<\/rdf:li>/s);
});

test('a label from another program stays as it is in the sidecar now, unless a color was set here', {
  tags: ['long'],
}, async ({ review }) => {
  const decision = { flag: 0, stars: 3, label: 0, foreignLabel: 'Kunde A' } as const;
  const ids: number[] = [];
  for (const name of ['inside', 'renamed', 'blue'])
    ids.push((await review.finished(name, { extension: '.NEF', decision })).photographId);
  for (const name of ['renamed', 'blue'])
    writeFileSync(join(review.card, `${name}.xmp`), mergeXmp(null, { label: 'Kunde B' }));
  review.store.photographs.decide([ids[2]!], { label: 4 });
  expect(await sidecars(review)).toMatchObject({ done: 3, failedCount: 0 });
  const labels = ['inside', 'renamed', 'blue'].map((name) => readXmp(written(review, `${name}.xmp`)));
  expect(labels).toMatchObject([
    { rating: 3, label: 'Kunde A' },
    { rating: 3, label: 'Kunde B' },
    { rating: 3, label: 'Blue' },
  ]);
});

test('never overwrites a sidecar, nor uses another name', async ({ review }) => {
  const raw = await review.finished('DSC_1', { extension: '.NEF' });
  review.store.photographs.decide([raw.photographId], { stars: 4 });
  await sidecars(review);
  const first = written(review, 'DSC_1.xmp');
  const report = await sidecars(review);
  expect(report).toMatchObject({ done: 0, failedCount: 1, ending: 'whole' });
  expect(report.failed.map(({ message }) => messageText(message))).toEqual([
    '“DSC_1.xmp” is already in that folder, so nothing was written for DSC_1.NEF. Choose another folder.',
  ]);
  expect(readdirSync(join(review.folder, 'handed'))).toEqual(['DSC_1.xmp']);
  expect(written(review, 'DSC_1.xmp').equals(first)).toBe(true);
});

test('a broken link keeps the name and is reported; next to the photograph, its target can be unavailable', {
  tags: ['long'],
}, async ({ review }) => {
  const [first, second, third] = [
    await review.finished('DSC_1', { extension: '.NEF' }),
    await review.finished('DSC_2', { extension: '.NEF' }),
    await review.finished('DSC_3', { extension: '.NEF' }),
  ];
  review.store.photographs.decide([first.photographId, second.photographId, third.photographId], { stars: 4 });
  const handed = join(review.folder, 'handed');
  mkdirSync(handed);
  const gone = join(review.folder, 'gone.xmp');
  symlinkSync(gone, join(handed, 'DSC_1.xmp'));
  symlinkSync(gone, join(review.card, 'DSC_2.xmp'));
  const report = await sidecars(review);
  expect(report).toMatchObject({ done: 1, failedCount: 2, ending: 'whole' });
  expect(report.failed.map(({ message }) => messageText(message)).sort()).toEqual([
    `${join(handed, 'DSC_1.xmp')} is a link to ${gone}, which is missing, so nothing was written. Remove the link or restore its target, then try again.`,
    expect.stringMatching(/^“DSC_2.xmp” next to DSC_2.NEF cannot be read as XMP/),
  ]);
  expect(readdirSync(handed).sort()).toEqual(['DSC_1.xmp', 'DSC_3.xmp']);
});

test('reports photographs without a raw file or a decision', { tags: ['long'] }, async ({ review }) => {
  const jpeg = await review.finished('plain');
  review.store.photographs.decide([jpeg.photographId], { stars: 4 });
  const none = await sidecars(review);
  expect([none.ending, messageText(none.trouble!)]).toEqual([
    'trouble',
    expect.stringContaining('None of these photographs'),
  ]);
  await review.finished('DSC_1', { extension: '.NEF' });
  const undecided = await sidecars(review);
  expect(messageText(undecided.trouble!)).toContain(
    'These raw photographs have no stars, labels, flags or photo info yet',
  );
});

test('makes no sidecar that could replace an unreadable one', async ({ review }) => {
  const ids = [];
  for (const name of ['DSC_1', 'DSC_2', 'DSC_3'])
    ids.push((await review.finished(name, { extension: '.NEF' })).photographId);
  review.store.photographs.decide(ids, { stars: 4 });
  writeFileSync(join(review.card, 'DSC_1.xmp'), 'this is no XMP');
  const validXmp = mergeXmp(null, { title: 'Harbour' }).toString();
  writeFileSync(
    join(review.card, 'DSC_2.NEF.xmp'),
    validXmp.replace('</rdf:RDF>', `${' '.repeat(9_000_000)}</rdf:RDF>`),
  );
  const report = await sidecars(review);
  expect(report).toMatchObject({ done: 1, failedCount: 2, ending: 'whole' });
  expect(readdirSync(join(review.folder, 'handed'))).toEqual(['DSC_3.xmp']);
  expect(report.failed.map(({ message }) => messageText(message)).sort()).toEqual(
    ['“DSC_1.xmp” next to DSC_1.NEF', '“DSC_2.NEF.xmp” next to DSC_2.NEF'].map((sidecar) =>
      expect.stringMatching(`^${sidecar} cannot be read as XMP, so nothing was written`),
    ),
  );
});

test('writes none for an unavailable photograph, because its sidecar cannot be merged', {
  tags: ['long'],
}, async ({ review }) => {
  const raw = await review.finished('DSC_1', { extension: '.NEF' });
  review.store.photographs.decide([raw.photographId], { stars: 4 });
  renameSync(review.card, `${review.card} away`);
  const report = await sidecars(review);
  expect(report).toMatchObject({ done: 0, failedCount: 1 });
  expect(report.failed.map(({ message }) => messageText(message))[0]).toMatch(/^“DSC_1.NEF” is not available/);
  expect(readdirSync(join(review.folder, 'handed'))).toEqual([]);
});
