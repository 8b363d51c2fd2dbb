import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import { afterEach, expect } from 'vitest';
import { type CsvSeparator, type ExportKind, exportOptionsSchema } from '../../../../contract/delivery/export.ts';
import { setReading } from '../../../../contract/messages/translator.ts';
import { everyPhotograph } from '../../../../contract/review/list-queries.ts';
import { detailsChangeSchema } from '../../../../contract/review/photo-info.ts';
import { runExport } from '../../../../main/delivery/export/run-export.ts';
import { resultData, resultRows } from '../../../../main/delivery/tables/result-tables.ts';
import { placeSibling } from '../../../../main/pipeline/output/place-sibling.ts';
import { Bulk } from '../../../../main/review/actions/bulk-work.ts';
import { createReader } from '../../../../main/review/lists/query-reader.ts';
import { messageText } from '../../../helpers/run/message-matchers.ts';
import { type ReviewStage, test } from '../../../helpers/store/review-stage.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function allOf<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

async function exported(review: ReviewStage, kind: ExportKind, separator: CsvSeparator = 'comma') {
  const reader = createReader(review.store.file);
  closing.push(() => reader.close());
  const folder = join(review.folder, kind);
  mkdirSync(folder, { recursive: true });
  const tools = {
    store: review.store,
    reader,
    bulk: new Bulk(() => undefined),
    place: placeSibling,
    toWords: messageText,
  };
  const on = { query: { ...everyPhotograph, sort: 'name' as const, descending: false }, except: [] };
  const options = exportOptionsSchema.parse({ folder, kind, separator });
  const report = await runExport(on, options, { ...tools, now: () => Date.UTC(2026, 10, 22, 12) });
  return { report, folder, files: readdirSync(folder) };
}

async function made(review: ReviewStage, kind: ExportKind, separator?: CsvSeparator) {
  const { report, folder, files } = await exported(review, kind, separator);
  return { report, files, text: readFileSync(join(folder, files[0]!), 'utf8') };
}

test.for(['csv', 'report'] as const)(
  'a broken link under the name of a table (%s) is reported',
  async (kind, { review }) => {
    await review.finished('one');
    const name = kind === 'csv' ? 'Burnish 2026-11-22.csv' : 'Burnish report 2026-11-22.csv';
    const link = join(review.folder, kind, name);
    mkdirSync(join(review.folder, kind));
    symlinkSync('gone.csv', link);
    const { report, files } = await exported(review, kind);
    expect([report.ending, report.done, files]).toEqual(['trouble', 0, [name]]);
    expect(messageText(report.trouble!)).toBe(
      `${link} is a link to gone.csv, which is missing, so nothing was written. Remove the link or restore its target, then try again.`,
    );
  },
);

test('a report is named in the language of the user', async ({ review }) => {
  await review.finished('one');
  await setReading({ language: 'fr', locale: 'fr' });
  try {
    expect((await exported(review, 'report')).files).toEqual(['Burnish rapport 2026-11-22.csv']);
  } finally {
    await setReading({ language: 'en', locale: 'en' });
  }
});

test('a table of decisions and results contains no formula', async ({ review }) => {
  const photograph = await review.finished('one');
  await review.finished('two');
  review.store.photographs.decide([photograph.photographId], {
    flag: 1,
    stars: 3,
    label: 2,
    note: '=HYPERLINK("http://x"), "quoted"\nnext',
  });
  const { report, files, text } = await made(review, 'csv');
  expect(report).toMatchObject({ done: 1, ending: 'whole' });
  expect(files).toEqual(['Burnish 2026-11-22.csv']);
  expect(text.startsWith('\ufeffphotograph,folder,')).toBe(true);
  expect(text).toMatch(/,xmp\.did:[0-9a-f]{32},/);
  expect(text).toContain(',picked,3,yellow,"\'=HYPERLINK(""http://x""), ""quoted""\nnext",one,');
  expect(text.split('\r\n')).toHaveLength(4);
});

test('the text of a label from another program replaces the color', async ({ review }) => {
  const decision = { flag: 0, stars: 0, label: 0, foreignLabel: '=Kunde A' } as const;
  const { photographId } = await review.finished('one', { decision });
  expect((await made(review, 'csv')).text).toContain(",,0,'=Kunde A,");
  const on = { query: everyPhotograph, except: [] };
  const rows = () => allOf(resultRows(on, [photographId], { store: review.store, toWords: messageText }));
  const data = await allOf(resultData(on, [photographId], { store: review.store, toWords: messageText }));
  expect(data).toMatchObject([{ decision: { label: 0 }, foreignLabel: '=Kunde A' }]);
  review.store.photographs.decide([photographId], { label: 4 });
  expect(await rows()).toMatchObject([{ label: 'blue' }]);
});

test('the choices of clients have separate columns, with the name of each client', async ({ review }) => {
  const { photographId, resultId } = await review.finished('one');
  const { galleries, clientPicks } = review.store;
  galleries.add('g', 'Spring', [{ token: 'a', photographId, resultId, caption: 'one' }]);
  const choose = (name: string, picked: boolean, stars: number, comment: string) =>
    clientPicks.swap({ galleryId: 'g', name }, { savedAt: null, picks: [{ photographId, picked, stars, comment }] });
  choose('Anna', true, 4, 'A little darker');
  choose('=Tom', true, 0, '');
  const on = { query: everyPhotograph, except: [] };
  const data = await allOf(resultData(on, [photographId], { store: review.store, toWords: messageText }));
  expect(data).toMatchObject([
    { clients: [{ name: 'Anna', gallery: 'Spring', picked: true, stars: 4 }, { name: '=Tom' }] },
  ]);
  const [head, row] = parse((await made(review, 'csv')).text, { bom: true }) as [string[], string[]];
  const cells = Object.fromEntries(head.map((name, at) => [name, row[at]]));
  expect(cells).toMatchObject({
    ...{ flag: '', stars: '0', note: '' },
    client_picked: 'Anna; =Tom',
    client_stars: 'Anna: 4',
    client_comments: 'Anna: A little darker',
  });
});

test('photo info is in the table and in the data', async ({ review }) => {
  const { photographId } = await review.finished('one');
  const change = detailsChangeSchema.parse({ headline: '=1', creator: 'Zoë', add: ['sea', '海'] });
  review.store.photographDetails.set([photographId], change);
  const on = { query: everyPhotograph, except: [] };
  const data = await allOf(resultData(on, [photographId], { store: review.store, toWords: messageText }));
  expect(data).toMatchObject([{ details: { headline: '=1', creator: 'Zoë', copyright: '', keywords: ['sea', '海'] } }]);
  expect((await made(review, 'csv')).text).toContain(",'=1,,Zoë,,sea; 海\r\n");
});

test('gives the capture day in the time of the camera', async ({ review }) => {
  const { photographId } = await review.finished('one');
  const db = new Database(review.store.file);
  for (const [hour, clock] of [
    [0, '2024-05-31T00:05:09'],
    [23, '2024-05-31T23:05:09'],
  ] as const) {
    const takenAt = new Date(2024, 4, 31, hour, 5, 9).getTime();
    db.prepare('UPDATE photographs SET taken_at = ? WHERE id = ?').run(takenAt, photographId);
    const { store } = review;
    const on = { query: everyPhotograph, except: [] };
    const tools = { store, toWords: messageText };
    expect(await allOf(resultRows(on, [photographId], tools))).toMatchObject([{ taken: clock }]);
    expect(await allOf(resultData(on, [photographId], tools))).toMatchObject([{ takenAt: clock }]);
  }
  db.close();
});

test('cells use the separator of the country’s spreadsheets, and stay complete', async ({ review }) => {
  const { photographId } = await review.finished('one');
  review.store.photographs.decide([photographId], { note: 'red; not blue, nor green' });
  const { text } = await made(review, 'csv', 'semicolon');
  expect(text.startsWith('\ufeffphotograph;folder;')).toBe(true);
  const [heading, row]: string[][] = parse(text, { bom: true, delimiter: ';', record_delimiter: '\r\n' });
  expect(row).toHaveLength(heading!.length);
  expect(row).toContain('red; not blue, nor green');
});

const formulas = ['+1', '-1', '@x', '\tx', '\rx', '=1'];
const checkFormula = async (note: (typeof formulas)[number], { review }: { review: ReviewStage }) => {
  const { photographId } = await review.finished('one');
  review.store.photographs.decide([photographId], { note });
  expect((await made(review, 'csv')).text).toMatch(new RegExp(`,"?'${note.replace(/[+]/g, '\\+')}"?,one,`));
};
test.for(formulas.slice(0, 2))('a note %j is text in a spreadsheet', checkFormula);
test.for(formulas.slice(2))('a note %j is text in a spreadsheet', { tags: ['long'] }, checkFormula);

const lineBreaks = ['\n', '\r', '\r\n', '\u2028'];
const checkLineBreak = async (mark: (typeof lineBreaks)[number], { review }: { review: ReviewStage }) => {
  const { photographId } = await review.finished('one');
  const note = `nice${mark}=cmd|'/C calc'!A0`;
  review.store.photographs.decide([photographId], { note });
  const { text } = await made(review, 'csv');
  const rows: string[][] = parse(text, { bom: true, record_delimiter: '\r\n' });
  expect(rows).toHaveLength(2);
  expect(rows[1]).toHaveLength(rows[0]!.length);
  expect(rows[1]).toContain(note);
  expect(text).toContain(`"${note}"`);
};
test.for(lineBreaks.slice(0, 1))('a note with the line break %j stays one cell, whatever follows it', checkLineBreak);
test.for(lineBreaks.slice(1))(
  'a note with the line break %j stays one cell, whatever follows it',
  { tags: ['long'] },
  checkLineBreak,
);

test('data has the same content, with the responses of analyses', async ({ review }) => {
  const { jobId } = await review.finished('one');
  const { batchId, operation } = review.job(jobId);
  const data = { kind: 'analysis', raw: { acne: 2 }, body: null, width: 1, height: 1 } as const;
  review.store.results.add({ jobId, batchId, step: 0, operation, ...data });
  const [photograph, ...more] = JSON.parse((await made(review, 'json')).text);
  expect(more).toEqual([]);
  expect(photograph).toMatchObject({
    name: 'one.jpg',
    decision: { flag: 0 },
    results: [{ kind: 'image' }, { analysis: { acne: 2 } }],
  });
});

test('a report gives the outcome of each photograph of a batch', async ({ review }) => {
  await review.finished('one');
  const { files, text } = await made(review, 'report');
  expect(files).toEqual(['Burnish report 2026-11-22.csv']);
  expect(text.split('\r\n')[1]).toMatch(/^one,one\.jpg,.*,done,1,.*one\.png,xmp\.did:[0-9a-f]{32},,.*/);
});
