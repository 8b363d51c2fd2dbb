import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runInProcess } from '../../../helpers/command/in-process-cli.ts';
import { scratchFolder } from '../../../helpers/photograph/photographs.ts';

let folder: string;
beforeEach(() => {
  folder = scratchFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));
const say = (...words: string[]) => runInProcess(['recipes', ...words, '--data', join(folder, 'data')]).ended;

it('recipes are exported to a file, and imported under a free name', async () => {
  const file = join(folder, 'white.json');
  expect(await say('export', 'product on white', file)).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    burnish: 'recipe',
    recipe: { name: 'Product on white' },
  });
  expect((await say('import', file)).out).toBe('“Product on white 2” was added to the list of recipes.\n');
  expect((await say()).out).toContain('Product on white 2: Product cutout\n');
});

it('a recipe named like an operation is renamed, and one that lacks a photograph is rejected', async () => {
  const file = join(folder, 'a.json');
  await say('export', 'product on white', file);
  const document = JSON.parse(readFileSync(file, 'utf8'));
  const put = (change: object) =>
    writeFileSync(file, `\ufeff${JSON.stringify({ ...document, recipe: { ...document.recipe, ...change } })}`);
  put({ name: 'smart-beauty' });
  expect((await say('import', file)).out).toBe('“(smart-beauty)” was added to the list of recipes.\n');
  put({ name: 'Brows', steps: [{ operation: 'ai-eyebrows', params: {} }] });
  const ended = await say('import', join(folder, 'gone.json'), file);
  expect([ended.code, ended.err.trim().split('\n').length, ended.out]).toEqual([1, 2, '']);
  expect(ended.err).toContain('needs a second photograph');
});

it.each([
  [['export', 'product on white'], 2],
  [['export', 'nothing', 'x.json'], 2],
  [['import'], 2],
  [['import', 'gone.json'], 1],
])('%j ends with %i and a message', async (words, code) => {
  const ended = await say(...words);
  expect([ended.code, ended.err.length > 0]).toEqual([code, true]);
});

it('never overwrites a file', async () => {
  const file = join(folder, 'mine.json');
  writeFileSync(file, 'mine');
  expect((await say('export', 'product on white', file)).code).toBe(2);
  expect(readFileSync(file, 'utf8')).toBe('mine');
});
