import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { operations } from '../../../../contract/operations/table.ts';
import type { Ended } from '../../../helpers/command/command-line.ts';
import { type CommandStage, test as commandTest, download } from '../../../helpers/command/command-stage.ts';
import { sample } from '../../../helpers/photograph/photographs.ts';
import { cutoutPng } from '../../../helpers/queue/queue-stage.ts';

const upload = `POST ${operations['commodity-background-removal'].path}`;

interface ProductsStage extends CommandStage {
  /** Path of the product list. */
  readonly list: string;
  products(...more: string[]): Promise<Ended>;
}

/** A stage with three photographs of products, two of them with the same content. */
const test = commandTest.extend<{ shoot: ProductsStage }>({
  shoot: async ({ stage }, use) => {
    const list = join(stage.folder, 'spring.csv');
    for (const name of ['4006381333931_2', 'CUP-7', 'other'])
      copyFileSync(sample('coffee'), join(stage.source, `${name}.png`));
    const words = ['products', list, stage.source, '--out', stage.out, '--recipe', 'commodity-background-removal'];
    await use({ ...stage, list, products: (...more) => stage.burnish(...words, '--name', '{sku}_{product}', ...more) });
  },
});

test('names and routes results by the list, with a service, and reports what is missing per SKU', async ({ shoot }) => {
  shoot.server.script(upload, shoot.response);
  const { width, height } = await sharp(sample('coffee')).metadata();
  shoot.server.script(download, { bytes: await cutoutPng(width, height), type: 'image/png' });

  await expectRouted(shoot, shoot.service);

  // Both photographs have the same content.
  expect(shoot.server.requestsOf(upload)).toHaveLength(1);
});

test('names and routes results by the list, with the built-in engine', { tags: ['long'] }, ({ shoot }) =>
  expectRouted(shoot, []),
);

async function expectRouted(shoot: ProductsStage, service: readonly string[]): Promise<void> {
  const run = (...more: string[]) => shoot.products(...service, ...more);
  const lines = ['EAN;SKU;Product name;Folder', '4006381333931;=C1+1;Mug;Cups', ';CUP-7;;'];
  const more = [';PLATE;"Plate ""Ø"" 20";../up', ';BOWL;Bowl;', ''];
  writeFileSync(shoot.list, `\ufeff${[...lines, ...more].join('\r\n')}`);
  const csv = join(shoot.folder, 'report.csv');

  const { code, out, err } = await run('--csv', csv);

  expect(shoot.results()).toEqual(['CUP-7.png', join('Cups', '=C1+1_Mug.png')]);
  expect(code).toBe(1);
  expect(err).toContain('Line 4 was left out. “../up” is outside the output folder.');
  expect(err).toContain('“other.png” is not on the list.');
  expect(out.split('\n').slice(-5, -1)).toEqual([
    'SKU    Name  Found  Done  Failed  Missing',
    '=C1+1  Mug       1     1       0        0',
    'CUP-7            1     1       0        0',
    'BOWL   Bowl      0     0       0        1',
  ]);
  expect(readFileSync(csv, 'utf8')).toBe(
    "\ufeffsku,name,found,done,failed,missing\r\n'=C1+1,Mug,1,1,0,0\r\nCUP-7,,1,1,0,0\r\nBOWL,Bowl,0,0,0,1\r\n",
  );
  const repeated = await run('--csv', csv);
  expect(repeated).toMatchObject({ code: 2, err: expect.stringContaining('already exists') });
  const again = await run('--json');
  expect(again.err).toContain('2 photographs were already finished');
  expect(JSON.parse(again.out.trim().split('\n').at(-1)!)).toMatchObject({
    products: [
      { sku: '=C1+1', found: 1, done: 1 },
      { sku: 'CUP-7', done: 1 },
      { sku: 'BOWL', missing: 1 },
    ],
    leftOut: [{ line: 4 }],
    withoutRow: [{ file: join(shoot.source, 'other.png') }],
  });
}

test('reports a failure to write the report, before the work if possible, and never leaves a partial one', async ({
  shoot,
}) => {
  writeFileSync(shoot.list, 'File,SKU\nCUP-7.png,C7\n');
  const inFolder = (...names: string[]) => join(shoot.folder, ...names);
  const missing = await shoot.products('--csv', inFolder('none', 'report.csv'));
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('the folder for the report does not exist')]);
  symlinkSync('gone.csv', inFolder('report.csv'));
  const dead = await shoot.products('--csv', inFolder('report.csv'));
  expect([dead.code, dead.err]).toEqual([1, expect.stringContaining('is a link to gone.csv')]);

  const inFile = join(shoot.list, 'report.csv');
  const { code, err, out } = await shoot.products('--dry-run', '--csv', inFile);

  expect(code).toBe(1);
  expect(out).toContain('C7');
  expect(err).toContain(
    `The report could not be written to ${inFile}. The table above contains all of it. A file exists`,
  );
  expect(err).not.toMatch(/E[A-Z]{4,}/);
  if (process.platform !== 'linux') return;
  const full = await shoot.products('--dry-run', '--csv', `/proc/${randomUUID()}.csv`);
  expect([full.code, full.err]).toEqual([1, expect.stringContaining('The report could not be written')]);
});

test('changes nothing with --dry-run', async ({ shoot }) => {
  writeFileSync(shoot.list, 'File,SKU,Recipe\nCUP-7.png,C7,product on white\n*_2*,EAN,\ngone,G,\n');

  const { code, out, err } = await shoot.products('--dry-run', '--json', '--name', '{name}');

  expect(code).toBe(0);
  expect(JSON.parse(out).products).toEqual([
    { sku: 'C7', name: '', found: 1, done: 0, failed: 0, missing: 0 },
    { sku: 'EAN', name: '', found: 1, done: 0, failed: 0, missing: 0 },
    { sku: 'G', name: '', found: 0, done: 0, failed: 0, missing: 1 },
  ]);
  expect(err).toContain('Results are not named after products');
  expect(existsSync(shoot.out)).toBe(false);
});

test.for([
  { name: 'a list without a column', text: 'a,b\n1,2', more: [], code: 1, why: 'has no column with a SKU or barcode' },
  { name: 'invalid names', text: 'SKU\nA1', more: ['--name', ''], code: 2, why: 'These result names cannot be used' },
])('rejects $name before the work', async ({ text, more, code, why }, { shoot }) => {
  writeFileSync(shoot.list, text);
  expect(await shoot.products(...more)).toMatchObject({ code, err: expect.stringContaining(why) });
  expect(existsSync(shoot.out)).toBe(false);
});
