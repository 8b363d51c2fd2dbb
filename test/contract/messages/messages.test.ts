import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import en from '../../../contract/messages/en.json' with { type: 'json' };

const root = join(import.meta.dirname, '../../..');
const sources = ['contract', 'main', 'preload', 'renderer'].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('placeholders.ts'))
    .map((name) => readFileSync(join(root, room, name), 'utf8')),
);
const usedKeys = new Set(
  sources.flatMap((text) => [...text.matchAll(/'([a-z]+(?:\.[A-Za-z0-9_]+)+|paragraph)'/g)].map(([, key]) => key)),
);

/** Texts that appear only in timelines stored by earlier versions. */
const oldTimelineKeys = ['pipeline.evidence.charged', 'pipeline.evidence.notCharged'];

const texts: Readonly<Record<string, string>> = en.sentences;
const entries = Object.entries(texts);

/** Allowed prefixes of a key: the folder of `main/` that shows the message, or its topic. */
const rooms = new Set(
  'app cards cli contract costs delivery desktop imaging intake ipc networks pipeline previews review service standing store studio units'.split(
    ' ',
  ),
);
const stemOf = (key: string) => key.replace(/(_(one|other|terminal|window))+$/, '');
const named = (text: string) => new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));

describe('the catalogue', () => {
  it('has each key once, under a known prefix', () => {
    // Read as text because JSON.parse keeps only the last of two equal keys.
    const file = readFileSync(join(root, 'contract/messages/en.json'), 'utf8');
    const keys = [...file.matchAll(/^ {4}"([\w.]+)":/gm)].map(([, key]) => key ?? '');
    for (const key of keys) expect(rooms, key).toContain(key === 'paragraph' ? 'units' : key.split('.')[0]);
    expect(keys.length).toBe(new Set(keys).size);
    expect(new Set(keys)).toEqual(new Set(entries.map(([key]) => key)));
  });

  it('has no unused messages', () => {
    const unused = new Set(entries.map(([key]) => stemOf(key)).filter((key) => !usedKeys.has(key)));
    expect([...unused]).toEqual(oldTimelineKeys);
  });

  it('has both plural forms or neither', () => {
    const keys = new Set(entries.map(([key]) => key));
    for (const key of keys) {
      if (key.endsWith('_one')) expect(keys).toContain(key.replace(/_one$/, '_other'));
      if (key.endsWith('_other')) expect(keys).toContain(key.replace(/_other$/, '_one'));
    }
  });

  it('has a general text for every variant', () => {
    const keys = new Set(entries.map(([key]) => key));
    for (const key of keys) {
      const general = key.replace(/_(terminal|window)/, '');
      expect(keys).toContain(general);
      // A variant may use only the placeholders of the general text.
      const known = named(texts[general] ?? '');
      for (const name of named(texts[key] ?? '')) expect(known, key).toContain(name);
    }
  });

  it('has no spaces at the ends of a message, and typographic quotes', () => {
    const wrong = entries.filter(
      ([key, text]) =>
        text === '' || /["']/.test(text) || (text.trim() !== text && !['units.between', 'units.comma'].includes(key)),
    );
    expect(wrong).toEqual([]);
  });
});
