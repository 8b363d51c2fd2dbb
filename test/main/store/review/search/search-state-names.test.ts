import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Language, languages } from '../../../../../contract/messages/language.ts';
import { parseSearch } from '../../../../../main/store/review/search/parse-search.ts';

interface Filters {
  readonly queue: { readonly filters: Readonly<Record<string, string>> };
  readonly review: { readonly filters: Readonly<Record<string, unknown>> };
}

const catalog = (language: Language): Filters =>
  JSON.parse(readFileSync(new URL(`../../../../../renderer/locales/${language}.json`, import.meta.url), 'utf8'));
const meant = (text: string) => parseSearch(text, Date.now()).map(({ meanings }) => meanings);

describe('a state or a decision in a search field', () => {
  it.each(languages)('is found by its name in the filters: %s', (language) => {
    const { queue, review } = catalog(language);
    for (const state of ['queued', 'running', 'done', 'failed', 'uncertain', 'cancelled']) {
      // For the reader, jobs at the service are waiting too.
      const english = state === 'queued' ? 'waiting' : state;
      expect(meant(queue.filters[state] ?? ''), `${state}: ${queue.filters[state]}`).toEqual(meant(english));
      expect(meant(english)).toMatchObject([[{ is: 'state' }]]);
    }
    for (const [decision, english] of [
      ['picked', 'picked'],
      ['rejected', 'rejected'],
      ['undecided', 'undecided'],
      ['unflagged', 'without a flag'],
    ] as const) {
      expect(meant(review.filters[decision] as string), decision).toEqual(meant(english));
      expect(meant(english)).toMatchObject([[{ is: 'decision' }]]);
    }
  });

  it('also matches names, and combines with other words', () => {
    expect(parseSearch('fertig Müller', 0)).toEqual([
      { words: ['fertig'], meanings: [{ is: 'state', states: ['done'] }] },
      { words: ['muller'], meanings: [] },
    ]);
    expect(parseSearch('sans décision', 0).map(({ words }) => words)).toEqual([['sans', 'decision']]);
    expect(meant('state:採用')).toEqual(meant('picked'));
    expect(meant('retenu')).toEqual(meant('retenues'));
  });
});
