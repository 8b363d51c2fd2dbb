/** The naming rules of CONTRIBUTING.md that can be checked without types. */
import type { Declaration } from './declarations.ts';

export type NamingRule = 'quantity' | 'boolean' | 'translated' | 'file';

/** Words for a bound that are `max…`, `min…` or `default…` here. `atLeastOne` and least squares are terms. */
const quantity =
  /^(?:most|least|fewest|usual)(?=[A-Z]|$)|^(?!atLeast|atMost).*[a-z](?:Most|Least(?!Squares)|Fewest)(?=[A-Z])/;

/** A local may be the `largestFace` of several; a constant is a bound. */
const superlative = /^(?:longest|largest|smallest|highest|lowest|shortest)(?=[A-Z]|$)/;

const booleanPrefix = /^(?:is|are|was|has|had|can|could|should|needs|did|does|supports|_)(?=[A-Z]|$)/;

/** A function that returns a boolean may be a command that reports its success (`addStroke`), but not a clause. */
const clause = /^(?:may|must|looks|goes|stays|keeps|comes|ends|stops|says|tells|knows|lies|meets|means)(?=[A-Z]|$)/;

/** Words that paraphrase a term, such as `told` for a report or `beside` for a sibling. */
const translated =
  /^(?:told|said|asked|hands|stood|seat|leaving|behind|beside|breathe|anew|goes|whose|whom|whoever)(?=[A-Z]|$)|[a-z](?:Told|Said|Asked|Anew|Beside|Behind|Otherwise|NotMeant|Meant)(?=[A-Z]|$)/;

const fileWords =
  'at|by|of|on|within|without|until|unless|only|otherwise|beside|behind|below|above|after|before|anew|again|meanwhile|into|where|what|which|who|how|when|if|while';

/** A file whose name begins or ends with a preposition, an adverb or a conjunction is named after a clause. */
const clauseFile = new RegExp(`^(?:${fileWords})(?:-|$)|-(?:${fileWords}|with|out|over|under)$`);

/** Nouns that look like participles. */
const nouns = new Set([
  'feed',
  'finding',
  'imaging',
  'lighting',
  'naming',
  'peaking',
  'rating',
  'slimming',
  'embed',
  'seed',
  'speed',
  'ring',
]);

const participle =
  /(?:ed|ing)$|^(?:held|kept|told|said|drawn|shown|taken|given|found|made|left|gone|worn|seen|meant|stood|put)$/;

/** Returns the rules that a declaration breaks. */
export function checkDeclaration({ kind, name, isBoolean }: Declaration): NamingRule[] {
  const broken: NamingRule[] = [];
  if (quantity.test(name) || (kind === 'constant' && superlative.test(name))) broken.push('quantity');
  if (isBoolean && (kind === 'function' ? clause.test(name) : !booleanPrefix.test(name))) broken.push('boolean');
  if (translated.test(name)) broken.push('translated');
  return broken;
}

/**
 * Returns whether the name of a file breaks the rules: a file is named by a noun, or by a verb and its object.
 * @param base without folder and extensions, in kebab-case or camelCase
 */
export function isBadFileName(base: string): boolean {
  const words = base.replace(/([a-z0-9])([A-Z])/g, '$1-$2').toLowerCase();
  return clauseFile.test(words) || (!words.includes('-') && participle.test(words) && !nouns.has(words));
}

/** Returns the base names that more than one file has, sorted; index files are not counted. */
export function findRepeatedNames(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const base = baseName(path);
    if (base !== 'index') counts.set(base, (counts.get(base) ?? 0) + 1);
  }
  return [...counts].flatMap(([base, count]) => (count > 1 ? [base] : [])).sort();
}

/** Returns a file's name without folder and extensions. */
export const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1).split('.')[0]!;
