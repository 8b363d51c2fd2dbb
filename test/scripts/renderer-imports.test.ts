/** Checks the import rules of the window in the sources, because the checker of the other rooms cannot read .tsx. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = globSync('renderer/**/*.{ts,tsx}', { cwd: root }).map((file) => file.split(sep).join('/'));
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

/**
 * Returns the imports of `file` as paths from the repository's root or package names, without types if `run` is true.
 */
function importsOf(file: string, run: boolean): string[] {
  const statements = textOf(file).matchAll(/^(?:import|export)\s(?:(type\s)?[^'";]*?\sfrom\s)?'([^']+)'/gm);
  return [...statements]
    .filter(([, type]) => !(run && type))
    .map(([, , from = '']) =>
      from.startsWith('.')
        ? relative(root, join(root, dirname(file), from))
            .split(sep)
            .join('/')
        : from,
    );
}

describe('the renderer', () => {
  it('imports only itself, the contract, the requests of the bridge, and packages for the page', () => {
    const strangers = files.flatMap((file) =>
      importsOf(file, false)
        .filter((to) => !/^(renderer|contract)\/|^preload\/(channels\.ts$|requests\/)/.test(to))
        .filter((to) => !/^(@mantine|@tabler|@tanstack|fast-deep-equal|i18next|react|zustand)/.test(to))
        .map((to) => `${file} -> ${to}`),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(strangers).toEqual([]);
  });

  it('talks to the bridge in one place', () => {
    expect(files.filter((file) => textOf(file).includes('window.burnish'))).toEqual(['renderer/bridge.ts']);
  });

  it('has no import cycles', () => {
    const graph = new Map(
      files.map((file) => [file, importsOf(file, true).filter((to) => to.startsWith('renderer/'))]),
    );
    const done = new Set<string>();
    const circles: string[] = [];
    const walk = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      if (done.has(file) || path.includes(file)) return;
      for (const next of graph.get(file) ?? []) walk(next, [...path, file]);
      done.add(file);
    };
    for (const file of files) walk(file, []);
    expect(circles).toEqual([]);
  });

  it('keeps texts for people in the locales', () => {
    // Text between tags, or in attributes that are read aloud, belongs to renderer/locales.
    const spoken = /(?:>\s*[A-Z][a-z]+ [a-z]+[^<{]*<)|(?:(?:aria-label|title|placeholder|label)="[^"]+")/;
    const found = files.filter((file) => file.endsWith('.tsx')).filter((file) => spoken.test(textOf(file)));
    expect(found).toEqual([]);
  });
});
