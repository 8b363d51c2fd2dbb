import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { operations } from '../../../../contract/operations/table.ts';
import { runInProcess } from '../../../helpers/command/in-process-cli.ts';
import { cutoutPng, success } from '../../../helpers/queue/queue-stage.ts';
import { startScriptedServer } from '../../../helpers/service/scripted-server.ts';

const sample = join(import.meta.dirname, '../../../../assets/samples/coffee.png');

let folder: string;
let list: string;
let words: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'burnish-products-'));
  list = join(folder, 'spring.csv');
  const shoot = join(folder, 'shoot');
  mkdirSync(shoot);
  for (const name of ['4006381333931_2', 'CUP-7', 'other']) copyFileSync(sample, join(shoot, `${name}.png`));
  const where = ['--data', join(folder, 'data'), '--out', join(folder, 'out')];
  words = ['products', list, shoot, ...where, '--recipe', 'commodity-background-removal', '--name', '{sku}_{product}'];
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));

it('names and routes results by the list, with a service, and reports what is missing per SKU', async () => {
  const server = await startScriptedServer();
  const { path } = operations['commodity-background-removal'];
  server.script(`POST ${path}`, { json: { ...success, data: { image_url: `${server.baseUrl}/result.png` } } });
  const { width, height } = await sharp(sample).metadata();
  server.script('GET /result.png', { bytes: await cutoutPng(width, height), type: 'image/png' });
  try {
    await expectRouted('--service', server.baseUrl, '--key-env', 'TEST_KEY');
    // Both photographs have the same content.
    expect(server.requestsOf(`POST ${path}`)).toHaveLength(1);
  } finally {
    await server.close();
  }
});

it(
  'names and routes results by the list, with the built-in engine, and reports what is missing per SKU',
  {
    tags: ['long'],
  },
  () => expectRouted(),
);

async function expectRouted(...service: string[]): Promise<void> {
  const run = (...more: string[]) => runInProcess([...words, ...service, ...more], { TEST_KEY: 'key' }).ended;
  writeFileSync(
    list,
    '\ufeffEAN;SKU;Product name;Folder\r\n4006381333931;=C1+1;Mug;Cups\r\n;CUP-7;;\r\n;PLATE;"Plate ""Ø"" 20";../up\r\n;BOWL;Bowl;\r\n',
  );
  const csv = join(folder, 'report.csv');
  const { code, out, err } = await run('--csv', csv);
  expect(readdirSync(join(folder, 'out'), { recursive: true }).sort()).toEqual(
    ['CUP-7.png', 'Cups', join('Cups', '=C1+1_Mug.png')].sort(),
  );
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
    withoutRow: [{ file: join(folder, 'shoot', 'other.png') }],
  });
}

it('reports a failure to write the report, before the work if possible, and never leaves a partial one', async () => {
  writeFileSync(list, 'File,SKU\nCUP-7.png,C7\n');
  const missing = await runInProcess([...words, '--csv', join(folder, 'none', 'report.csv')]).ended;
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('the folder for the report does not exist')]);
  symlinkSync('gone.csv', join(folder, 'report.csv'));
  const dead = await runInProcess([...words, '--csv', join(folder, 'report.csv')]).ended;
  expect([dead.code, dead.err]).toEqual([1, expect.stringContaining('is a link to gone.csv')]);
  const inFile = join(list, 'report.csv');
  const { code, err, out } = await runInProcess([...words, '--dry-run', '--csv', inFile]).ended;
  expect(code).toBe(1);
  expect(out).toContain('C7');
  expect(err).toContain(
    `The report could not be written to ${inFile}. The table above contains all of it. A file exists`,
  );
  expect(err).not.toMatch(/E[A-Z]{4,}/);
  if (process.platform !== 'linux') return;
  const full = await runInProcess([...words, '--dry-run', '--csv', `/proc/${randomUUID()}.csv`]).ended;
  expect([full.code, full.err]).toEqual([1, expect.stringContaining('The report could not be written')]);
});

it('changes nothing with --dry-run', async () => {
  writeFileSync(list, 'File,SKU,Recipe\nCUP-7.png,C7,product on white\n*_2*,EAN,\ngone,G,\n');
  const { code, out, err } = await runInProcess([...words, '--dry-run', '--json', '--name', '{name}']).ended;
  expect(code).toBe(0);
  expect(JSON.parse(out).products).toEqual([
    { sku: 'C7', name: '', found: 1, done: 0, failed: 0, missing: 0 },
    { sku: 'EAN', name: '', found: 1, done: 0, failed: 0, missing: 0 },
    { sku: 'G', name: '', found: 0, done: 0, failed: 0, missing: 1 },
  ]);
  expect(err).toContain('Results are not named after products');
  expect(existsSync(join(folder, 'out'))).toBe(false);
});

it.each([
  ['no column', 'a,b\n1,2', 1, 'has no column with a SKU or barcode'],
  ['names that cannot be', 'SKU\nA1', 2, 'These result names cannot be used'],
])('rejects %s before the work', async (caseName, text, code, why) => {
  writeFileSync(list, text);
  const more = caseName === 'no column' ? [] : ['--name', ''];
  const ended = await runInProcess([...words, ...more]).ended;
  expect(ended).toMatchObject({ code, err: expect.stringContaining(why) });
  expect(existsSync(join(folder, 'out'))).toBe(false);
});
