import { describe, expect, it } from 'vitest';
import { asLogged, paragraph, type Sentence, say, saysSame } from '../../preload/contract/sentence.ts';
import { inWords } from '../../preload/in-words.ts';

describe('a sentence in words', () => {
  it.each([
    [say('ipc.unchanged'), 'Nothing was changed.'],
    [say('pipeline.tried', { count: 1 }), 'Tried once.'],
    [say('pipeline.tried', { count: 1200 }), 'Tried 1,200 times.'],
    [say('pipeline.nextTry', { time: { ms: 8000 } }), 'Next try in 8 s.'],
    [
      say('imaging.fit.format', {
        name: 'a.gif',
        format: 'GIF',
        operation: 'Cutout',
        formats: { anyOf: ['JPEG', 'PNG'] },
      }),
      '“a.gif” is in GIF format, but “Cutout” takes only JPEG or PNG. Allow fitting in the recipe, or convert the photograph.',
    ],
    [paragraph(say('ipc.unchanged'), null, 'As it was stored.'), 'Nothing was changed. As it was stored.'],
  ])('%j', (sentence, words) => {
    expect(inWords(sentence)).toBe(words);
  });

  it('says when in the reader’s way and time zone', () => {
    const at = new Date(2026, 10, 22, 13, 38).getTime();
    expect(inWords(say('pipeline.nextTry', { time: { at } }))).toMatch(/^Next try in Nov 22, 2026, 1:38\sPM\.$/);
  });

  it('takes what somebody else wrote as it is', () => {
    const quoted = '$t(ipc.unchanged) {{count}} <b>&amp;</b>';
    expect(inWords(say('service.quoted', { quoted }))).toBe(`It says: “${quoted}”`);
    expect(inWords(quoted)).toBe(quoted);
  });

  it('reads otherwise for whoever gave a command, within other sentences too', () => {
    const failed = say('service.engine.failed');
    expect(inWords(failed)).toContain('(Settings, Advanced)');
    expect(inWords(paragraph(failed), 'terminal')).toContain('BURNISH_LOG=1');
    // Where it reads the same for all.
    expect(inWords(say('ipc.unchanged'), 'terminal')).toBe('Nothing was changed.');
  });

  it('of a newer version shows as its key', () => {
    expect(inWords({ key: 'store.ofTomorrow' } as unknown as Sentence)).toBe('store.ofTomorrow');
  });
});

describe('a sentence in the log', () => {
  it('is its key and what it names', () => {
    expect(asLogged(say('pipeline.tried', { count: 2 }))).toBe('pipeline.tried {"count":2}');
    expect(asLogged('As it was stored.')).toBe('As it was stored.');
  });
});

it('says the same or not', () => {
  expect(saysSame(say('pipeline.tried', { count: 2 }), say('pipeline.tried', { count: 2 }))).toBe(true);
  expect(saysSame(say('pipeline.tried', { count: 2 }), say('pipeline.tried', { count: 3 }))).toBe(false);
  expect([saysSame(null, undefined), saysSame(null, null), saysSame('', null)]).toEqual([false, true, false]);
});
