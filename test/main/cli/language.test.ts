/** Languages of the command line: the terminal's, `--lang`, or else English. */
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { english } from '../../../contract/messages/language.ts';
import { setReading } from '../../../contract/messages/translator.ts';
import { runInProcess } from '../../helpers/command/in-process-cli.ts';
import { scratchFolder } from '../../helpers/photograph/photographs.ts';

const folder = scratchFolder();
afterEach(() => setReading(english));

const missing = (env: NodeJS.ProcessEnv, ...more: string[]) =>
  runInProcess(['run', join(folder, 'a.jpg'), '--recipe', 'skin-soft', '--data', join(folder, 'data'), ...more], {
    LC_ALL: undefined,
    LC_MESSAGES: undefined,
    LANG: undefined,
    ...env,
  }).ended;

const name = 'in %j with %j it says %s';
it.each([
  [{ LC_ALL: 'ja_JP.UTF-8', LANG: 'de_DE.UTF-8' }, [], '「a.jpg」'],
  [{ LANG: 'de_DE.UTF-8' }, ['--lang', 'ru'], '«a.jpg»'],
  [{ LANG: 'pt_BR.UTF-8' }, [], '“a.jpg” can no longer be found.'],
])(name, expectWords);
it.each([
  [{ LANG: 'de_AT.UTF-8' }, [], '„a.jpg“'],
  [{}, ['--lang=zh-TW'], '「a.jpg」'],
  [{ LC_ALL: 'C' }, [], '“a.jpg” can no longer be found.'],
])(name, { tags: ['long'] }, expectWords);

async function expectWords(env: NodeJS.ProcessEnv, more: string[], words: string): Promise<void> {
  const { code, err } = await missing(env, ...more);
  expect(code).toBe(1);
  expect(err).toContain(words);
}

it('names its recipes in the language of its first start, and rejects unsupported languages with a message', async () => {
  const data = join(folder, 'german');
  const { out } = await runInProcess(['recipes', 'list', '--data', data, '--lang', 'de']).ended;
  expect(out).toContain('Porträt');
  const { code, err } = await runInProcess(['status', '--data', data, '--lang', 'tlh']).ended;
  expect(code).toBe(2);
  expect(err).toContain('de, en, es, fr, ja, ko, ru, zh-CN, zh-TW');
});

it('knows preinstalled items by their names in English and in the user’s language', {
  tags: ['long'],
}, async () => {
  const data = join(folder, 'russian');
  await runInProcess(['recipes', 'list', '--data', data, '--lang', 'ru']).ended;
  for (const recipe of ['Portrait cutout', 'Porträtfreisteller', 'portrait-cutout']) {
    const words = ['run', join(folder, 'a.jpg'), '--recipe', recipe, '--data', data, '--lang', 'de'];
    const { code, err } = await runInProcess([...words, '--service', 'integrierte engine']).ended;
    expect([code, err]).toEqual([1, expect.stringContaining('„a.jpg“')]);
  }
  const { out } = await runInProcess(['services', '--data', data, '--lang', 'ZH-tw']).ended;
  expect(out).toContain('內建');
});
