import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import en from '../../renderer/locales/en.json' with { type: 'json' };
import { readCatalog } from '../../scripts/locales/catalogs.ts';
import { placeholdersIn } from '../../scripts/locales/translation-problems.ts';

const renderer = join(import.meta.dirname, '../../renderer');

function keysOf(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return [path];
  return Object.entries(value as object).flatMap(([key, child]) => keysOf(child, path === '' ? key : `${path}.${key}`));
}

/** Pattern of the keys that a template literal can build. */
function patternOf(template: string): RegExp {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${parts.join('.+')}$`);
}

const sources = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(join(renderer, name), 'utf8'))
  .join('\n');

it('uses every text of the window', () => {
  const literals = new Set([...sources.matchAll(/'([\w-]+(?:\.[\w-]+)+)'/g)].map(([, key]) => key));
  const templates = [...sources.matchAll(/`([\w-]+\.[^`\s]*\$\{[^`]*)`/g)].map(([, text = '']) => patternOf(text));
  const isShown = (key: string) => literals.has(key) || templates.some((template) => template.test(key));
  expect(
    keysOf(en)
      .map((key) => key.replace(/_(one|other)$/, ''))
      .filter((key) => !isShown(key)),
  ).toEqual([]);
});

/** The names in an object literal, or null if a spread may add others. */
function namesIn(literal: string): string[] | null {
  const outside = literal.replace(/\((?:[^()]|\([^()]*\))*\)/g, '');
  return outside.includes('...') ? null : [...outside.matchAll(/(?:^|,)\s*(\w+)/g)].map(([, name = '']) => name);
}

it('gives each text its placeholders', () => {
  const catalog = readCatalog('en');
  const calls = [...sources.matchAll(/\bt\(\s*'([\w.-]+)'(?:,\s*\{([^{}]*)\},?)?\s*\)/g)];
  const wrong = calls.flatMap(([call, key, literal = '']) => {
    const forms = ['', '_one', '_other'].flatMap((form) => catalog.get(`window.${key}${form}`) ?? []);
    const given = namesIn(literal);
    const missing = forms.flatMap(placeholdersIn).filter((name) => given?.includes(name) === false);
    return missing.length > 0 ? [call] : [];
  });
  expect(calls.length).toBeGreaterThan(1400);
  expect(wrong).toEqual([]);
});
