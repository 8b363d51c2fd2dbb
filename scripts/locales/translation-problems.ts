/** What a translation lacks, or has and should not. Pure. */
import type { Language } from '../../contract/messages/language.ts';
import type { Catalog } from './catalogs.ts';

type Other = Exclude<Language, 'en'>;

export interface TranslationProblem {
  readonly key: string;
  readonly problem: string;
}

const holes = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);

/** Languages whose form for “one” is used for other numbers too (0, 21), which it therefore has to name. */
const oneIsMore: ReadonlySet<Other> = new Set(['fr', 'ru']);

/** The quotation marks of each language; an apostrophe among them. */
const quotes: Readonly<Record<Other, string>> = {
  de: '„“‚‘’',
  es: '“”‘’«»',
  fr: '«»’“”',
  ja: '「」『』',
  ko: '‘’“”',
  ru: '«»„“’',
  'zh-CN': '“”‘’',
  'zh-TW': '「」『』',
};
const anyQuote = /["'“”„‚‘’«»「」『』]/gu;

/** Of a key: what its texts must name, and what they may. */
interface Wanted {
  readonly must: readonly string[];
  readonly may: ReadonlySet<string>;
}

/** The keys a language has to have, from those of English: a plural has as many forms as the language. */
export function wantedKeys(english: Catalog, language: Other): ReadonlyMap<string, Wanted> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const wanted = new Map<string, Wanted>();
  for (const [key, text] of english) {
    const [, stem, form] = /^(.*)_(one|other)$/.exec(key) ?? [];
    const singular = stem === undefined ? undefined : english.get(`${stem}_one`);
    const plural = stem === undefined ? undefined : english.get(`${stem}_other`);
    if (singular === undefined || plural === undefined) {
      wanted.set(key, { must: holes(text), may: new Set(holes(text)) });
    } else if (form === 'other') {
      const may = new Set([...holes(singular), ...holes(plural)]);
      for (const each of forms) {
        const isExact = each === 'one' && !oneIsMore.has(language);
        wanted.set(`${stem}_${each}`, { must: holes(isExact ? singular : plural), may });
      }
    }
  }
  return wanted;
}

export function findTranslationProblems(english: Catalog, translation: Catalog, language: Other): TranslationProblem[] {
  const wanted = wantedKeys(english, language);
  const missing = [...wanted.keys()]
    .filter((key) => !translation.has(key))
    .map((key) => ({ key, problem: 'is missing' }));
  const faults = [...translation].flatMap(([key, text]) => {
    const expected = wanted.get(key);
    if (expected === undefined) return [{ key, problem: 'is no key' }];
    return faultsIn(text, expected, language).map((problem) => ({ key, problem: `${problem}: ${text}` }));
  });
  return [...missing, ...faults];
}

function faultsIn(text: string, { must, may }: Wanted, language: Other): string[] {
  const named = holes(text);
  return [
    ...must.filter((name) => !named.includes(name)).map((name) => `does not name {{${name}}}`),
    ...named.filter((name) => !may.has(name)).map((name) => `names {{${name}}}, which is not there`),
    ...(text.match(anyQuote) ?? [])
      .filter((mark) => !quotes[language].includes(mark))
      .map((mark) => `has ${mark}, which is no quotation mark of the language`),
    ...(text.includes('...') ? ['has three dots for an ellipsis'] : []),
    ...(language === 'fr' ? frenchSpaces(text) : []),
  ];
}

/** French has a space before these marks, and no line may end there. */
function frenchSpaces(text: string): string[] {
  const plain = text.replace(/\w+:\/\/\S*|\w+:\w+|`[^`]*`/g, '');
  return /[^\s\u00a0\u202f{]:(?!\w)|[^\u00a0\u202f][;!?»](?!\w)/u.test(plain) || /«[^\u00a0\u202f]/u.test(plain)
    ? ['lacks a no-break space']
    : [];
}
