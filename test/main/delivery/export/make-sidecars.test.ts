import { readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { detailsChangeSchema } from '../../../../contract/review/photo-info.ts';
import { decisionFromXmp } from '../../../../main/imaging/xmp/decision-xmp.ts';
import { mergeXmp } from '../../../../main/imaging/xmp/merge-xmp.ts';
import { readXmp } from '../../../../main/imaging/xmp/read-xmp.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { type ExportStage, failures, filesIn, test } from '../../../helpers/store/export-stage.ts';

const sidecars = (stand: ExportStage) => stand.run({ kind: 'sidecars' });
const written = (stand: ExportStage, name: string) => readFileSync(join(stand.handed, name));

/** Adds raw photographs with four stars. Returns their ids. */
async function rawWithStars(stand: ExportStage, ...names: string[]): Promise<number[]> {
  const ids = [];
  for (const name of names) ids.push((await stand.finished(name, { extension: '.NEF' })).photographId);
  stand.store.photographs.decide(ids, { stars: 4 });
  return ids;
}

test('writes decisions about raw photographs, merged with their existing sidecars, under their names', async ({
  stand,
}) => {
  const raw = await stand.finished('DSC_1', { extension: '.NEF' });
  const otherRaw = await stand.finished('DSC_2', { extension: '.arw' });
  await stand.finished('DSC_3', { extension: '.cr3' });
  const jpeg = await stand.finished('plain');
  stand.store.photographs.decide([raw.photographId], { stars: 4, label: 5, flag: 1 });
  stand.store.photographs.decide([otherRaw.photographId, jpeg.photographId], { flag: -1, stars: 2 });
  const existingXmp = mergeXmp(null, { title: 'Harbour', rating: 1 });
  writeFileSync(join(stand.card, 'DSC_1.xmp'), existingXmp);

  expect(await sidecars(stand)).toMatchObject({ done: 2, failedCount: 0, ending: 'whole', trouble: null });
  expect(filesIn(stand.handed)).toEqual(['DSC_1.xmp', 'DSC_2.xmp']);
  const facts = readXmp(written(stand, 'DSC_1.xmp'));
  expect(facts).toMatchObject({ title: 'Harbour', rating: 4, label: 'Purple' });
  expect(decisionFromXmp(facts)).toEqual({ flag: 1, stars: 4, label: 5 });
  expect(decisionFromXmp(readXmp(written(stand, 'DSC_2.xmp')))).toEqual({ flag: -1, stars: 2, label: 0 });
  expect(readFileSync(join(stand.card, 'DSC_1.xmp')).equals(existingXmp)).toBe(true);
});

test('writes the photo info of raw photographs, with the keywords of their sidecars', async ({ stand }) => {
  const raw = await stand.finished('DSC_1', { extension: '.NEF' });
  await stand.finished('DSC_2', { extension: '.NEF' });
  writeFileSync(join(stand.card, 'DSC_1.xmp'), mergeXmp(null, { title: 'Harbour', creator: 'Somebody' }));
  const change = detailsChangeSchema.parse({ creator: 'Ana', headline: 'Größe', add: ['sea', '海'] });
  stand.store.photographDetails.set([raw.photographId], change);

  expect(await sidecars(stand)).toMatchObject({ done: 1, failedCount: 0, ending: 'whole' });
  const packet = written(stand, 'DSC_1.xmp');
  expect(readXmp(packet)).toMatchObject({ title: 'Harbour', creator: 'Ana' });
  expect(packet.toString()).toMatch(/Headline="Größe".*<rdf:li>sea<\/rdf:li><rdf:li>海<\/rdf:li>/s);
});

test('a label from another program stays as it is in the sidecar now, unless a color was set here', {
  tags: ['long'],
}, async ({ stand }) => {
  const decision = { flag: 0, stars: 3, label: 0, foreignLabel: 'Kunde A' } as const;
  const names = ['inside', 'renamed', 'blue'];
  const ids: number[] = [];
  for (const name of names) ids.push((await stand.finished(name, { extension: '.NEF', decision })).photographId);
  for (const name of names.slice(1))
    writeFileSync(join(stand.card, `${name}.xmp`), mergeXmp(null, { label: 'Kunde B' }));
  stand.store.photographs.decide([ids[2]!], { label: 4 });

  expect(await sidecars(stand)).toMatchObject({ done: 3, failedCount: 0 });
  expect(names.map((name) => readXmp(written(stand, `${name}.xmp`)))).toMatchObject([
    { rating: 3, label: 'Kunde A' },
    { rating: 3, label: 'Kunde B' },
    { rating: 3, label: 'Blue' },
  ]);
});

test('never overwrites a sidecar, nor uses another name', async ({ stand }) => {
  await rawWithStars(stand, 'DSC_1');
  await sidecars(stand);
  const first = written(stand, 'DSC_1.xmp');

  const report = await sidecars(stand);
  expect(report).toMatchObject({ done: 0, failedCount: 1, ending: 'whole' });
  expect(failures(report)).toEqual([
    '“DSC_1.xmp” is already in that folder, so nothing was written for DSC_1.NEF. Choose another folder.',
  ]);
  expect(filesIn(stand.handed)).toEqual(['DSC_1.xmp']);
  expect(written(stand, 'DSC_1.xmp').equals(first)).toBe(true);
});

test('a broken link keeps the name and is reported; next to the photograph, its target can be unavailable', {
  tags: ['long'],
}, async ({ stand }) => {
  await rawWithStars(stand, 'DSC_1', 'DSC_2', 'DSC_3');
  const gone = join(stand.folder, 'gone.xmp');
  const link = join(stand.handed, 'DSC_1.xmp');
  symlinkSync(gone, link);
  symlinkSync(gone, join(stand.card, 'DSC_2.xmp'));

  const report = await sidecars(stand);
  expect(report).toMatchObject({ done: 1, failedCount: 2, ending: 'whole' });
  expect(failures(report)).toEqual([
    `${link} is a link to ${gone}, which is missing, so nothing was written. Remove the link or restore its target, then try again.`,
    expect.stringMatching(/^“DSC_2.xmp” next to DSC_2.NEF cannot be read as XMP/),
  ]);
  expect(readdirSync(stand.handed).sort()).toEqual(['DSC_1.xmp', 'DSC_3.xmp']);
});

test('reports photographs without a raw file or a decision', { tags: ['long'] }, async ({ stand }) => {
  const jpeg = await stand.finished('plain');
  stand.store.photographs.decide([jpeg.photographId], { stars: 4 });
  const none = await sidecars(stand);
  expect(none.ending).toBe('trouble');
  expect(messageText(none.trouble!)).toContain('None of these photographs');

  await stand.finished('DSC_1', { extension: '.NEF' });
  const undecided = await sidecars(stand);
  expect(messageText(undecided.trouble!)).toContain('These raw photographs have no stars, labels, flags or photo info');
});

test('makes no sidecar that could replace an unreadable one', async ({ stand }) => {
  await rawWithStars(stand, 'DSC_1', 'DSC_2', 'DSC_3');
  const tooLong = mergeXmp(null, {})
    .toString()
    .replace('</rdf:RDF>', `${' '.repeat(9_000_000)}</rdf:RDF>`);
  writeFileSync(join(stand.card, 'DSC_1.xmp'), 'this is no XMP');
  writeFileSync(join(stand.card, 'DSC_2.NEF.xmp'), tooLong);

  const report = await sidecars(stand);
  expect(report).toMatchObject({ done: 1, failedCount: 2, ending: 'whole' });
  expect(filesIn(stand.handed)).toEqual(['DSC_3.xmp']);
  expect(failures(report)).toEqual([
    expect.stringMatching('^“DSC_1.xmp” next to DSC_1.NEF cannot be read as XMP, so nothing was written'),
    expect.stringMatching('^“DSC_2.NEF.xmp” next to DSC_2.NEF cannot be read as XMP, so nothing was written'),
  ]);
});

test('writes none for an unavailable photograph, because its sidecar cannot be merged', {
  tags: ['long'],
}, async ({ stand }) => {
  await rawWithStars(stand, 'DSC_1');
  renameSync(stand.card, `${stand.card} away`);
  const report = await sidecars(stand);
  expect(report).toMatchObject({ done: 0, failedCount: 1 });
  expect(failures(report)).toEqual([expect.stringMatching(/^“DSC_1.NEF” is not available/)]);
  expect(filesIn(stand.handed)).toEqual([]);
});
