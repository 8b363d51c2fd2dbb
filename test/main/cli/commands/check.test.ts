/** `burnish check`: verdicts as text, JSON and a table. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { marketplaces } from '../../../../contract/recipes/marketplaces.ts';
import { openStore } from '../../../../main/store/index.ts';
import { runInProcess } from '../../../helpers/command/in-process-cli.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';

const folder = scratchFolder();
const file = (name: string) => join(folder, name);
const disc = (radius: number) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1600"><circle cx="800" cy="800" r="${radius}" fill="#a03020"/></svg>`,
    ),
  ).flatten({ background: '#fff' });
await disc(720).jpeg({ quality: 92 }).toFile(file('B000123456.MAIN.jpg'));
await disc(500).jpeg({ quality: 92 }).toFile(file('small one.jpg'));
const check = (...words: string[]) => runInProcess(['check', ...words]).ended;

it('reports which files pass, and the numbers of failed rules', async () => {
  const passingRun = await check('amazon-main', file('B000123456.MAIN.jpg'));
  expect([passingRun.code, passingRun.out]).toEqual([
    0,
    `${file('B000123456.MAIN.jpg')}: passes (Amazon, main image)\nOne file passes.\n`,
  ]);
  const both = await check('amazon-main', file('B000123456.MAIN.jpg'), file('small one.jpg'), file('gone.jpg'));
  expect(both.code).toBe(1);
  expect(both.out.split('\n').slice(1, -1)).toEqual([
    `${file('small one.jpg')}: fails (Amazon, main image)`,
    expect.stringMatching(/^ {2}The subject fills 62\.[5-7]%; at least 85% is required\.$/),
    '  The name should be the product’s number and variant, such as B000123456.MAIN.jpg. (This rule is not certain.)',
    '“gone.jpg” can no longer be found.',
    'One file passes.',
    '2 files fail.',
  ]);
});

it('fails no file for an uncertain rule', { tags: ['long'] }, async () => {
  await disc(720).jpeg({ quality: 92 }).toFile(file('disc.jpg'));
  const { code, out } = await check('amazon-main', file('disc.jpg'));
  expect([code, out.split('\n')[0], out.split('\n')[2]]).toEqual([
    0,
    `${file('disc.jpg')}: passes, one rule to look at (Amazon, main image)`,
    'One file passes.',
  ]);
  const table = await check('amazon-main', file('disc.jpg'), '--csv');
  expect([table.code, table.out]).toEqual([0, expect.stringMatching(/,to look at,product-name,must,false,/)]);
});

it('prints one JSON line per file, with every measurement', async () => {
  const { out } = await check('google-merchant', file('small one.jpg'), '--json');
  const verdict = JSON.parse(out);
  expect(verdict).toMatchObject({ file: file('small one.jpg'), preset: 'google-merchant', passes: true });
  expect(verdict.measured).toMatchObject({
    width: 1600,
    format: 'jpeg',
    quality: 92,
    transparent: false,
    fill: expect.closeTo(0.626, 2),
  });
  expect(verdict.rules.at(-1)).toMatchObject({
    kind: 'fill',
    level: 'should',
    passes: false,
    asks: { least: 0.75, most: 0.9 },
  });
});

it('prints a table without spreadsheet formulas', async () => {
  const { out, code } = await check('etsy', file('small one.jpg'), '=1+1.jpg', '--csv');
  const lines = out.trim().split('\n');
  expect(code).toBe(1);
  expect(lines[0]).toBe('file,preset,verdict,rule,level,certain,says');
  expect(lines[1]).toBe(
    `${file('small one.jpg')},etsy,could be better,shortest-side,should,false,"The shortest side is 1,600 px; at least 2,000 px are required."`,
  );
  expect(lines.at(-1)).toMatch(/^'=1\+1\.jpg,etsy,fails,/);
});

it('accepts a custom preset, and reports errors in one', async () => {
  const { out } = await check('etsy', '--rules');
  const own = { ...JSON.parse(out), id: 'mine', name: 'Mine' };
  writeFileSync(
    file('mine.json'),
    JSON.stringify({ ...own, rules: [{ ...own.rules[0], level: 'must', certain: true }] }),
  );
  const checked = await check(file('mine.json'), file('small one.jpg'));
  expect([checked.code, checked.out.includes('fails (Mine)')]).toEqual([1, true]);
  writeFileSync(file('bad.json'), JSON.stringify({ ...own, rules: [] }));
  writeFileSync(file('text.json'), 'no preset');
  const refused: [string[], string][] = [
    [['walmart', 'a.jpg'], 'There is no preset “walmart”. Use one of amazon-main, ebay,'],
    [[file('text.json'), 'a.jpg'], 'A preset is a JSON file'],
    [[file('bad.json'), 'a.jpg'], 'is not a preset (rules)'],
    [['ebay'], 'Specify the files to check.'],
  ];
  for (const [words, said] of refused) {
    const { code, err } = await check(...words);
    expect([code, err]).toEqual([2, expect.stringContaining(said)]);
  }
});

it('checks with a custom preset of the window, by its name there', async () => {
  const data = file('data');
  const store = openStore({ folder: data });
  const amazon = marketplaces[0]!;
  store.presets.save({
    ...amazon,
    id: 'own-1',
    name: 'Our shop',
    copiedFrom: amazon.id,
    rules: amazon.rules.slice(0, 1),
  });
  store.close();
  const mine = await check('Our shop', file('small one.jpg'), '--data', data);
  expect([mine.code, mine.out]).toEqual([0, `${file('small one.jpg')}: passes (Our shop)\nOne file passes.\n`]);
  expect((await check('Their shop', file('small one.jpg'), '--data', data)).code).toBe(2);
});

it.runIf(process.platform === 'linux')('fails if the table cannot be written to disk', () => {
  const full = openSync('/dev/full', 'w');
  const cli = join(import.meta.dirname, '../../../../main/cli.ts');
  const words = ['check', 'amazon-main', file('B000123456.MAIN.jpg'), '--csv'];
  const { status, stderr } = spawnSync(process.execPath, [cli, ...words], { stdio: ['ignore', full, 'pipe'] });
  closeSync(full);
  expect([status, String(stderr)]).toEqual([
    1,
    'The check results could not be written in full. The disk is full. Free up space, then try again.\n',
  ]);
});
