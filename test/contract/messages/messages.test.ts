import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { messageCatalog } from '../../../contract/messages/index.ts';

const root = join(import.meta.dirname, '../../..');
const sources = ['contract', 'main', 'preload', 'renderer'].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('messages/'))
    .map((name) => readFileSync(join(root, room, name), 'utf8')),
);
const usedKeys = new Set(
  sources.flatMap((text) => [...text.matchAll(/'([a-z]+(?:\.[A-Za-z0-9_]+)+|paragraph)'/g)].map(([, key]) => key)),
);

/** Texts that only timelines stored by earlier versions have. */
const oldTimelineKeys = ['pipeline.evidence.charged', 'pipeline.evidence.notCharged'];

const entries: readonly [string, string][] = Object.entries(messageCatalog);
const stemOf = (key: string) => key.replace(/(_(one|other|terminal|window))+$/, '');
const named = (text: string) => new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));

describe('the catalogue', () => {
  it('has each key in its room, and in one room only', () => {
    const folder = join(root, 'contract/messages');
    const keys = readdirSync(folder)
      .filter((name) => name.endsWith('.ts') && !['index.ts', 'load-translation.ts'].includes(name))
      .flatMap((name) => {
        const found = [...readFileSync(join(folder, name), 'utf8').matchAll(/^ {2}'?([\w.]+)'?:/gm)].map(
          ([, key]) => key ?? '',
        );
        const [room] = name.split(/[-.]/);
        for (const key of found) expect(key === 'paragraph' ? 'units' : key.split('.')[0], key).toBe(room);
        return found;
      });
    expect(keys.length).toBe(new Set(keys).size);
    expect(new Set(keys)).toEqual(new Set(entries.map(([key]) => key)));
  });

  it('holds nothing that is never said', () => {
    const unused = new Set(entries.map(([key]) => stemOf(key)).filter((key) => !usedKeys.has(key)));
    expect([...unused]).toEqual(oldTimelineKeys);
  });

  it('has both numbers wherever it has one', () => {
    const keys = new Set(entries.map(([key]) => key));
    for (const key of keys) {
      if (key.endsWith('_one')) expect(keys).toContain(key.replace(/_one$/, '_other'));
      if (key.endsWith('_other')) expect(keys).toContain(key.replace(/_other$/, '_one'));
    }
  });

  it('has every sentence for whoever looks at the window, whatever it says to others', () => {
    const keys = new Set(entries.map(([key]) => key));
    for (const key of keys) {
      const general = key.replace(/_(terminal|window)/, '');
      expect(keys).toContain(general);
      // What is named on a terminal is known to whoever says it.
      const known = named(messageCatalog[general as keyof typeof messageCatalog]);
      for (const name of named(messageCatalog[key as keyof typeof messageCatalog])) expect(known, key).toContain(name);
    }
  });

  it('has no blanks at the ends of a sentence, and typographic quotes', () => {
    const wrong = entries.filter(
      ([key, text]) =>
        text === '' || /["']/.test(text) || (text.trim() !== text && !['units.between', 'units.comma'].includes(key)),
    );
    expect(wrong).toEqual([]);
  });
});
