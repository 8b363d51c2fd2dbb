/** Finds missing, unknown and wrong texts of a translation. */
import type { TranslatedLanguage } from '../../contract/messages/translator.ts';
import type { Catalog } from './catalogs.ts';

export interface TranslationProblem {
  readonly key: string;
  readonly problem: string;
}

/** Returns the names between `{{` and `}}`. */
export const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);

/** Languages that use the form “one” for 0 or 21 too, so that its text has to contain the number. */
const hasInexactOne: ReadonlySet<TranslatedLanguage> = new Set(['fr', 'ru']);

/** The quotation marks and apostrophes of each language. */
const quotes: Readonly<Record<TranslatedLanguage, string>> = {
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

/** Placeholders of a key. */
interface Requirement {
  readonly required: readonly string[];
  readonly allowed: ReadonlySet<string>;
}

/** Returns the keys that a language needs. A plural has one for each form of the language. */
export function requiredKeys(english: Catalog, language: TranslatedLanguage): ReadonlyMap<string, Requirement> {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const requirements = new Map<string, Requirement>();
  for (const [key, text] of english) {
    const [, stem, form] = /^(.*)_(one|other)$/.exec(key) ?? [];
    const singular = stem === undefined ? undefined : english.get(`${stem}_one`);
    const plural = stem === undefined ? undefined : english.get(`${stem}_other`);
    if (singular === undefined || plural === undefined) {
      requirements.set(key, { required: placeholdersIn(text), allowed: new Set(placeholdersIn(text)) });
    } else if (form === 'other') {
      const allowed = new Set([...placeholdersIn(singular), ...placeholdersIn(plural)]);
      for (const each of forms) {
        const isExact = each === 'one' && !hasInexactOne.has(language);
        requirements.set(`${stem}_${each}`, { required: placeholdersIn(isExact ? singular : plural), allowed });
      }
    }
  }
  return requirements;
}

export function findTranslationProblems(
  english: Catalog,
  translation: Catalog,
  language: TranslatedLanguage,
): TranslationProblem[] {
  const requirements = requiredKeys(english, language);
  const missing = [...requirements.keys()]
    .filter((key) => !translation.has(key))
    .map((key) => ({ key, problem: 'is missing' }));
  const wrong = [...translation].flatMap(([key, text]) => {
    const requirement = requirements.get(key);
    if (requirement === undefined) return [{ key, problem: 'is no key' }];
    return findTextProblems(text, requirement, language).map((problem) => ({ key, problem: `${problem}: ${text}` }));
  });
  return [...missing, ...wrong];
}

function findTextProblems(text: string, { required, allowed }: Requirement, language: TranslatedLanguage): string[] {
  const found = placeholdersIn(text);
  return [
    ...required.filter((name) => !found.includes(name)).map((name) => `does not name {{${name}}}`),
    ...found.filter((name) => !allowed.has(name)).map((name) => `names {{${name}}}, which is not there`),
    ...(text.match(anyQuote) ?? [])
      .filter((mark) => !quotes[language].includes(mark))
      .map((mark) => `has ${mark}, which is no quotation mark of the language`),
    ...(text.includes('...') ? ['has three dots for an ellipsis'] : []),
    ...(/[^\P{Cc}\n]/u.test(text) ? ['has a control character'] : []),
    ...(language === 'fr' ? findFrenchSpacing(text) : []),
  ];
}

/** French has a no-break space before these marks. */
function findFrenchSpacing(text: string): string[] {
  const plain = text.replace(/\w+:\/\/\S*|\w+:\w+|`[^`]*`/g, '');
  return /[^\s\u00a0\u202f{]:(?!\w)|[^\u00a0\u202f][;!?»](?!\w)/u.test(plain) || /«[^\u00a0\u202f]/u.test(plain)
    ? ['lacks a no-break space']
    : [];
}
