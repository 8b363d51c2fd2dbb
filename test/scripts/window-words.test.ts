import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import en from '../../renderer/locales/en.json' with { type: 'json' };

const renderer = join(import.meta.dirname, '../../renderer');

function keysOf(value: unknown, path = ''): string[] {
  if (typeof value === 'string') return [path];
  return Object.entries(value as object).flatMap(([key, child]) => keysOf(child, path === '' ? key : `${path}.${key}`));
}

/** What is in a template between its pieces, as a pattern of keys. */
function patternOf(template: string): RegExp {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${parts.join('.+')}$`);
}

it('shows every word of the window somewhere', () => {
  const sources = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(renderer, name), 'utf8'))
    .join('\n');
  const literals = new Set([...sources.matchAll(/'([\w-]+(?:\.[\w-]+)+)'/g)].map(([, key]) => key));
  const templates = [...sources.matchAll(/`([\w-]+\.[^`\s]*\$\{[^`]*)`/g)].map(([, text = '']) => patternOf(text));
  const isShown = (key: string) => literals.has(key) || templates.some((template) => template.test(key));
  expect(
    keysOf(en)
      .map((key) => key.replace(/_(one|other)$/, ''))
      .filter((key) => !isShown(key)),
  ).toEqual([]);
});
