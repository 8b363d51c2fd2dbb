import { readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import type { ExportKind, ExportOptions } from '../../../../contract/delivery/export.ts';
import { setReading } from '../../../../contract/messages/translator.ts';
import { detailsChangeSchema } from '../../../../contract/review/photo-info.ts';
import { resultData, resultRows } from '../../../../main/delivery/tables/result-tables.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { all, byName, type ExportStage, filesIn, test } from '../../../helpers/store/export-stage.ts';
import { runSql } from '../../../helpers/store/own-folder.ts';

/** Exports a table. Returns its text. */
async function made(stand: ExportStage, kind: ExportKind, options: Partial<ExportOptions> = {}): Promise<string> {
  await stand.run({ kind, ...options }, { choice: byName });
  const [file] = filesIn(stand.handed).map((name) => join(stand.handed, name));
  const text = readFileSync(file!, 'utf8');
  rmSync(file!);
  return text;
}
async function allOf<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const row of rows) list.push(row);
  return list;
}
const rowsOf = (stand: ExportStage, id: number) => allOf(resultRows(all, [id], stand.tools));
const dataOf = (stand: ExportStage, id: number) => allOf(resultData(all, [id], stand.tools));

test.for([
  ['csv', 'Burnish 2026-11-22.csv'],
  ['report', 'Burnish report 2026-11-22.csv'],
] as const)('a broken link under the name of a table (%s) is reported', async ([kind, name], { stand }) => {
  await stand.finished('one');
  const link = join(stand.handed, name);
  symlinkSync('gone.csv', link);
  const report = await stand.run({ kind });
  expect(report).toMatchObject({ ending: 'trouble', done: 0 });
  expect(messageText(report.trouble!)).toBe(
    `${link} is a link to gone.csv, which is missing, so nothing was written. Remove the link or restore its target, then try again.`,
  );
  expect(readdirSync(stand.handed)).toEqual([name]);
});

test('a report is named in the language of the user', async ({ stand }) => {
  await stand.finished('one');
  await setReading({ language: 'fr', locale: 'fr' });
  try {
    await stand.run({ kind: 'report' });
    expect(filesIn(stand.handed)).toEqual(['Burnish rapport 2026-11-22.csv']);
  } finally {
    await setReading({ language: 'en', locale: 'en' });
  }
});

test('a table of decisions and results contains no formula', async ({ stand }) => {
  const { photographId } = await stand.finished('one');
  await stand.finished('two');
  const note = '=HYPERLINK("http://x"), "quoted"\nnext';
  stand.store.photographs.decide([photographId], { flag: 1, stars: 3, label: 2, note });
  expect(await stand.run({ kind: 'csv' }, { choice: byName })).toMatchObject({ done: 1, ending: 'whole' });
  expect(filesIn(stand.handed)).toEqual(['Burnish 2026-11-22.csv']);

  const text = readFileSync(join(stand.handed, 'Burnish 2026-11-22.csv'), 'utf8');
  expect(text.startsWith('\ufeffphotograph,folder,')).toBe(true);
  expect(text).toMatch(/,xmp\.did:[0-9a-f]{32},/);
  expect(text).toContain(',picked,3,yellow,"\'=HYPERLINK(""http://x""), ""quoted""\nnext",one,');
  expect(text.split('\r\n')).toHaveLength(4);
});

test('the text of a label from another program replaces the color', async ({ stand }) => {
  const decision = { flag: 0, stars: 0, label: 0, foreignLabel: '=Kunde A' } as const;
  const { photographId } = await stand.finished('one', { decision });
  expect(await made(stand, 'csv')).toContain(",,0,'=Kunde A,");
  expect(await dataOf(stand, photographId)).toMatchObject([{ decision: { label: 0 }, foreignLabel: '=Kunde A' }]);
  stand.store.photographs.decide([photographId], { label: 4 });
  expect(await rowsOf(stand, photographId)).toMatchObject([{ label: 'blue' }]);
});

test('the choices of clients have separate columns, with the name of each client', async ({ stand }) => {
  const { photographId, resultId } = await stand.finished('one');
  const { galleries, clientPicks } = stand.store;
  galleries.add('g', 'Spring', [{ token: 'a', photographId, resultId, caption: 'one' }]);
  const choose = (name: string, stars: number, comment: string) =>
    clientPicks.swap(
      { galleryId: 'g', name },
      { savedAt: null, picks: [{ photographId, picked: true, stars, comment }] },
    );
  choose('Anna', 4, 'A little darker');
  choose('=Tom', 0, '');

  expect(await dataOf(stand, photographId)).toMatchObject([
    { clients: [{ name: 'Anna', gallery: 'Spring', picked: true, stars: 4 }, { name: '=Tom' }] },
  ]);
  const [row] = parse(await made(stand, 'csv'), { bom: true, columns: true });
  expect(row).toMatchObject({
    ...{ flag: '', stars: '0', note: '', client_picked: 'Anna; =Tom' },
    ...{ client_stars: 'Anna: 4', client_comments: 'Anna: A little darker' },
  });
});

test('photo info is in the table and in the data', async ({ stand }) => {
  const { photographId } = await stand.finished('one');
  const change = detailsChangeSchema.parse({ headline: '=1', creator: 'Zoë', add: ['sea', '海'] });
  stand.store.photographDetails.set([photographId], change);
  const details = { headline: '=1', creator: 'Zoë', copyright: '', keywords: ['sea', '海'] };
  expect(await dataOf(stand, photographId)).toMatchObject([{ details }]);
  expect(await made(stand, 'csv')).toContain(",'=1,,Zoë,,sea; 海\r\n");
});

test.for([
  [0, '2024-05-31T00:05:09'],
  [23, '2024-05-31T23:05:09'],
] as const)('gives the capture day in the time of the camera: %i h', async ([hour, clock], { stand }) => {
  const { photographId } = await stand.finished('one');
  runSql(stand.folder, `UPDATE photographs SET taken_at = ${new Date(2024, 4, 31, hour, 5, 9).getTime()}`);
  expect(await rowsOf(stand, photographId)).toMatchObject([{ taken: clock }]);
  expect(await dataOf(stand, photographId)).toMatchObject([{ takenAt: clock }]);
});

test('cells use the separator of the country’s spreadsheets, and stay complete', async ({ stand }) => {
  const { photographId } = await stand.finished('one');
  stand.store.photographs.decide([photographId], { note: 'red; not blue, nor green' });
  const text = await made(stand, 'csv', { separator: 'semicolon' });
  expect(text.startsWith('\ufeffphotograph;folder;')).toBe(true);
  const [heading, row]: string[][] = parse(text, { bom: true, delimiter: ';', record_delimiter: '\r\n' });
  expect(row).toHaveLength(heading!.length);
  expect(row).toContain('red; not blue, nor green');
});

test('a note that begins like a formula is text in a spreadsheet', async ({ stand }) => {
  const { photographId } = await stand.finished('one');
  for (const note of ['+1', '-1', '@x', '\tx', '\rx', '=1']) {
    stand.store.photographs.decide([photographId], { note });
    expect(await made(stand, 'csv'), note).toMatch(new RegExp(`,"?'${note.replace('+', '\\+')}"?,one,`));
  }
});

test('a note with a line break stays one cell, whatever follows it', async ({ stand }) => {
  const { photographId } = await stand.finished('one');
  for (const mark of ['\n', '\r', '\r\n', '\u2028']) {
    const note = `nice${mark}=cmd|'/C calc'!A0`;
    stand.store.photographs.decide([photographId], { note });
    const text = await made(stand, 'csv');
    const rows: string[][] = parse(text, { bom: true, record_delimiter: '\r\n' });
    expect(rows).toEqual([expect.any(Array), expect.arrayContaining([note])]);
    expect(rows[1]).toHaveLength(rows[0]!.length);
    expect(text).toContain(`"${note}"`);
  }
});

test('data has the same content, with the responses of analyses', async ({ stand }) => {
  const { jobId } = await stand.finished('one');
  const { batchId, operation } = stand.job(jobId);
  const data = { kind: 'analysis', raw: { acne: 2 }, body: null, width: 1, height: 1 } as const;
  stand.store.results.add({ jobId, batchId, step: 0, operation, ...data });
  expect(JSON.parse(await made(stand, 'json'))).toEqual([
    expect.objectContaining({
      name: 'one.jpg',
      decision: expect.objectContaining({ flag: 0 }),
      results: [expect.objectContaining({ kind: 'image' }), expect.objectContaining({ analysis: { acne: 2 } })],
    }),
  ]);
});

test('a report gives the outcome of each photograph of a batch', async ({ stand }) => {
  await stand.finished('one');
  await stand.run({ kind: 'report' });
  expect(filesIn(stand.handed)).toEqual(['Burnish report 2026-11-22.csv']);
  const text = readFileSync(join(stand.handed, 'Burnish report 2026-11-22.csv'), 'utf8');
  expect(text.split('\r\n')[1]).toMatch(/^one,one\.jpg,.*,done,1,.*one\.png,xmp\.did:[0-9a-f]{32},,.*/);
});
