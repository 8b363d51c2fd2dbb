import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  currentTexts,
  imagesFolder,
  matchTexts,
  pictureFiles,
  readSeenTexts,
} from '../../../scripts/docs/seen-texts.ts';
import { projectRoot } from '../../../scripts/setup/paths.ts';

const texts = new Set(['Export…', '{{count}} photographs', '{{name}}', 'Made by {{name}} on {{day}}']);

describe('matchTexts', () => {
  it.each([
    ['a text of the window', ['Export…'], ['Export…']],
    ['one with values in place of its placeholders', ['7 photographs'], ['{{count}} photographs']],
    [
      'several, once each and in order',
      ['Made by Anna on Monday', 'Export…', 'Export…'],
      ['Export…', 'Made by {{name}} on {{day}}'],
    ],
  ])('finds %s', (_, visible, found) => {
    expect(matchTexts(visible, texts)).toEqual(found);
  });

  it('ignores file names and numbers, which belong to the photographs', () => {
    expect(matchTexts(['IMG_0412.jpg', '46%'], texts)).toEqual([]);
  });
});

describe('the pictures of the documents', () => {
  const seen = readSeenTexts();
  const names = Object.keys(seen);

  it('show only current texts of the window (otherwise: npm run docs:screenshots)', () => {
    const now = currentTexts();
    const stale = names.flatMap((name) =>
      seen[name]!.filter((text) => !now.has(text)).map((text) => `${name}: ${text}`),
    );
    expect(stale).toEqual([]);
  });

  it.each(names)('have %s in light and dark, with texts', (name) => {
    expect(pictureFiles(name).map((file) => existsSync(join(imagesFolder, file)))).toEqual([true, true]);
    expect(seen[name]!.length).toBeGreaterThan(5);
  });

  it('are all recorded, and those in the docs exist', () => {
    const files = readdirSync(imagesFolder).filter((file) => file.endsWith('.webp'));
    expect(files.sort()).toEqual(names.flatMap(pictureFiles).sort());
    const documents = [
      'README.md',
      ...readdirSync(join(projectRoot, 'docs'))
        .filter((file) => file.endsWith('.md'))
        .map((file) => `docs/${file}`),
    ];
    const shown = documents.flatMap((file) => [
      ...readFileSync(join(projectRoot, file), 'utf8').matchAll(/images\/([\w-]+\.webp)/g),
    ]);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.map(([, file]) => file).filter((file) => !files.includes(file!))).toEqual([]);
  });
});
