import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import '../../../renderer/locales/setup.ts';
import { advices } from '../../../contract/jobs/job.ts';
import { placeholders } from '../../../contract/recipes/naming.ts';
import en from '../../../renderer/locales/en.json' with { type: 'json' };

function collectTexts(value: unknown, path = ''): [path: string, words: string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([key, child]) =>
    collectTexts(child, path === '' ? key : `${path}.${key}`),
  );
}
const texts = collectTexts(en);

describe('the texts', () => {
  it('have a singular and a plural, or neither', () => {
    const paths = new Set(texts.map(([path]) => path));
    for (const path of paths) {
      if (path.endsWith('_one')) expect(paths).toContain(path.replace(/_one$/, '_other'));
      if (path.endsWith('_other')) expect(paths).toContain(path.replace(/_other$/, '_one'));
    }
  });

  it('are never empty, and have no spaces at their ends', () => {
    for (const [path, words] of texts) expect(words.trim(), path).toBe(words);
    for (const [path, words] of texts) expect(words, path).not.toBe('');
  });

  it('cover every placeholder of the naming template and every advice', () => {
    expect(Object.keys(en.recipes.output.placeholder)).toEqual(Object.keys(placeholders));
    const offered = advices.filter((advice) => advice !== 'none' && advice !== 'decide');
    expect(Object.keys(en.queue.advice)).toEqual(offered);
  });

  it('have a singular and a plural form', () => {
    expect(i18next.t('notices.added', { count: 1 })).toBe('1 photograph added.');
    expect(i18next.t('notices.added', { count: 6 })).toBe('6 photographs added.');
  });
});
