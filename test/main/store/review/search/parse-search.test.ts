import { describe, expect, it } from 'vitest';
import { detectedKinds, findingKinds, isMeasured } from '../../../../../contract/findings/finding-kinds.ts';
import { parseSearch, type SearchMeaning } from '../../../../../main/store/review/search/parse-search.ts';

const now = new Date(2026, 10, 22, 15).getTime();
const inShort = (meaning: SearchMeaning): string => {
  switch (meaning.is) {
    case 'date':
      return `date ${new Date(meaning.from).toLocaleDateString('sv-SE')}`;
    case 'state':
      return `state ${meaning.states.join('/')}`;
    case 'decision':
      return meaning.condition;
    case 'labelled':
      return `labelled ${meaning.words}`;
    case 'chosen':
      return `chosen ${meaning.condition}`;
    case 'client':
      return `client ${meaning.words}`;
    case 'keyword':
      return `keyword ${meaning.words}`;
    case 'operation':
      return `does ${meaning.operations.join('/')}`;
    case 'found':
      return `found ${meaning.kinds.map((kind) => kind.filter(Boolean).join('.')).join('/')}`;
    case 'measured':
      return `${meaning.kind} ${meaning.compare} ${meaning.value}`;
  }
};
/** Terms as "words | meaning, meaning". */
const read = (text: string) =>
  parseSearch(text, now).map(({ words, meanings }) => [words.join(' '), meanings.map(inShort).join(', ')].join(' | '));

describe('the text of a search field', () => {
  it.each<[string, string[]]>([
    ['', []],
    ['  Müller  7 7', ['muller | ', '7 | ']],
    ['picked november', ['picked | flag = 1', 'november | date 2026-11-01']],
    ['state:failed', [' | state failed']],
    ['failed miller', ['failed | state failed', 'miller | ']],
    ['waiting', ['waiting | state queued/waiting']],
    ['undecided', ['undecided | flag = 0 AND stars = 0 AND label = 0']],
    ['state:rejected label:red', [' | flag = -1', ' | label = 1']],
    ['label:Künde', [' | labelled kunde']],
    ['client:picked client:Künde', [' | chosen picked = 1', ' | client kunde']],
    ['client:toString', [' | client tostring']],
    ['keyword:Été picked', [' | keyword ete', 'picked | flag = 1']],
    ['21 nov wedding', ['21 nov | date 2026-11-21', 'wedding | ']],
    ['date:2026-11-21', [' | date 2026-11-21']],
    ['date:may', [' | date 2026-05-01']],
    ['operation:head', [' | does avatar-extraction']],
    ['acne', ['acne | found acne']],
    ['sunglasses', ['sunglasses | found glasses.sunglasses']],
    ['finding:smiling', [' | found expression.smiling']],
    ['finding:quality>90', [' | quality > 90']],
    ['score ≥ 80', [' | beauty >= 80']],
    ['Quality>=90 age<20', [' | quality >= 90', ' | age < 20']],
    ['2 faces, no', ['2 | ', 'faces, | ', 'no | ']],
    ['2 faces quality 91', ['2 faces | faces = 2', 'quality 91 | quality = 91']],
    ['no face', ['no face | faces = 0']],
    // Unknown keys and invalid values are ordinary words.
    ['date:never c:d', ['date:never | ', 'c:d | ']],
    ['toString constructor', ['tostring | ', 'constructor | ']],
    ["' OR 1=1 --", ["' | ", 'or | ', '1=1 | ', '-- | ']],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('is cut if it is too long', () => {
    expect(parseSearch(Array.from({ length: 90 }, (_, n) => `w${n}`).join(' '), now)).toHaveLength(12);
  });

  it('finds each finding by a prefix of each of its names', () => {
    for (const kind of findingKinds) {
      if (isMeasured(kind)) continue;
      for (const [text, names] of Object.entries(detectedKinds[kind])) {
        const word = (names as readonly string[])[0]!.split(' ')[0]!;
        expect(read(`finding:${word}`)[0]).toContain([kind, text].filter(Boolean).join('.'));
      }
    }
  });
});
